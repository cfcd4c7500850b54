"""The build hook of wheels leaves no temporary files."""

import sys
from types import ModuleType


def test_what_the_hook_makes_is_removed(monkeypatch, tmp_path):
    names = (
        ["hatchling", "builders", "hooks", "plugin", "interface"][: end + 1] for end in range(5)
    )
    for name in map(".".join, names):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    interface = sys.modules["hatchling.builders.hooks.plugin.interface"]
    interface.BuildHookInterface = type("Interface", (), {"root": str(tmp_path)})  # type: ignore[attr-defined]
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("scripts.manual.write_man_pages", lambda folder: [])
    monkeypatch.setattr("sys.path", list(sys.path))
    from scripts.wheel_hook import ShareHook

    hook, data = ShareHook(), dict[str, object]()
    hook.initialize("standard", data)
    assert len(data["shared_data"]) == 3  # type: ignore[arg-type]
    assert [*tmp_path.glob("ludograph-share-*/bash")]
    hook.finalize("standard", data, "x.whl")
    assert not [*tmp_path.iterdir()]
