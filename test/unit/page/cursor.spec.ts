import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import type { FacetRequest, QueryPlan } from '../../../lib/ast/index.js';
import { eachIssues } from '../../../lib/page/each.js';
import { printCursor, readCursor } from '../../../lib/page/order/cursor.js';

const sort = 'Thing by name';
const [first, second, third] = ['the first secret of all', 'the second secret', 'the third secret'];
const position = ['a', null, '7'];

/** A cursor that names no secret, as an earlier version printed it by the first one. */
const unnamed = 'cmXDW-AwEjJB_uwSO9OubWmI1Z8MGB8_9WqpWuuVVCBfub_Bi2hUQ1rn6XGKIrg0';

const printedBy = (...secrets: string[]) => printCursor(position, { sort, secrets });

describe('a cursor under secrets that rotate', () => {
  it.each([
    ['the current one', printedBy(first), [first], position],
    ['the current one beside others', printedBy(first), [first, second, third], position],
    ['a former one', printedBy(first), [second, first], position],
    ['the oldest of three', printedBy(first), [third, second, first], position],
    ['the next one, which another server uses already', printedBy(second, first), [first, second], position],
    ['one that is left out', printedBy(first), [second], undefined],
    ['none', printedBy(first), [], undefined],
    ['one, where it was printed without any', printedBy(), [first], undefined],
    ['the current one, without its name', unnamed, [first], position],
    ['a former one, without its name', unnamed, [second, first], position],
    ['one that is left out, without its name', unnamed, [second], undefined],
  ])('is read under %s', (_, cursor, secrets, expected) => {
    expect(readCursor(cursor, { sort, secrets })).toEqual(expected);
  });

  it('is printed by the current one alone', () => {
    expect(readCursor(printedBy(second, first), { sort, secrets: [first] })).toBeUndefined();
  });

  it('carries the same four bytes for each cursor of a secret, and others for another secret', () => {
    const nameIn = (cursor: string) => Buffer.from(cursor, 'base64url').subarray(0, 4).toString('hex');
    expect(nameIn(printedBy(first))).toBe(nameIn(printedBy(first, second)));
    expect(nameIn(printedBy(first))).not.toBe(nameIn(printedBy(second)));
    expect(Buffer.from(first).toString('hex')).not.toContain(nameIn(printedBy(first)));
  });

  it('is refused where it names another secret of the list', () => {
    const [own, other] = [printedBy(first), printedBy(second)].map((cursor) => Buffer.from(cursor, 'base64url'));
    if (own === undefined || other === undefined) throw new Error('two cursors');
    const misnamed = Buffer.concat([other.subarray(0, 4), own.subarray(4)]).toString('base64url');
    expect(readCursor(misnamed, { sort, secrets: [second, first] })).toBeUndefined();
  });

  it('is refused under any sort but its own, and with any byte changed', () => {
    const secrets = [second, first];
    const bytes = Buffer.from(printedBy(first), 'base64url');
    expect(readCursor(printedBy(first), { sort: 'Thing by title', secrets })).toBeUndefined();
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (place, change) => {
        const changed = Buffer.from(bytes);
        changed[place] = (changed[place] ?? 0) ^ change;
        expect(readCursor(changed.toString('base64url'), { sort, secrets })).toBeUndefined();
      }),
    );
  });

  it('is refused without secrets, too, with any byte changed, cut or added', () => {
    const cursor = printedBy();
    const read = (text: string) => readCursor(text, { sort, secrets: [] });
    expect(read(cursor)).toEqual(position);
    for (const index of cursor.split('').keys()) {
      const [before, after] = [cursor.slice(0, index), cursor.slice(index + 1)];
      for (const other of ['A', 'B', 'é', '.', '\0']) {
        if (cursor[index] !== other) expect(read(before + other + after)).toBeUndefined();
      }
      expect([read(before), read(after), read(before + after)]).toEqual([undefined, undefined, undefined]);
    }
    for (const more of ['A', '=', '.', ' ', `.${'A'.repeat(16)}`]) expect(read(cursor + more)).toBeUndefined();
  });

  it('is refused where it is of another version of the format', () => {
    const ofVersion = (version: number) => {
      const payload = Buffer.from(JSON.stringify([version, ...position])).toString('base64url');
      return `${payload}.${crc32(`${sort}\n${payload}`).toString(36)}`;
    };
    expect([1, 0, 2].map((version) => readCursor(ofVersion(version), { sort, secrets: [] }))).toEqual([
      position,
      undefined,
      undefined,
    ]);
  });

  it('is refused, and fails at nothing, where it is any other text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => {
        expect(readCursor(text, { sort, secrets: [first, second] })).toBeUndefined();
      }),
    );
  });
});

describe('what each() refuses of a query', () => {
  const params = { filters: 'where', sort: 'order', pagination: 'page', facets: 'beside' };
  const slice = { type: 'page', page: 1, pageSize: 5, withCount: undefined } as const;
  const facet = { name: 'rank', facet: {}, limit: undefined, search: undefined } as FacetRequest;

  // prettier-ignore
  it.each([
    ['nothing of one without either', { slice: undefined, facets: [], aggregates: [] }, []],
    ['a slice: every row is answered', { slice, facets: [], aggregates: [] }, [{ code: 'invalid_pagination', path: 'page', pointer: '/page' }]],
    ['facets, which stand beside a page: what is read is named', { slice: undefined, facets: [facet], aggregates: [] }, [{ code: 'unknown_parameter', path: 'beside', pointer: '/beside', allowed: ['where', 'order', 'page'] }]],
    ['both', { slice, facets: [facet], aggregates: [] }, [{ pointer: '/page' }, { pointer: '/beside' }]],
  ])('%s', (_, parts, issues) => {
    const { slice: pagination, ...asked } = parts;
    const plan = { list: { params }, asked: { pagination, ...asked } } as unknown as QueryPlan;
    expect(eachIssues(plan)).toMatchObject(issues);
  });
});
