import { RequestBody } from '../../../lib/wire/index.js';

const circular: Record<string, unknown> = {};
circular['a'] = circular;

const deep: { inner: unknown } = { inner: undefined };
for (let depth = 0, node = deep; depth < 100_000; depth += 1) {
  const inner = { inner: undefined };
  node.inner = inner;
  node = inner;
}

describe('the size of a body', () => {
  const rows: readonly (readonly [value: unknown, bytes: number, why: string])[] = [
    [{ a: 1 }, 7, 'as JSON'],
    [{ a: 'é' }, 10, 'in bytes, not characters'],
    ['', 2, 'a text'],
    [null, 4, 'null'],
    [undefined, 0, 'no body'],
  ];

  it.each(rows)('%j is %i bytes: %s', (value, bytes) => {
    const body = new RequestBody(value);
    expect([body.isWithin(bytes - 1), body.isWithin(bytes), body.isWithin(bytes + 1)]).toEqual([false, true, true]);
  });

  it.each([
    ['holds itself', circular],
    ['is nested too deep', deep],
    ['holds what JSON does not know', { a: 1n }],
  ])('is too large where it %s', (_, value) => {
    expect(new RequestBody(value).isWithin(Infinity)).toBe(false);
  });
});
