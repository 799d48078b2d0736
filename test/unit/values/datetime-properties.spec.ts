import fc from 'fast-check';
import { DateTime } from 'luxon';
import { type Day, type Instant, type ValueResult, type ValueFacts, valueKinds } from '../../../lib/values/index.js';
import { anyCharacter } from '../../support/characters.js';
import { utc } from './cases.js';
import { factor } from '../../support/thorough.js';

const kind = valueKinds.datetime;

const at = (iso: string): Instant => ({ type: 'instant', epoch: Date.parse(iso), micros: 0 });

describe('date-times of any kind', () => {
  it('agrees with luxon on every offset', () => {
    const pad = (number: number) => String(number).padStart(2, '0');
    const offset = fc
      .tuple(fc.constantFrom('+', '-'), fc.nat(23), fc.nat(59))
      .map(([sign, hours, minutes]) => `${sign}${pad(hours)}:${pad(minutes)}`);
    const moment = fc.date({ min: new Date('0002-01-01'), max: new Date('9998-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, offset, (date, zone) => {
        const text = date.toISOString().replace('Z', zone);
        expect(kind.read(text, utc)).toEqual({ ok: true, value: at(DateTime.fromISO(text).toUTC().toISO() ?? '') });
      }),
    );
  });

  it('agrees with luxon around changes of the clock', () => {
    const zone = fc.constantFrom('Europe/Oslo', 'America/Sao_Paulo', 'Australia/Lord_Howe', 'America/St_Johns');
    const second = fc.integer({ min: Date.parse('2005-01-01') / 1000, max: Date.parse('2019-12-31') / 1000 });
    fc.assert(
      fc.property(zone, second, (name, seconds) => {
        const face = new Date(seconds * 1000).toISOString().slice(0, 19);
        const shown = DateTime.fromISO(face, { zone: name });
        const exists = shown.toFormat("yyyy-MM-dd'T'HH:mm:ss") === face;
        const earliest = Math.min(...shown.getPossibleOffsets().map((possible) => possible.toMillis()));
        expect(kind.read(face, { zone: name })).toEqual(
          exists
            ? { ok: true, value: { type: 'instant', epoch: earliest, micros: 0 } }
            : { ok: false, reason: expect.stringContaining(`the clocks of ${name} show`) },
        );
      }),
      { numRuns: 150 * factor },
    );
  });

  it('reads back what it prints, whatever the zone', () => {
    const moment = fc.date({
      min: new Date('0001-01-01'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    });
    const zone = fc.constantFrom('UTC', 'Europe/Oslo', 'Pacific/Apia');
    fc.assert(
      fc.property(moment, fc.nat(999), zone, (date, micros, name) => {
        const value: Instant = { type: 'instant', epoch: date.getTime(), micros };
        expect(kind.read(kind.print(value), { zone: name })).toEqual({ ok: true, value });
      }),
    );
  });
});

describe('one day after another', () => {
  it.each(['UTC', 'Europe/Oslo', 'America/Sao_Paulo', 'Pacific/Apia', 'Asia/Kathmandu', 'Asia/Gaza'])(
    'leaves no moment of %s out, and takes none twice',
    (zone) => {
      const gaps: string[] = [];
      let { end } = dayOf(kind.read('2010-12-31', { zone }));
      for (let moment = Date.parse('2011-01-01'); moment < Date.parse('2013-01-01'); moment += 86_400_000) {
        const next = dayOf(kind.read(new Date(moment).toISOString().slice(0, 10), { zone }));
        if (next.start.epoch !== end.epoch || next.start.micros !== end.micros) gaps.push(next.date);
        end = next.end;
      }
      expect(gaps).toEqual([]);
    },
  );
});

function dayOf(reading: ValueResult): Day {
  if (reading.ok && typeof reading.value === 'object' && reading.value.type === 'day') return reading.value;
  throw new Error('not a day');
}

const kinds = Object.values(valueKinds);
const facts: ValueFacts = { zone: 'America/Sao_Paulo', members: ['draft', 1] };

/** Texts that nearly are values: pieces of them, put together in any order. */
const pieces = [...'-+.:TZe 019%\0', '00', '2024-03-01', '10:00:00', 'true'];
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
      { numRuns: 150 * factor },
    );
  });

  it('takes a native value or says why not', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true }), (native) => {
        const reading = kind.readNative(native, facts);
        if (reading.ok) expect(kind.read(kind.print(reading.value), facts)).toEqual(reading);
        else expect(reading.reason).toMatch(/^(?:must be|has no) /);
      }),
      { numRuns: 150 * factor },
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
