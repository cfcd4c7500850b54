"""Saved mails (``.eml``) and mailboxes (``.mbox``): the text of each mail, and its attachments.

A mail often has its text twice, as plain text and as a web page, both encoded for transfer. The
plain text is read, below header lines with sender, receiver, date and subject.
"""

from collections.abc import Iterable, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage, MIMEPart

from records.sources.decode import Member, Readable

TEXT = "text"
"""Name of the member with the text of a mail, which is in UTF-8."""

LARGEST = 1 << 26
"""Maximum size of a mail, in bytes."""

_BLOCK = 1 << 16
_HEAD = ("From", "To", "Date", "Subject")
_SIGNATURES = ("pgp-signature", "pkcs7-signature", "x-pkcs7-signature")


def is_mail(path: str) -> bool:
    """Whether a name is that of a mail or a mailbox."""
    return path.lower().endswith((".eml", ".mbox"))


def mail_members(path: str, raw: Readable) -> Iterator[Member]:
    """Yield the parts of mails; in a mailbox, the number of the mail stands before the name.

    A mail that cannot be parsed is one part, with the error.

    Raises:
        OSError: a mail is larger than `LARGEST`; those before it have been yielded.
    """
    is_box = path.lower().endswith(".mbox")
    for number, written in enumerate(_mails(_lines(raw), is_box), 1):
        before = f"{number}:" if is_box else ""
        try:
            parts = [*_parts(message_from_bytes(written, policy=policy.default))]
        except Exception as error:
            reason = f"the mail cannot be taken apart: {type(error).__name__}: {error}"
            yield f"{before}{TEXT}", OSError(reason)
        else:
            for name, content in parts:
                yield f"{before}{name}", iter([content]) if content else None


def _parts(mail: EmailMessage) -> Iterator[tuple[str, bytes]]:
    head = "".join(f"{name}: {mail[name]}\n" for name in _HEAD if mail[name])
    body = mail.get_body(("plain", "html"))
    text = _text(body) if body else ""
    attached = [*mail.iter_attachments()] if mail.is_multipart() else []
    if text.strip() or not attached:
        yield TEXT, f"{head}\n{text}".encode(errors="replace") if text.strip() else b""
    for number, part in enumerate(attached, 1):
        if part.get_content_subtype() not in _SIGNATURES:
            content = part.get_payload(decode=True)
            name = part.get_filename() or f"attachment-{number}"
            yield name, content if isinstance(content, bytes) else b""


def _text(body: MIMEPart) -> str:
    """Return the text of a part of a mail; an unknown encoding is taken for cp1252."""
    try:
        return str(body.get_content())
    except LookupError:
        content = body.get_payload(decode=True)
        return content.decode("cp1252", "replace") if isinstance(content, bytes) else ""


def _mails(lines: Iterable[bytes], is_box: bool) -> Iterator[bytes]:
    """Yield the only mail, or the mails of a mailbox, where lines with ``From`` separate them."""
    held, is_apart = bytearray(), is_box
    for line in lines:
        if is_apart and line.startswith(b"From "):
            if held:
                yield bytes(held)
            held.clear()
            continue
        held += line
        if len(held) > LARGEST:
            raise OSError(f"a mail of more than {LARGEST:,} bytes: nothing after this is read")
        is_apart = is_box and not line.strip()
    if held:
        yield bytes(held)


def _lines(raw: Readable) -> Iterator[bytes]:
    """Yield the lines of a file with their ends; a line of more than `LARGEST` bytes in parts."""
    held = bytearray()
    while block := raw.read(_BLOCK):
        held += block
        if b"\n" in block or b"\r" in block:
            *lines, rest = bytes(held).splitlines(keepends=True)
            yield from lines
            held = bytearray(rest)
        if len(held) > LARGEST:
            yield bytes(held)
            held.clear()
    if held:
        yield bytes(held)
