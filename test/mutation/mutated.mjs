/** Returns a file with a change in place or, without one of them, with a counter at each place. */
export function mutated(text, mutants, only) {
  const one = mutants.find(({ n }) => n === only);
  if (one !== undefined) return `${text.slice(0, one.start)}${one.now}${text.slice(one.end)}`;
  if (only !== undefined) return text;
  const pieces = mutants.flatMap(({ n, kind, start, end }) => {
    const count = `globalThis.countReached?.(${n})`;
    if (kind === 'BlockStatement') return [{ at: start + 1, piece: ` ${count}; ` }];
    return [
      { at: start, piece: `(${count}, ` },
      { at: end, piece: ')' },
    ];
  });
  return pieces
    .sort((one, other) => other.at - one.at)
    .reduce((sum, { at, piece }) => `${sum.slice(0, at)}${piece}${sum.slice(at)}`, text);
}
