import { isUUID } from 'class-validator';
import fc from 'fast-check';
import { valueKinds } from '../../../lib/values/index.js';
import { leavesAll, readsAll, refusesAll, takesAll, utc } from './cases.js';
import { factor } from '../../support/thorough.js';

describe('boolean', () => {
  const kind = valueKinds.boolean;
  const reason = 'must be true, false, 1 or 0';

  readsAll(kind, [
    ['true', true, 'the word'],
    ['1', true, 'the digit'],
    ['false', false, 'the word'],
    ['0', false, 'the digit'],
  ]);
  refusesAll(kind, reason, [
    ['TRUE', 'another case'],
    ['True', 'another case'],
    ['true ', 'a space'],
    ['t', 'only the Strapi mode knows it'],
    ['yes', 'another word'],
    ['on', 'another word'],
    ['', 'empty'],
    ['2', 'another digit'],
    ['01', 'two digits'],
    ['null', 'neither'],
    ['constructor', 'the name of a property'],
    ['__proto__', 'the name of a property'],
  ]);
  takesAll(kind, [
    [true, true],
    [false, false],
  ]);
  leavesAll(kind, reason, [1, 0, 1n, 'true', null, undefined, {}, []]);

  it('prints words', () => {
    expect([kind.print(true), kind.print(false)]).toEqual(['true', 'false']);
  });
});

describe('uuid', () => {
  const kind = valueKinds.uuid;
  const reason = 'must be a UUID such as 0f8fad5b-d9cb-469f-a165-70867728950e';
  const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

  readsAll(kind, [
    [id, id, 'version 4'],
    [id.toUpperCase(), id, 'compared in lower case'],
    ['3F2504e0-4f89-41D3-9a0c-0305e82c3301', id, 'mixed case'],
    ['00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000', 'nil'],
    ['FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 'max'],
    ...['0', '1', '2', '3', '5', '6', '7', '8', '9', 'f'].map((version) => {
      const other = `3f2504e0-4f89-${version}1d3-9a0c-0305e82c3301`;
      return [other, other, `version ${version}`] as const;
    }),
    ...['0', 'c', 'f'].map((variant) => {
      const other = `3f2504e0-4f89-41d3-${variant}a0c-0305e82c3301`;
      return [other, other, `variant ${variant}: a column can hold it`] as const;
    }),
  ]);
  refusesAll(kind, reason, [
    ['', 'empty'],
    ['not-a-uuid', 'a word'],
    ['3f2504e04f8941d39a0c0305e82c3301', 'no dashes'],
    [`{${id}}`, 'braces'],
    [`urn:uuid:${id}`, 'a URN'],
    [`${id}0`, 'a digit too many'],
    [id.slice(1), 'a digit too few'],
    [` ${id}`, 'a space before'],
    [`${id}\n`, 'a line break after'],
    ['gggggggg-4f89-41d3-9a0c-0305e82c3301', 'not hexadecimal'],
    ['3f2504e0-4f8941d3-9a0c-0305e82c-3301', 'dashes elsewhere'],
  ]);
  leavesAll(kind, reason, [1, 1n, true, null, undefined, {}]);

  it('are what class-validator takes for UUIDs of any version', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF-gG '), minLength: 3, maxLength: 13 });
    const near = fc.array(digits, { minLength: 4, maxLength: 6 }).map((parts) => parts.join('-'));
    fc.assert(
      fc.property(
        fc.oneof(near, fc.uuid()),
        fc.nat({ max: 40 }),
        fc.constantFrom('', '0', '-', 'F', '\n'),
        (text, at, by) => {
          const changed = text.slice(0, at) + by + text.slice(at + 1);
          for (const one of [text, changed]) expect('value' in kind.read(one, utc)).toBe(isUUID(one, 'loose'));
        },
      ),
      { numRuns: 300 * factor },
    );
  });
});

