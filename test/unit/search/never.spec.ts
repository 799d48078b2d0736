import {
  type Condition,
  and,
  conjunctsOf,
  mapParts,
  never,
  not,
  or,
  planOf,
  printObject,
  related,
  someCondition,
  withoutRepetition,
} from '../../../lib/ast/index.js';
import { identityOf } from '../../../lib/ast/condition.js';
import type { RelationSchema } from '../../../lib/schema/index.js';
import { ConditionCompiler } from '../../../lib/sql/conditions/conditions.js';
import { statementFor } from '../../support/statements.js';
import { Desk } from './desk.js';
import { Book } from './library.js';

/** The condition that is never true, wherever conditions are read, printed, compared and compiled. */

const { filters } = await Desk.on('sqlite');
const plan = planOf(filters.parse(Book, 'filters[author][name]=a&filters[keywords][word]=b'));
const relations = conjunctsOf(plan.asked.filters ?? never).flatMap((part) =>
  part.type === 'related' ? part.relation : [],
);

function relationOf(name: string): RelationSchema {
  const relation = relations.find(({ propertyPath }) => propertyPath === name);
  if (relation === undefined) throw new Error(`there is no ${name}`);
  return relation;
}

function sqlOf(condition: Condition): string {
  const statement = statementFor(plan.list.schema.dialect);
  return new ConditionCompiler(statement).compile(condition, { alias: 'b', schema: plan.list.schema });
}

const [one] = conjunctsOf(plan.asked.filters ?? never);
const condition = one ?? never;

describe('the condition that no row satisfies', () => {
  // prettier-ignore
  it.each<readonly [Condition, string, string]>([
    [never, '1 = 0', 'alone'],
    [not(never), '1 = 1', 'negated'],
    [not(not(never)), '1 = 0', 'negated twice'],
    [related(relationOf('author'), 'some', never), 'b."authorId" IN (SELECT nf_1."id" FROM "author" nf_1 WHERE 1 = 0)', 'of a row to which there is a foreign key'],
    [related(relationOf('keywords'), 'none', never), 'NOT EXISTS (SELECT 1 FROM "book_keywords_keyword" nf_2 INNER JOIN "keyword" nf_1 ON nf_1."id" = nf_2."keywordId" WHERE nf_2."bookId" = b."id" AND 1 = 0)', 'of no row of many'],
  ])('%#: %s (%s)', (made, sql) => {
    expect(sqlOf(made)).toBe(sql);
  });

  it('compiles beside others', () => {
    expect(sqlOf(and([never, condition]) ?? never)).toMatch(/^\(1 = 0 AND .*\)$/);
    expect(sqlOf(or([never, condition]) ?? never)).toBe(sqlOf(condition));
    expect(or([never, never])).toBe(never);
    expect(or([never])).toBe(never);
    expect(or([])).toBeUndefined();
  });

  it('is walked, rebuilt, compared and printed like any other', () => {
    expect(someCondition(never, ({ type }) => type === 'comparison')).toBe(false);
    expect(conjunctsOf(never)).toEqual([never]);
    expect(mapParts(never, () => condition)).toBe(never);
    expect(withoutRepetition(never)).toEqual(never);
    expect(printObject(never)).toEqual({ $or: [] });
    expect(identityOf(never)).not.toBe(identityOf(not(never)));
    expect(identityOf(never)).not.toBe(identityOf(condition));
  });
});
