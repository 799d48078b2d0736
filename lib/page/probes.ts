import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type Condition, type Related, conjunctsOf } from '../ast/index.js';
import { isIndexed, isServed } from '../adaptive/index.js';
import type { FilterSchema } from '../schema/index.js';
import { type SqlPlan, addWhere, compile, keySubquery, selectBeside } from '../sql/index.js';
import { clearSelection, matchingRows } from './matching-rows.js';
import type { RawRow } from './positions.js';
import { selectFrom } from './subquery.js';

/*
 * The questions whether more than a few rows satisfy a condition. Each is one statement, which stops after those few, and has a row
 * where there are more.
 */

/** A list, and the number of rows that are few. */
interface Probe<E extends ObjectLiteral> {
  readonly builder: SelectQueryBuilder<E>;
  readonly plan: SqlPlan;
  readonly few: number;
}

/**
 * Returns true where a declared index finds the related rows that satisfy a condition and are visible, so that the question about
 * their number reads no more than a few of them; or indexes do, where the condition is about rows related to these. A delete date is
 * not counted: most rows have none.
 */
export function isAskable(
  { relation: { target }, where, quantifier, keys }: Related,
  scopes: SqlPlan['scopes'],
): boolean {
  if (target.discriminator !== undefined || quantifier !== 'some' || keys !== undefined) return false;
  const conditions = [where, scopes.get(target)].filter((part) => part !== undefined).flatMap(conjunctsOf);
  const [further, ...more] = conditions;
  if (further?.type !== 'related' || more.length > 0) return isServed(target, conditions);
  return isIndexed(further.relation, target) && isAskable(further, scopes);
}

/** A statement that has one row, or none. */
type Question = SelectQueryBuilder<ObjectLiteral>;

/** Asks whether more than a few rows are related to a row that satisfies a condition. */
export function areManyRelated<E extends ObjectLiteral>(condition: Related, probe: Probe<E>): Question {
  const { link, toMany } = condition.relation;
  return link.via === 'columns' && !toMany ? manyReferTo(condition, probe) : manyKeys(condition, probe);
}

/** Counts keys, of which one may be there several times. */
function manyKeys<E extends ObjectLiteral>(condition: Related, { builder, plan, few }: Probe<E>): Question {
  const { sql, parameters } = keySubquery(condition, plan, builder);
  const rows = selectBeside(builder, 'few-keys')
    .from(`(${sql} LIMIT 1 OFFSET ${few})`, 'nf_keys')
    .setParameters(parameters);
  return rows.select('1', answer);
}

/** Counts the rows whose foreign key refers to a row that satisfies the condition. The scope of the list itself does not matter. */
function manyReferTo<E extends ObjectLiteral>(condition: Related, { builder, plan, few }: Probe<E>): Question {
  const { schema } = plan;
  const rows = selectBeside(builder, 'few-rows').from<ObjectLiteral>(schema.metadata.target, 'nf_root').withDeleted();
  const changes = compile(
    {
      ...unordered(plan, [condition]),
      scopes: without(plan.scopes, schema, condition.relation.target),
      shapes: new Map([[condition, 'keys']]),
    },
    rows,
  );
  addWhere(rows, changes);
  return rows.select('1', answer).limit(1).offset(few);
}

/** Asks whether more than a few rows of the builder satisfy conditions and scopes. */
export function areManyOwn<E extends ObjectLiteral>(
  conditions: readonly Condition[],
  { builder, plan, few }: Probe<E>,
): Question {
  const rows = matchingRows(builder, compile(unordered(plan, conditions), builder), 'few-own');
  return clearSelection<ObjectLiteral>(rows).select('1', answer).limit(1).offset(few);
}

/** Returns the plan of a statement without an order, for some of its conditions. */
export function unordered(plan: SqlPlan, conditions: readonly Condition[]): SqlPlan {
  return { ...plan, conditions, sort: [], total: false };
}

function without(scopes: SqlPlan['scopes'], schema: FilterSchema, target: FilterSchema): SqlPlan['scopes'] {
  return target === schema ? scopes : new Map([...scopes].filter(([scoped]) => scoped !== schema));
}

/** The name of what a question selects. */
const answer = 'nf_one';

/** Asks a question. */
export async function isTrue(question: Question): Promise<boolean> {
  return (await question.getRawOne()) !== undefined;
}

/** Asks a question, and in the same statement whether the table has more rows than so many; undefined where it has not. */
export async function isTrueOfMoreThan(
  size: number,
  question: Question,
  { metadata }: FilterSchema,
): Promise<boolean | undefined> {
  const beyond = selectBeside(question).from<ObjectLiteral>(metadata.target, 'nf_root').withDeleted();
  beyond.select('1', answer).limit(1).offset(size);
  const rows = selectFrom(beyond, beyond.getQuery(), 'nf_beyond');
  rows.leftJoin(`(${question.getQuery()})`, 'nf_asked', '1 = 1').setParameters(question.getParameters());
  const row = await rows.select(`${rows.escape('nf_asked')}.${rows.escape(answer)}`, answer).getRawOne<RawRow>();
  return row === undefined ? undefined : row[answer] !== null;
}
