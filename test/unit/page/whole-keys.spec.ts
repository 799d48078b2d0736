import { WholeKeys } from '../../../lib/page/list/whole-keys.js';

describe('a whole key', () => {
  it.each([['2026-01-02 03:04:05.123456'], [2461042.6278361], [1767323045123n]])('is kept: %p', (value) => {
    const [keys, entity] = [new WholeKeys(), {}];
    keys.keep(entity, [1, value], { name: 'Reading' });
    expect(keys.of(entity)).toEqual([1, value]);
    expect(keys.of({})).toBeUndefined();
  });

  it.each([['2026\uFFFD'], [Buffer.from('2026')], [new Date(0)], [null], [undefined]])('is refused: %p', (value) => {
    expect(() => new WholeKeys().keep({}, [1, value], { name: 'Reading' })).toThrow(
      'the driver cannot give a date-time in the primary key of Reading as the database has it',
    );
  });

  it('is refused where an entity is of two rows', () => {
    const [keys, entity] = [new WholeKeys(), {}];
    keys.keep(entity, ['a', 'b'], { name: 'Reading' });
    keys.keep(entity, ['a', 'b'], { name: 'Reading' });
    expect(() => keys.keep(entity, ['a', 'c'], { name: 'Reading' })).toThrow('tell two rows of Reading apart');
  });
});
