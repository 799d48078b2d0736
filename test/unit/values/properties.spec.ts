import fc from 'fast-check';
import { anyCharacter } from '../../support/characters.js';
import { valueKinds, type ValueFacts } from '../../../lib/values/index.js';

const kinds = Object.values(valueKinds);
const facts: ValueFacts = { zone: 'America/Sao_Paulo', members: ['draft', 1] };

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
const texts = fc.oneof(fc.string({ unit: anyCharacter }), nearlyValues);

describe.each(kinds.map((kind) => [kind.name, kind] as const))('%s, whatever is sent', (_, kind) => {
  it('reads a text or says why not, and reads back what it prints', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const reading = kind.read(text, facts);
        if (reading.ok) expect(kind.read(kind.print(reading.value), facts)).toEqual(reading);
        else expect(reading.reason).toMatch(/^(?:must be|has no) /);
      }),
      { numRuns: 150 },
    );
  });

  it('takes a native value or says why not', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true }), (native) => {
        const reading = kind.readNative(native, facts);
        if (reading.ok) expect(kind.read(kind.print(reading.value), facts)).toEqual(reading);
        else expect(reading.reason).toMatch(/^(?:must be|has no) /);
      }),
      { numRuns: 150 },
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
