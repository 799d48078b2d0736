import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';
import qs from 'qs';
import { printQueryString } from '../../../lib/wire/index.js';
import { anyCharacter } from '../../support/characters.js';
import { plain, read, readWell } from './reading.js';
import { factor } from '../../support/thorough.js';

const wide = { queryBytes: 16_384, parameters: 1_000, members: 1_000, valueLength: 4_096 };

/** A name that a segment can be without brackets; an index would make a list of an object. */
const name = fc
  .oneof(
    fc.constantFrom('$eq', '$in', '__proto__', 'constructor', 'toString', 'a.b', '-1', '01', '1e3', ' ', '%5D', '\\'),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 8 }),
  )
  .filter((text) => !/[\0[\]]/.test(text) && !/^(0|[1-9]\d*)$/.test(text));

/** The same with brackets, of which none closes more than was opened. */
const nameWithBrackets = fc
  .oneof(fc.string({ unit: fc.constantFrom('[', ']', 'a', '%', '5', 'B'), minLength: 1, maxLength: 8 }), name)
  .filter((text) => [...text].reduce((open, one) => (open < 0 ? open : open + weight(one)), 0) >= 0)
  .filter((text) => !/^(0|[1-9]\d*)$/.test(text));

function weight(character: string): number {
  return character === '[' ? 1 : character === ']' ? -1 : 0;
}

const value = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 8 }),
  fc.constantFrom('', null, 'a=b&c', '+ %20', ']=', '\0'),
);

function tree(segment: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const { node } = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'tree' },
      value,
      fc.dictionary(segment, tie('node'), { minKeys: 1, maxKeys: 3 }),
      fc.array(tie('node'), { minLength: 1, maxLength: 3, depthIdentifier: 'tree' }),
    ),
  }));
  return node;
}

const request = (segment: fc.Arbitrary<string>): fc.Arbitrary<Record<string, unknown>> =>
  fc.record({ filters: tree(segment), sort: tree(segment), pagination: tree(segment) }, { requiredKeys: [] });

/** Encodes the bytes of a text that are chosen, and those that have to be. */
function encode(text: string, chosen: readonly boolean[], mustBe: RegExp): string {
  return Array.from(text, (character, index) =>
    chosen[index % chosen.length] === true || mustBe.test(character)
      ? Array.from(Buffer.from(character), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
      : character,
  ).join('');
}

const choices = fc.array(fc.boolean(), { minLength: 1, maxLength: 12 });

/* Compared by `deepStrictEqual`, because `expect` takes a key `constructor` for the class of its object. */
describe('reading', () => {
  it('gives back what was printed', () => {
    fc.assert(
      fc.property(request(nameWithBrackets), (asked) => {
        deepStrictEqual(plain(readWell(printQueryString(asked), wide)), plain(asked));
      }),
      { numRuns: 150 * factor },
    );
  });

  it('nests the keys as qs does, where qs loses nothing', () => {
    const options = { depth: 100, arrayLimit: 1_000, parameterLimit: 1_000, allowSparse: true };
    const shuffled = request(name.filter((segment) => segment !== '__proto__')).chain((asked) => {
      const pieces = printQueryString(asked).split('&');
      return fc.shuffledSubarray(pieces, { minLength: pieces.length });
    });
    fc.assert(
      fc.property(shuffled, (pieces) => {
        const text = pieces.join('&');
        const nested = qs.parse(text, { ...options, plainObjects: true, strictNullHandling: true });
        deepStrictEqual(plain(readWell(text, wide)), plain(nested));
      }),
      { numRuns: 150 * factor },
    );
  });

  it('does not depend on which bytes of a key or a value are encoded', () => {
    const pairs = fc.array(
      fc.tuple(fc.array(name, { maxLength: 4 }), fc.string({ unit: anyCharacter, maxLength: 6 })),
      {
        maxLength: 4,
      },
    );
    fc.assert(
      fc.property(pairs, choices, choices, (asked, inKeys, inValues) => {
        const print = (keys: readonly boolean[], values: readonly boolean[]): string =>
          asked
            .map(([segments, text]) => {
              const key = ['filters', ...segments.map((segment) => `[${segment}]`)].join('');
              return `${encode(key, keys, /[%&=+#]/)}=${encode(text, values, /[%&+#]/)}`;
            })
            .join('&');
        const bare = read(print([false], [false]), wide);
        const encoded = read(print(inKeys, inValues), wide);
        deepStrictEqual(encoded.issues, bare.issues);
        deepStrictEqual(plain(encoded.tree), plain(bare.tree));
      }),
      { numRuns: 150 * factor },
    );
  });

  it('does not depend on the order of parameters where every list has its indexes', () => {
    const shuffled = request(name).chain((asked) => {
      const pieces = printQueryString(asked).split('&');
      return fc.tuple(fc.constant(asked), fc.shuffledSubarray(pieces, { minLength: pieces.length }));
    });
    fc.assert(
      fc.property(shuffled, ([asked, pieces]) => {
        deepStrictEqual(plain(readWell(pieces.join('&'), wide)), plain(asked));
      }),
      { numRuns: 150 * factor },
    );
  });

  const soup = fc
    .array(
      fc.oneof(
        fc.constantFrom('filters', 'sort', 'pagination', 'x', '__proto__', 'constructor', '[', ']', '[]', '[0]', '[1]'),
        fc.constantFrom(
          '[__proto__]',
          '[$in]',
          '[$or]',
          '[00]',
          '=',
          '&',
          '&filters',
          '%5B',
          '%5D',
          '%',
          '%00',
          '%zz',
          '+',
        ),
        fc.string({ unit: anyCharacter, maxLength: 3 }),
        fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)), maxLength: 3 }),
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join(''));

  it('understands any text or refuses it, and touches no prototype', () => {
    const before = Object.getOwnPropertyNames(Object.prototype);
    fc.assert(
      fc.property(fc.oneof(soup, fc.string({ unit: anyCharacter })), (text) => {
        const { tree: found, issues } = read(text);
        if (issues.length === 0) expect(leaves(found)).toBe(parametersOf(text));
      }),
      { numRuns: 150 * factor },
    );
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
    expect(Object.getOwnPropertyNames(Array.prototype)).not.toContain('isAdmin');
  });
});

/** How many values a tree holds. */
function leaves(node: unknown): number {
  if (typeof node !== 'object' || node === null) return 1;
  return Object.values(node).reduce((sum: number, inner) => sum + leaves(inner), 0);
}

/** How many parameters of a text are ours, counted in another way: nothing that was not refused may be missing. */
function parametersOf(text: string): number {
  return text.split('&').filter((piece) => {
    const decoded = piece.replaceAll(/%[0-7][0-9a-f]/gi, (escape) => decodeURIComponent(escape));
    return /^(filters|sort|pagination)(=|\[|$)/.test(decoded) && !/^(filters|sort|pagination)%3D/i.test(piece);
  }).length;
}
