/* Answers come from the server that has sent the page. */

async function sourceOf() {
  const ask = async (name, address, signal) => {
    const asked = query(address);
    for (const key of ["start", "text"]) {
      if (address[key] !== undefined) asked.set(key, address[key]);
    }
    let answer;
    try {
      answer = await fetch(`${name}?${asked}`, { signal, credentials: "omit" });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new Error("The server does not answer: is ludograph explore still running?");
    }
    const found = await answer.json();
    if (!answer.ok) throw new Error(found.error);
    return found;
  };
  const kept = new Map();
  const cells = async (address, signal) => {
    const key = JSON.stringify([address.game, address.variant, address.flip]);
    if (!kept.has(key)) kept.set(key, await ask("cells", { ...address, moves: [] }, signal));
    return kept.get(key);
  };
  const named = (name) => (address, signal) => ask(name, address, signal);
  return {
    kinds: async () => (await ask("kinds", { moves: [] })).kinds,
    cells,
    node: named("node"),
    games: named("games"),
    players: named("players"),
    place: named("place"),
  };
}

