import type { DataSource, EntityTarget, ObjectLiteral } from 'typeorm';
import { FilterException, FilterService } from 'nestjs-filterable';
import type { FieldRule } from '../../../lib/schema/index.js';
import { describeEntities } from '../../support/metadata.js';
import { entityOf } from '../../support/samples/entities.js';

type Paths = NonNullable<FieldRule['paths']>;

/** Reads a condition that the program has on a document, and returns its SQL, or the code of its refusal. */
async function inCode(paths: Paths, doc: object): Promise<string> {
  const Sample = entityOf('sample', { doc: { type: 'simple-json', paths } });
  const source = await describeEntities('sqlite', [Sample]);
  return filtered(source, Sample, { doc });
}

function filtered(source: DataSource, entity: EntityTarget<ObjectLiteral>, filters: object): string {
  try {
    return FilterService.forDataSource(source).filter(entity, { filters }).getQuery();
  } catch (error) {
    if (error instanceof FilterException) return error.issues.map(({ code }) => code).join();
    throw error;
  }
}

const two = { a: { kind: 'text', at: ['v'], as: 'a' }, b: { kind: 'integer', at: ['v'], as: 'b' } } as const;
const within = { whole: { kind: 'text', at: ['size'], as: 'whole' }, 'size.width': 'integer' } as const;
const swapped = { x: { kind: 'text', at: ['y'], as: 'x' }, y: { kind: 'text', at: ['x'], as: 'y' } } as const;
const below = { size: 'text', deep: { kind: 'integer', at: ['size', 'width'], as: 'deep' } } as const;

describe('a path declared with its keys', () => {
  it.each<[paths: Paths, doc: object, expected: string, why: string]>([
    [{ a: { kind: 'text', at: ['v'], as: 'a' } }, { a: 'x' }, `'$."v"'`, 'has its name'],
    [{ a: { kind: 'text', at: ['v'], as: 'a' } }, { v: 'x' }, `'$."v"'`, 'and its keys'],
    [{ a: { kind: 'text', at: ['v', 'w'], as: 'a' } }, { v: { w: 'x' } }, `'$."v"."w"'`, 'one within the other'],
    [two, { a: 'x' }, "WHEN 'text'", 'may share its keys with another'],
    [two, { b: 1 }, 'BETWEEN -2147483648', 'of another kind'],
    [two, { v: 1 }, 'unknown_field', 'and then has no other name'],
    [{ v: 'text', b: two.b }, { v: 'x' }, "WHEN 'text'", 'the name of another path is that path'],
    [within, { whole: 'x' }, `'$."size"'`, 'may hold another path'],
    [within, { size: { width: 1 } }, `'$."size"."width"'`, 'which keeps its name'],
    [within, { size: 'x' }, 'expected_object', 'and is a group'],
    [swapped, { x: 'a' }, `'$."y"'`, 'its name is its own'],
    [below, { size: 'x' }, `'$."size"'`, 'may be below another path'],
    [below, { deep: 1 }, `'$."size"."width"'`, 'and has its name'],
    [below, { size: { width: 1 } }, 'unknown_operator', 'but no name below that of a value'],
  ])('%j: %j is %s: it %s', async (paths, doc, expected) => {
    expect(await inCode(paths, doc)).toContain(expected);
  });
});
