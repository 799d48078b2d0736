import type { Want, WantedKey } from './want.js';

/** Joins wants that one index serves, because their keys are equal or begin the keys of another. */
export function merged(wants: readonly Want[]): readonly Want[] {
  const kept: Want[] = [];
  for (const want of [...wants].sort((one, other) => other.keys.length - one.keys.length)) {
    const place = kept.findIndex((other) => beginsWith(other, want));
    const other = kept[place];
    if (other === undefined) kept.push(want);
    else {
      const rank = Math.min(other.rank, want.rank);
      kept[place] = {
        ...other,
        uses: [...other.uses, ...want.uses],
        rank,
        note: rank === other.rank ? other.note : want.note,
      };
    }
  }
  return kept;
}

function beginsWith(other: Want, want: Want): boolean {
  if (other.table.path !== want.table.path || other.method !== want.method) return false;
  if (!hasDirectionsOf(other, want)) return false;
  const names = other.keys.slice(0, want.keys.length).map(textOf);
  if (other.inAnyOrder >= want.keys.length && want.inAnyOrder === want.keys.length) {
    const among = other.keys.slice(0, other.inAnyOrder).map(textOf);
    if (want.keys.length === other.inAnyOrder) return want.keys.every((key) => among.includes(textOf(key)));
  }
  return want.keys.every((key, place) => names[place] === textOf(key));
}

/** True where an index on the keys of one, read in either direction, has the order of the other. */
function hasDirectionsOf(other: Want, want: Want): boolean {
  const ordered = want.keys.slice(want.inAnyOrder);
  const turned = ordered.map(({ isDescending = false }, place) => {
    const key = other.keys[want.inAnyOrder + place];
    return isDescending !== (key?.isDescending ?? false);
  });
  return new Set(turned).size < 2;
}

function textOf({ sql, operatorClass }: WantedKey): string {
  return `${sql} ${operatorClass ?? ''}`;
}
