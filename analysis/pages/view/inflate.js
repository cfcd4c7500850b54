/* The plain way for browsers without DecompressionStream: zlib data (RFC 1950 and 1951). */
function inflate(data) {
  let place = 2, held = 0, count = 0, size = 0; /* two bytes of header */
  let out = new Uint8Array(8 * data.length + 1024);
  const bits = (number) => {
    for (; count < number; count += 8) held |= data[place++] << count;
    const value = held & ((1 << number) - 1);
    held >>>= number;
    count -= number;
    return value;
  };
  const put = (byte) => {
    if (size === out.length) {
      const longer = new Uint8Array(2 * size);
      longer.set(out);
      out = longer;
    }
    out[size++] = byte;
  };
  /* Symbols sorted by the lengths of their codes, and how many codes have each length. */
  const codes = (lengths) => {
    const table = { counts: new Array(16).fill(0), symbols: [] };
    for (const length of lengths) table.counts[length] += 1;
    table.counts[0] = 0;
    for (let length = 1; length < 16; length++) {
      lengths.forEach((one, symbol) => one === length && table.symbols.push(symbol));
    }
    return table;
  };
  const symbol = (table) => {
    let code = 0, first = 0, passed = 0;
    for (let length = 1; length < 16; length++) {
      code = 2 * code + bits(1);
      first *= 2;
      const found = table.counts[length];
      if (code < first + found) return table.symbols[passed + code - first];
      passed += found;
      first += found;
    }
    throw new Error("the data of this page are damaged");
  };
  const series = (from, steps) => {
    const found = [];
    for (const step of steps) {
      found.push([from, step]);
      from += 1 << step;
    }
    return found;
  };
  const grouped = (size, most) => Array.from({ length: most }, (_, at) => Math.max(0, (at / size | 0) - 1));
  const spans = series(3, grouped(4, 28));
  const backs = series(1, grouped(2, 30));
  spans[28] = [258, 0];
  const fixed = [
    codes([].concat(Array(144).fill(8), Array(112).fill(9), Array(24).fill(7), Array(8).fill(8))),
    codes(Array(30).fill(5)),
  ];
  const written = () => {
    const [literals, distances, named] = [bits(5) + 257, bits(5) + 1, bits(4) + 4];
    const own = new Array(19).fill(0);
    [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
      .slice(0, named).forEach((one) => { own[one] = bits(3); });
    const table = codes(own), lengths = [];
    while (lengths.length < literals + distances) {
      const one = symbol(table);
      if (one < 16) lengths.push(one);
      else {
        const value = one === 16 ? lengths[lengths.length - 1] : 0;
        const times = one === 16 ? 3 + bits(2) : one === 17 ? 3 + bits(3) : 11 + bits(7);
        for (let time = 0; time < times; time++) lengths.push(value);
      }
    }
    return [codes(lengths.slice(0, literals)), codes(lengths.slice(literals))];
  };
  for (let last = 0; !last;) {
    last = bits(1);
    const kind = bits(2);
    if (kind === 0) {
      held = count = 0;
      const length = data[place] | data[place + 1] << 8;
      place += 4;
      for (let end = place + length; place < end; place++) put(data[place]);
      continue;
    }
    const [literals, distances] = kind === 1 ? fixed : written();
    for (let one = symbol(literals); one !== 256; one = symbol(literals)) {
      if (one < 256) put(one);
      else {
        const [span, more] = spans[one - 257];
        const end = size + span + bits(more);
        const [back, further] = backs[symbol(distances)];
        const from = size - back - bits(further);
        for (let at = from; size < end; at++) put(out[at]);
      }
    }
  }
  return out.subarray(0, size);
}
