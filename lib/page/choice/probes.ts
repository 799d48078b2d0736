import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type Condition, type Related, conjunctsOf } from '../../ast/index.js';
import { isIndexed, isServed } from '../../adaptive/index.js';
import type { FilterSchema } from '../../schema/index.js';
import { ListPlan, listOf } from '../../statements/index.js';
import { type SqlPlan, addWhere, compile, keySubquery, limitSql, noAddition } from '../../sql/index.js';
import { entityText, selectBeside } from '../../typeorm/index.js';
import { clearSelection, matchingRows } from '../rows/matching-rows.js';
import type { RawRow } from '../rows/positions.js';
import { readValues } from '../rows/read-statement.js';
import { selectFrom } from '../rows/subquery.js';

/*
 * Questions whether more than a few rows satisfy a condition. Each is one statement that stops after these few, and has
 * a row where there are more.
 */

/** A list, and the number of rows that counts as few. */
interface Probe<E extends ObjectLiteral> {
  readonly builder: SelectQueryBuilder<E>;
  readonly plan: SqlPlan;
  readonly few: number;
}

/**
 * Returns true where a declared index finds the visible related rows that satisfy a condition, or indexes do
 * along further relations. The question about their number then reads only a few. A delete date is ignored,
 * because most rows have none.
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

/** A statement with at most one row, before it is written. */
export interface Question {
  readonly plan: ListPlan;
  /** Parts of the statement beside its plan. */
  readonly texts: readonly string[];
  readonly write: () => SelectQueryBuilder<ObjectLiteral>;
}

/** Asks whether more than a few rows are related to a row that satisfies a condition. */
export function areManyRelated<E extends ObjectLiteral>(condition: Related, probe: Probe<E>): Question {
  const { link, toMany } = condition.relation;
  return link.via === 'columns' && !toMany ? manyReferTo(condition, probe) : manyKeys(condition, probe);
}

/** Counts keys. A key may occur several times. */
function manyKeys<E extends ObjectLiteral>(condition: Related, { builder, plan, few }: Probe<E>): Question {
  const list = listOf(builder, unordered(plan, [condition]));
  const keys = new ListPlan(list, 'keys of related rows', () => keySubquery(condition, list.plan, builder));
  const write = () => {
    const { where, statement } = keys.changes;
    const rows = selectBeside(builder, 'few-keys').from(`(${where}${limitSql(1, few)})`, 'nf_keys');
    return rows.setParameters(statement.parameters).select('1', answer);
  };
  return { plan: keys, texts: ['few keys', String(few)], write };
}

/** Counts the rows whose foreign key refers to a row that satisfies the condition. */
function manyReferTo<E extends ObjectLiteral>(condition: Related, probe: Probe<E>): Question {
  const { plan } = probe;
  const scopes = without(plan.scopes, plan.schema, condition.relation.target);
  return manyInTable({ ...unordered(plan, [condition]), scopes, shapes: new Map([[condition, 'keys']]) }, probe);
}

/** Asks whether more than a few rows of the whole table satisfy conditions on its own columns. */
export function areManyInTable<E extends ObjectLiteral>(conditions: readonly Condition[], probe: Probe<E>): Question {
  return manyInTable({ ...unordered(probe.plan, conditions), scopes: new Map() }, probe);
}

/** Counts the rows of the table. The list's own scope does not matter. */
function manyInTable<E extends ObjectLiteral>(counted: SqlPlan, { builder, few }: Probe<E>): Question {
  const { metadata } = counted.schema;
  const from = () => selectBeside(builder, 'few-rows').from<ObjectLiteral>(metadata.target, root).withDeleted();
  const list = listOf(from(), counted);
  const table = new ListPlan(list, 'table', () => compile(counted, list.builder));
  const write = () => {
    const rows = from();
    addWhere(rows, table.changes);
    return rows.select('1', answer).limit(1).offset(few);
  };
  return { plan: table, texts: ['few rows', String(few)], write };
}

/** Asks whether more than a few rows of the builder satisfy conditions and scopes. */
export function areManyOwn<E extends ObjectLiteral>(
  conditions: readonly Condition[],
  { builder, plan, few }: Probe<E>,
): Question {
  const list = listOf(builder, unordered(plan, conditions));
  const own = new ListPlan(list, 'own', () => compile(list.plan, builder));
  const write = () => {
    const rows = matchingRows(builder, own.changes, 'few-own');
    const cleared = clearSelection<ObjectLiteral>(rows);
    return cleared.addSelect('1', answer).limit(1).offset(few);
  };
  return { plan: own, texts: ['few own', String(few)], write };
}

/** Returns the plan of a statement without an order, for some of its conditions. */
export function unordered(plan: SqlPlan, conditions: readonly Condition[]): SqlPlan {
  return { ...plan, conditions, sort: [], total: false };
}

function without(scopes: SqlPlan['scopes'], schema: FilterSchema, target: FilterSchema): SqlPlan['scopes'] {
  return target === schema ? scopes : new Map([...scopes].filter(([scoped]) => scoped !== schema));
}

/** The alias of the table of a list, in a question about all of its rows. */
const root = 'nf_root';

/** Name of the selected value. */
const answer = 'nf_one';

/** Asks a question. */
export async function isTrue(question: Question): Promise<boolean> {
  const raw = await ask(question, []);
  return raw.length > 0;
}

/**
 * Asks a question, and in the same statement whether the table has more rows than so many. Undefined where it has not.
 */
export async function isTrueOfMoreThan(
  size: number,
  question: Question,
  { metadata }: FilterSchema,
): Promise<boolean | undefined> {
  const write = () => {
    const asked = question.write();
    const beyond = selectBeside(asked).from<ObjectLiteral>(metadata.target, root).withDeleted();
    beyond.select('1', answer).limit(1).offset(size);
    const rows = selectFrom(beyond, beyond.getQuery(), 'nf_beyond');
    rows.leftJoin(`(${asked.getQuery()})`, 'nf_asked', '1 = 1').setParameters(asked.getParameters());
    return rows.select(`${rows.escape('nf_asked')}.${rows.escape(answer)}`, answer);
  };
  const [row] = await ask({ ...question, write }, ['of more than', entityText(metadata), String(size)]);
  return row === undefined ? undefined : row[answer] !== null;
}

/** Sends a question. It has no name on the server, because the number of rows depends only on the values. */
async function ask({ plan, texts, write }: Question, more: readonly string[]): Promise<readonly RawRow[]> {
  const { raw } = await readValues({
    plan,
    addition: noAddition,
    selected: [...texts, ...more],
    isPlannedForValues: true,
    write: () => ({ builder: write(), names: [answer] }),
  });
  return raw;
}
