import { renamed } from '../../support/twin/renamed.js';

describe('the comparison of two statements but for the names that were chosen', () => {
  it.each([
    ['a later name', 'SELECT "nf_6"."nf_2"', 'SELECT "nf_9"."nf_2"'],
    [
      'a schema whose name begins like one',
      'SELECT "nf_6"."a" FROM "nf_9a6c"."b"',
      'SELECT "nf_9"."a" FROM "nf_9a6c"."b"',
    ],
  ])('is blind to %s', (_, one, other) => expect(renamed([one])).toEqual(renamed([other])));

  it.each([
    [
      'two names that change places',
      'SELECT "nf_1"."a", "nf_2"."a", "nf_1"."b"',
      'SELECT "nf_1"."a", "nf_2"."a", "nf_2"."b"',
    ],
    ['another schema', 'SELECT 1 FROM "nf_9a6c"."b"', 'SELECT 1 FROM "nf_8a6c"."b"'],
  ])('sees %s', (_, one, other) => expect(renamed([one])).not.toEqual(renamed([other])));
});
