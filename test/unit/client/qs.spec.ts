import fc from 'fast-check';
import qs from 'qs';
import { toQueryString } from '../../../lib/client/index.js';
import { printQueryString, usualNames } from '../../../lib/wire/index.js';
import { anyCharacter } from '../../support/characters.js';
import { factor } from '../../support/thorough.js';

/** The settings under which qs prints what this dialect reads: explicit indexes, readable keys, null without `=`. */
const settings: qs.IStringifyOptions = { arrayFormat: 'indices', encodeValuesOnly: true, strictNullHandling: true };

/** Names that need no encoding: with `encodeValuesOnly`, qs prints all others so that they cannot be read back. */
const name = fc.oneof(
  fc.constantFrom('$eq', '$in', 'a.b', '__proto__', 'constructor', 'isBuffer', 'toString', '0', '10', '-1', '_'),
  fc.stringMatching(/^[\w$.-]{1,8}$/),
);

const value = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom('', ' ', '+', "!'()*~-._", '&=#%[]', 'é', '€', '\u{1f600}', '\0', null, true, false, -0, 1e21),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.bigInt(),
  fc.date({ noInvalidDate: true }),
);

/** Values that cannot be sent, which both printers refuse. */
const unsendable = fc.constantFrom<unknown>(
  undefined,
  Number.NaN,
  [],
  {},
  '\ud800',
  Symbol.iterator,
  new Date(Number.NaN),
);

/** qs encodes a text in pieces of 1,024 units. */
const longText = fc
  .tuple(fc.integer({ min: 1_010, max: 1_025 }), fc.string({ unit: anyCharacter, maxLength: 20 }))
  .map(([length, text]) => 'a'.repeat(length) + text);

function tree(names: fc.Arbitrary<string>, values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const { node } = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 5, depthIdentifier: 'tree' },
      values,
      fc.dictionary(names, tie('node'), { minKeys: 1, maxKeys: 4 }),
      fc.array(tie('node'), { minLength: 1, maxLength: 25, depthIdentifier: 'tree' }),
    ),
  }));
  return node;
}

/** In the order in which the parameters are always printed. */
function requests(node: fc.Arbitrary<unknown>): fc.Arbitrary<object> {
  return fc
    .record({ filters: node, sort: node, pagination: node }, { requiredKeys: [] })
    .map(({ ...found }) => Object.fromEntries(['filters', 'sort', 'pagination'].flatMap((key) => pair(found, key))));
}

function pair(found: Readonly<Record<string, unknown>>, key: string): [string, unknown][] {
  return Object.hasOwn(found, key) ? [[key, found[key]]] : [];
}

describe('toQueryString', () => {
  it('prints what qs prints', () => {
    fc.assert(
      fc.property(requests(tree(name, value)), (input) => {
        expect(toQueryString(input)).toBe(qs.stringify(input, settings));
      }),
      { numRuns: 200 * factor },
    );
  });

  it('prints what the server prints, and refuses what it refuses, whatever the names and values are', () => {
    const anyName = fc.oneof(
      name,
      fc.string({ unit: anyCharacter, maxLength: 8 }),
      fc.string({ unit: fc.constantFrom('[', ']', 'a', '%', '5', 'B', "'", '(', '\0'), maxLength: 6 }),
    );
    const anyValue = fc.oneof({ weight: 30, arbitrary: value }, { weight: 5, arbitrary: longText }, unsendable);
    const parameter = fc.constantFrom('filters', 'where', 'order by', 'p-1', '__proto__');
    const names = fc
      .uniqueArray(parameter, { minLength: 3, maxLength: 3 })
      .map(([filters = '', sort = '', pagination = '']) => ({ ...usualNames, filters, sort, pagination }));
    fc.assert(
      fc.property(requests(tree(anyName, anyValue)), names, (input, params) => {
        expect(textOrMessage(() => printQueryString(input, params))).toBe(
          textOrMessage(() => toQueryString(input, params)),
        );
      }),
      { numRuns: 300 * factor },
    );
  });

  // prettier-ignore
  it.each([
    { input: { filters: { a: "!'()*" } }, text: 'filters[a]=%21%27%28%29%2A', why: 'what encodeURIComponent lets stand' },
    { input: { filters: { a: '-._~' } }, text: 'filters[a]=-._~', why: 'what needs no encoding' },
    { input: { filters: { a: '\u{1f600}' } }, text: 'filters[a]=%F0%9F%98%80', why: 'four bytes' },
    { input: { filters: { $or: [[{ a: 1 }], null] } }, text: 'filters[$or][0][0][a]=1&filters[$or][1]', why: 'lists' },
    { input: { sort: null, pagination: null }, text: 'sort&pagination', why: 'null at a parameter itself' },
  ])('$text: $why', ({ input, text }) => {
    expect(qs.stringify(input, settings)).toBe(text);
    expect(toQueryString(input as never)).toBe(text);
  });
});

function textOrMessage(print: () => string): string {
  try {
    return print();
  } catch (error) {
    return String(error);
  }
}
