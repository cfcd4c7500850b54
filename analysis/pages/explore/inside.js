/* Answers lie inside of the page. */

async function sourceOf() {
  const packed = Uint8Array.from(atob(byId("data").textContent), (one) => one.charCodeAt(0));
  const unpack = async () => {
    if (typeof DecompressionStream !== "function") return new TextDecoder().decode(inflate(packed));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(stream).text();
  };
  const inside = JSON.parse(await unpack());
  const known = inside.kinds.map(() => new Map());
  for (const node of inside.nodes) known[node.kind].set(node.position, node);
  for (const node of inside.nodes) {
    for (const row of node.rows) row.left = !known[node.kind].has(row.moves[0].position);
  }
  const kindAt = (address) => inside.kinds.indexOf(kindOf(address));
  const unpacked = (part) => {
    const [name, attributes, text, ...parts] = inside.parts[part];
    return [name, attributes, text, ...parts.map(unpacked)];
  };
  const find = (address) => {
    const at = known[kindAt(address)];
    let node = address.at ? at.get(address.at) : at.values().next().value;
    let last = null;
    for (const text of address.moves) {
      if (!node) break;
      const row = node.rows.find((one) => one.moves[0].text === text && one.moves[0].plain);
      last = row && row.moves[0];
      node = last && at.get(last.position);
    }
    if (!node) throw new Error("This page has no such position: it was left out, or never reached.");
    return { node, last };
  };
  const node = async (address) => {
    const { node: found, last } = find(address);
    const board = unpacked(found.board[address.flip ? 1 : 0]);
    return { ...found, board, last, origin: address.at, moves: address.moves };
  };
  return {
    fixed: true,
    kinds: async () => inside.kinds,
    cells: async (address) => inside.cells[kindAt(address)][address.flip ? 1 : 0],
    node,
    games: async (address) => find(address).node.list,
    place: async ({ text }) => ({ at: text.trim(), moves: [] }),
  };
}
