import fc from 'fast-check';
import { valueKinds, type ValueFacts, type ValueKind } from '../../../lib/values/index.js';

const kinds = Object.values(valueKinds);
const facts: ValueFacts = { zone: 'America/Sao_Paulo', members: ['draft', 1] };

describe('the table of kinds', () => {
  const flags = ({ comparable, ordered, ranged, textual }: ValueKind) => ({ comparable, ordered, ranged, textual });
  const row = (comparable: boolean, ordered: boolean, ranged: boolean, textual: boolean) => ({
    ...{ comparable, ordered, ranged, textual },
  });
  const number = row(true, true, true, false);

  it('says what may be asked of each', () => {
    expect(Object.fromEntries(Object.entries(valueKinds).map(([name, kind]) => [name, flags(kind)]))).toEqual({
      text: row(true, true, true, true),
      tinyint: number,
      smallint: number,
      mediumint: number,
      integer: number,
      bigint: number,
      decimal: number,
      real: number,
      float: number,
      boolean: row(true, false, false, false),
      date: row(true, true, true, false),
      datetime: row(true, true, true, false),
      time: row(true, true, true, false),
      uuid: row(true, true, false, false),
      enum: row(true, false, false, false),
      json: row(false, false, false, false),
      opaque: row(false, false, false, false),
    });
  });

  it.each(Object.entries(valueKinds))('has %s under its own name', (name, kind) => {
    expect(kind.name).toBe(name);
  });

  it('cannot be changed', () => {
    expect(Object.isFrozen(valueKinds)).toBe(true);
  });
});

describe('a value as a property holds it', () => {
  const instant = { type: 'instant', epoch: 1, micros: 0 } as const;

  it.each([
    ['text', 'a', 'a'],
    ['integer', '7', 7],
    ['bigint', '7', '7'],
    ['decimal', '7.5', '7.5'],
    ['float', 7.5, 7.5],
    ['boolean', true, true],
    ['boolean', false, false],
    ['date', '2024-03-01', '2024-03-01'],
    ['datetime', instant, new Date(1)],
    ['time', '10:00:00', '10:00:00'],
    ['uuid', '3f2504e0-4f89-41d3-9a0c-0305e82c3301', '3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
    ['enum', 10, 10],
  ] as const)('%s %p is %p', (name, value, property) => {
    expect(valueKinds[name].toProperty(value)).toEqual(property);
  });

  it.each([
    ['text', 1],
    ['integer', 7],
    ['float', '7'],
    ['datetime', '2024-03-01T10:00:00Z'],
    ['datetime', { type: 'day', date: '2024-03-01', start: instant, end: instant }],
  ] as const)('%s has no such value as %p', (name, value) => {
    expect(() => valueKinds[name].toProperty(value)).toThrow(TypeError);
  });
});

/** Texts that nearly are values: pieces of them, put together in any order. */
const pieces = [
  '-',
  '+',
  '.',
  ':',
  'T',
  'Z',
  'e',
  ' ',
  '0',
  '1',
  '9',
  '00',
  '2024-03-01',
  '10:00:00',
  'true',
  '\0',
  '%',
];
const nearlyValues = fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((parts) => parts.join(''));
const texts = fc.oneof(fc.string({ unit: 'binary' }), nearlyValues);

describe.each(kinds.map((kind) => [kind.name, kind] as const))('%s, whatever is sent', (_, kind) => {
  it('reads a text or says why not, and reads back what it prints', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const reading = kind.read(text, facts);
        if (reading.ok) expect(kind.read(kind.print(reading.value), facts)).toEqual(reading);
        else expect(reading.reason).toMatch(/^(?:must be|has no) /);
      }),
      { numRuns: 500 },
    );
  });

  it('says what it expects as it refuses', () => {
    expect(kind.readNative(undefined, facts)).toEqual({ ok: false, reason: kind.expects(facts) });
  });

  it('takes a native value or says why not', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true }), (native) => {
        const reading = kind.readNative(native, facts);
        if (reading.ok) expect(kind.read(kind.print(reading.value), facts)).toEqual(reading);
        else expect(reading.reason).toMatch(/^(?:must be|has no) /);
      }),
      { numRuns: 500 },
    );
  });

  /** Ten times as long may take ten times as long, not a hundred. A quadratic reader needs minutes for these. */
  it('reads long texts in linear time', () => {
    const runs = ['0', '1', '9', '-', 'a', ' ', 'T', ':', '.', '\ud83c', 'f-'].map((piece) => piece.repeat(500_000));
    const long = runs.flatMap((run) => [run, `${run}x`, `1.${run}x`, `1.${run}1`, `0${run}`, `2024-03-01T${run}`]);
    const start = performance.now();
    long.forEach((text) => kind.read(text, facts));
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