describe('time', () => {
  const kind = valueKinds.time;
  const reason = 'must be a time of day such as 09:30, 09:30:15 or 09:30:15.123456';

  readsAll(kind, [
    ['09:30', '09:30:00', 'without seconds'],
    ['09:30:15', '09:30:15', 'with seconds'],
    ['09:30:15.123456', '09:30:15.123456', 'with microseconds'],
    ['09:30:15.5', '09:30:15.500', 'equal times are equal texts'],
    ['09:30:15.50', '09:30:15.500', 'however they are written'],
    ['09:30:15.000', '09:30:15', 'no fraction'],
    ['09:30:15.0001', '09:30:15.000100', 'beyond milliseconds'],
    ['00:00', '00:00:00', 'the first'],
    ['23:59:59.999999', '23:59:59.999999', 'the last'],
  ]);
  refusesAll(kind, reason, [
    ['24:00', 'the next day'],
    ['24:00:00', 'the next day'],
    ['23:60', 'no such minute'],
    ['23:59:60', 'a leap second'],
    ['9:30', 'one digit'],
    ['09', 'an hour alone'],
    ['0930', 'compact'],
    ['09:30.5', 'a fraction of a minute'],
    ['09:30:15.', 'a point without digits'],
    ['09:30:15.1234567', 'seven digits'],
    ['09:30:15,5', 'a comma'],
    ['T09:30', 'a T'],
    ['09:30Z', 'a zone'],
    ['09:30:00+02:00', 'an offset'],
    ['09:30 PM', 'half days'],
    ['', 'empty'],
    [' 09:30', 'a space'],
    ['09:30\n', 'a line break'],
    ['now', 'a word'],
  ]);
  leavesAll(kind, reason, [930, 1n, true, new Date(0), null, undefined]);
});

describe('enum', () => {
  const kind = valueKinds.enum;
  const words = { ...utc, members: ['draft', 'in review', ''] };
  const numbers = { ...utc, members: [1, 2, -3, 10.5] };
  const mixed = { ...utc, members: [0, 'yes'] };

  describe('of words', () => {
    readsAll(
      [kind, words],
      [
        ['draft', 'draft', 'a member'],
        ['in review', 'in review', 'with a space'],
        ['', '', 'the empty one, where it is a member'],
      ],
    );
    refusesAll([kind, words], 'must be one of: draft, in review, ', [
      ['Draft', 'another case'],
      ['draft ', 'a space'],
      ['archived', 'no member'],
      ['0', 'a position'],
      ['toString', 'the name of a property'],
      ['length', 'the name of a property'],
    ]);
    leavesAll([kind, words], 'must be one of: draft, in review, ', [0, 1, true, null, undefined]);
  });

  describe('of numbers', () => {
    readsAll(
      [kind, numbers],
      [
        ['1', 1, 'the member itself'],
        ['-3', -3, 'below zero'],
        ['10.5', 10.5, 'not whole'],
      ],
    );
    refusesAll([kind, numbers], 'must be one of: 1, 2, -3, 10.5', [
      ['01', 'another spelling'],
      ['1.0', 'another spelling'],
      ['3', 'no member'],
      ['', 'empty'],
    ]);
    takesAll(
      [kind, numbers],
      [
        [1, 1],
        [-3, -3],
      ],
    );
    leavesAll([kind, numbers], 'must be one of: 1, 2, -3, 10.5', [3, NaN, 1n, true, null]);
  });

  describe('of both', () => {
    readsAll(
      [kind, mixed],
      [
        ['0', 0, 'the number'],
        ['yes', 'yes', 'the word'],
      ],
    );
  });

  it('names at most 20 members', () => {
    const members = Array.from({ length: 23 }, (_, index) => `m${index}`);
    expect(kind.read('x', { ...utc, members })).toEqual({
      ok: false,
      reason: `must be one of: ${members.slice(0, 20).join(', ')} and 3 more`,
    });
  });

  it('names all of 20 members', () => {
    const members = Array.from({ length: 20 }, (_, index) => `m${index}`);
    expect(kind.read('x', { ...utc, members })).toEqual({ ok: false, reason: `must be one of: ${members.join(', ')}` });
  });

  it('refuses everything where there are no members', () => {
    expect(kind.read('undefined', utc)).toEqual({ ok: false, reason: 'must be one of: ' });
  });

  it('prints a member as it is read', () => {
    expect(kind.read(kind.print(-3), numbers)).toEqual({ ok: true, value: -3 });
  });
});

describe.each(['json', 'opaque'] as const)('%s', (name) => {
  const kind = valueKinds[name];
  const reason = 'has no values to compare with; only $null and $notNull can be asked';

  refusesAll(kind, reason, [
    ['{}', 'a document'],
    ['', 'empty'],
    ['null', 'a word'],
  ]);
  leavesAll(kind, reason, [{}, 1, true, null]);

  it('has nothing to print or bind', () => {
    expect(() => kind.print('{}')).toThrow(TypeError);
    expect(() => kind.toProperty('{}')).toThrow(TypeError);
  });
});
