/* The worker: Python, which answers one request after the other. */

const TEXTS = "/texts"; /* the folder for files */
const HOME = "/lib/ludograph";
let python = null;
let answer = null;
let starting = null;

const failing = async (address) => {
  const found = await fetch(address);
  if (!found.ok) throw new Error(`${address} is missing (${found.status})`);
  return found;
};

/* A file that is compressed in the folder, for servers without compression. */
async function unpacked(address, type = "application/octet-stream") {
  const { body } = await failing(address);
  return new Response(body.pipeThrough(new DecompressionStream("gzip")),
    { headers: { "content-type": type } });
}

/* A snapshot of a worker that has loaded all modules, stored by an earlier visit. */
async function snapshotStore(base, version) {
  if (!globalThis.caches) return null;
  const cache = await caches.open(`${new URL(base).pathname} ${version}`);
  const address = new URL(`snapshot?${encodeURIComponent(navigator.userAgent)}`, base).href;
  return {
    get: async () => {
      const found = await cache.match(address);
      return found && new Uint8Array(await found.arrayBuffer());
    },
    put: (memory) => cache.put(address, new Response(memory)),
    drop: () => cache.delete(address),
  };
}

async function loadPython(base, lock, options) {
  const [{ loadPyodide }, runtime] = await Promise.all(
    ["pyodide.mjs", "pyodide.asm.mjs"].map((name) => import(new URL(name, base).href)));
  const loaded = await loadPyodide({ indexURL: base, lockFileContents: lock, ...options,
    createPyodideModule: async (settings) => {
      const made = await runtime.default(settings);
      if (options._loadSnapshot) made.growMemory(options._loadSnapshot.length);
      return made;
    } });
  /* A restored snapshot is not stored again. */
  delete options._loadSnapshot;
  if (loaded._api?.config) delete loaded._api.config._loadSnapshot;
  return loaded;
}

/* Writes the modules: a line with paths and lengths, followed by the contents of the files. */
function install(library) {
  const end = library.indexOf(10);
  let from = end + 1;
  for (const [path, length] of JSON.parse(new TextDecoder().decode(library.subarray(0, end)))) {
    const place = `${HOME}/${path}`;
    python.FS.mkdirTree(place.slice(0, place.lastIndexOf("/")));
    python.FS.writeFile(place, library.subarray(from, from + length));
    from += length;
  }
}

async function start({ base, version, lock, keep }) {
  const plain = globalThis.fetch;
  globalThis.fetch = (address, ...rest) => (String(address).endsWith(".wasm")
    ? unpacked(`${address}.packed`, "application/wasm") : plain(address, ...rest));
  const library = unpacked(new URL("ludograph.packed", base)).then((found) => found.arrayBuffer());
  library.catch(() => {}); /* reported where it is awaited */
  const store = await snapshotStore(base, version).catch(() => null);
  let memory = keep || !store ? null : await store.get();
  const isRestored = Boolean(memory);
  postMessage({ progress: "Loading Python" });
  try {
    python = await loadPython(base, lock, memory ? { _loadSnapshot: memory } : { _makeSnapshot: Boolean(keep) });
  } catch (error) {
    if (!memory) throw error;
    await store.drop();
    python = await loadPython(base, lock, {});
  }
  memory = null;
  postMessage({ progress: "Loading ludograph" });
  install(new Uint8Array(await library));
  python.runPython(`
import importlib, sys
if "${HOME}" not in sys.path:
    sys.path.insert(0, "${HOME}")
importlib.invalidate_caches()
from analysis.cli import captured
from analysis.pages.site.session import answerer, warm
`);
  if (keep) {
    python.runPython(`warm("${TEXTS}", captured)`);
    if (store) await store.put(python.makeMemorySnapshot());
    return postMessage({ kept: true });
  }
  answer = python.runPython(`answerer("${TEXTS}", captured)`);
  return postMessage({ ready: true, isRestored });
}

function reply({ id, name, asked, files }) {
  for (const file of files) python.FS.writeFile(`${TEXTS}/${file.name}`, file.bytes);
  const found = JSON.parse(answer(name, JSON.stringify(asked)));
  if (found.made) found.bytes = python.FS.readFile(found.made);
  postMessage({ id, found });
}

onmessage = async ({ data }) => {
  try {
    if (data.start) starting = start(data.start);
    await starting;
    if (data.id) reply(data);
  } catch (error) {
    postMessage({ broken: String(error.message).slice(-500) });
  }
};
