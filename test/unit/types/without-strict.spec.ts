import { compile } from '../../types/support/compile.js';

it('empty lists and the members of any page compile without `strict`', () => {
  const { errors } = compile(['loose.ts'], {}, { strict: false, strictNullChecks: false, noImplicitAny: false });
  expect(errors.get('loose.ts') ?? []).toEqual([]);
});
