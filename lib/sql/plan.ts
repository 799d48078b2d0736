import type { Comparison, Condition, Hydration, Or, Related, RelatedCount, SortTerm } from '../ast/index.js';
import { numberOfObject, part } from '../caches/index.js';
import type { Dialect } from '../dialects/index.js';
import type {
  ColumnSchema,
  ExpressionSchema,
  FilterSchema,
  RelatedAggregate,
  RelationStrategy,
  Report,
} from '../schema/index.js';
import type { FilterValue } from '../values/index.js';
import { type Predicate, isBuiltIn, phraseOf, writtenLength } from './conditions/comparison.js';
import { type BoundBy, type Operands, makerBy, padded } from './binding.js';
import type { OrderJoin, OrderKey } from './order.js';
import type { Statement } from './statement.js';

/** A way of answering a condition on related rows: their keys first, as a whole, or row by row. */
export type RelatedShape = 'keys' | 'walk';

/** The default place of NULL in an order; `engine` leaves it to the database, so that a plain index serves the sort. */
export type NullsDefault = 'engine' | 'first' | 'last';

/** The part of a query that becomes SQL. */
export interface SqlPlan {
  readonly schema: FilterSchema;
  /** Entity that the builder selects, if it extends the plan's: its scopes apply, too. */
  readonly selected?: FilterSchema | undefined;
  /** Conditions that must all hold: the client's, and the server's. */
  readonly conditions: readonly Condition[];
  /** Visible rows of each entity with a scope. Applied wherever the entity's rows are reached. */
  readonly scopes: ReadonlyMap<FilterSchema, Condition>;
  /** Declared conditions of aggregates of related rows, in a request's context. Undefined where all rows count. */
  readonly aggregated?: ReadonlyMap<RelatedAggregate, Condition | undefined> | undefined;
  /** Escaped columns that conditions fix at one value. Sorting by them first changes no order. */
  readonly leading?: readonly string[] | undefined;
  /** The strategy of relations that declare none. */
  readonly strategy?: RelationStrategy | undefined;
  readonly shapes?: ReadonlyMap<Related, RelatedShape> | undefined;
  /** Disjunction to answer by the keys of each alternative's rows, if any. */
  readonly union?: Or | undefined;
  /** Condition on related rows that alone narrows a whole list: all of them are read in groups. */
  readonly inGroups?: Comparison | RelatedCount | undefined;
  /** Called when named statements stop working on the server. Undefined where none are used. */
  readonly naming?: Report | undefined;
  readonly hydration?: Hydration | undefined;
  /** True where related rows count whether they are deleted or not, as by the builder's own `withDeleted()`. */
  readonly relatedDeleted?: boolean | undefined;
  /** Gives parameters names that are unique in this process, because the host may embed the builder in another. */
  readonly givenAway?: boolean | undefined;
  readonly sort: readonly SortTerm[];
  /** Appends the primary key to the order, so that no two rows are equal in it. */
  readonly total: boolean;
  /** The place of NULL for sort keys that name none. */
  readonly nulls: NullsDefault;
  /** Direction of the primary key. Undefined for the last sort key's: one index, read backwards, serves both. */
  readonly keyDirection?: 'asc' | undefined;
  /** True where nothing narrows the list: every row of the table is sorted. */
  readonly isWhole?: boolean | undefined;
}

/** Compiled plan without its values: one object serves all plans of a structure. */
export interface PlanSql {
  /** One condition, in brackets if it has several parts. Undefined for a plan without any. */
  readonly where: string | undefined;
  readonly joins: readonly OrderJoin[];
  readonly order: readonly OrderKey[];
  /** Constant expressions to order by first, so that the planner reads a certain index in its order, or avoids one. */
  readonly leading: readonly string[];
  readonly schema: FilterSchema;
  /** Primary key of the entity, which tells a page's rows apart. */
  readonly primaryKey: readonly ColumnSchema[];
}

/** Compiled plan. It is complete before the builder changes, so that an error leaves the builder as it was. */
export interface SqlChanges extends PlanSql {
  /** Its parameters, and names for what is added to it. */
  readonly statement: Statement;
}

/** Returns a compiled plan on another statement, which has its parameters, and a condition beside the plan's. */
export function changesOf(sql: PlanSql, statement: Statement): SqlChanges {
  const { where, joins, order, leading, schema, primaryKey } = sql;
  const both = [where, statement.condition].filter((part) => part).join(' AND ');
  return { where: both === '' ? undefined : both, joins, order, leading, schema, primaryKey, statement };
}

/**
 * Splits a plan into a text, equal only for equal SQL, and the values of its operands. Objects of the schema appear in
 * the text as numbers. A host's virtual column or operator appears as its SQL.
 */
class StructureWriter {
  text = '';
  readonly operands: (readonly FilterValue[])[] = [];

  constructor(private readonly dialect: Dialect) {}

  condition(condition: Condition): void {
    switch (condition.type) {
      case 'and':
      case 'or':
        this.text += `${condition.type}(`;
        this.conditions(condition.conditions);
        break;
      case 'not':
        this.text += 'not';
        this.condition(condition.condition);
        break;
      case 'comparison':
        this.expression(condition.field.expression);
        this.operand(condition, condition.field.expression);
        if (condition.where !== undefined) this.inner(condition.where);
        break;
      case 'related':
        this.text += `r${numberOfObject(condition.relation)} ${condition.quantifier}`;
        this.inner(condition.where);
        break;
      case 'relatedCount':
        this.text += `n${numberOfObject(condition.relation)}`;
        for (const each of condition.comparisons) this.operand(each);
        this.inner(condition.where);
        break;
      case 'named':
        this.condition(condition.condition);
    }
  }

  conditions(conditions: readonly Condition[]): void {
    for (const condition of conditions) this.condition(condition);
    this.text += ')';
  }

  sort(terms: readonly SortTerm[]): void {
    for (const { target, direction, nulls } of terms) {
      for (const hop of target.hops) this.text += `r${numberOfObject(hop)}`;
      if (target.field === 'count') this.text += 'n';
      else this.expression(target.field.expression);
      this.text += `${direction}${nulls ?? ''};`;
    }
  }

  private inner(where: Condition | undefined): void {
    this.text += '(';
    this.conditions(where === undefined ? [] : [where]);
  }

  private expression(expression: ExpressionSchema): void {
    this.text += `c${numberOfObject(expression)}`;
    // A host's SQL may be of another time. That of an aggregate is the library's.
    if (expression.isSubquery && expression.aggregate === undefined) this.text += `=${part(expression.sqlOf(''))}`;
  }

  /** Adds an operator, the number of values that its SQL depends on, and the forms of ranges, whose SQL differs. */
  private operand({ operator, values }: Predicate, by?: BoundBy): void {
    const length = by === undefined ? values.length : writtenLength({ operator, values }, by, this.dialect);
    this.text += `o${numberOfObject(operator)}#${length}`;
    const written = length === values.length ? values : padded(values);
    if (values.some((value) => typeof value === 'object')) for (const value of written) this.text += formOf(value);
    // A transformer may return a value of another type, whose SQL differs.
    if (by?.column?.transformer !== undefined && operator.takes !== 'boolean' && operator.list === undefined) {
      const make = makerBy(by);
      for (const value of written) this.text += typeText(make(value));
    }
    this.text += ';';
    if (by !== undefined && operator.list === undefined && !isBuiltIn(operator)) {
      this.text += `=${part(phraseOf(operator, by, values.length, this.dialect))}`;
    }
    if (values.length === 0) return;
    const place = this.operands.indexOf(values);
    if (place >= 0) this.text += `@${place};`;
    else this.operands.push(values);
  }
}

/** Tells instants, days, a single day of a column of dates, several, and texts apart. */
function formOf(value: FilterValue): string {
  if (typeof value !== 'object') return 't';
  if (value.type === 'days') return value.first === value.last ? 's' : 'r';
  return value.type === 'day' ? 'd' : 'i';
}

function typeText(value: unknown): string {
  if (Array.isArray(value)) return `list ${value.length} ${typeText(value[0])},`;
  if (value === null) return 'null,';
  return `${value instanceof Date ? 'date' : typeof value},`;
}

/** Returns a text that is equal only for equal operands of one structure. */
export function operandsText(operands: Operands): string {
  let text = '';
  for (const values of operands) {
    text += `${values.length};`;
    for (const value of values) text += valueText(value);
  }
  return text;
}

/** Writes a value. Only a text can contain a semicolon, and only a text begins with a digit. */
function valueText(value: FilterValue): string {
  if (typeof value === 'string') return part(value);
  if (typeof value === 'number') return `n${value};`;
  if (typeof value === 'boolean') return `${value};`;
  if (value.type === 'days') return `days ${value.first} ${value.last};`;
  if (value.type === 'day') return `day ${value.start.epoch} ${value.end.epoch} ${value.end.micros};`;
  return `i${value.epoch} ${value.micros};`;
}

/** Writes the effect of a plan's member on its SQL. A member that is undefined or false has none. */
type Write<Member extends keyof SqlPlan> = (
  value: Exclude<SqlPlan[Member], undefined | false>,
  writer: StructureWriter,
) => void;

/** Writes nothing behind the mark of a member: that it is there is all. */
const hasNoMore = (): void => undefined;

type NoPart = 'named by the way' | 'not in the SQL';

/**
 * Every member of a plan, and its part in the structure. A new member does not compile without a row here, because a
 * structure that forgot it would give one request the statement of another.
 */
const members: { readonly [Member in keyof Required<SqlPlan>]: Write<Member> | NoPart } = {
  schema: (schema, writer) => (writer.text += numberOfObject(schema)),
  selected: (schema, writer) => (writer.text += numberOfObject(schema)),
  conditions: (conditions, writer) => writer.conditions(conditions),
  scopes: (scopes, writer) => {
    for (const [schema, condition] of scopes) {
      writer.text += `s${numberOfObject(schema)}`;
      writer.condition(condition);
    }
  },
  aggregated: (aggregated, writer) => {
    for (const [aggregate, condition] of aggregated) {
      writer.text += `a${numberOfObject(aggregate)}(`;
      writer.conditions(condition === undefined ? [] : [condition]);
    }
  },
  leading: (columns, writer) => (writer.text += JSON.stringify(columns)),
  strategy: (strategy, writer) => (writer.text += strategy),
  // A plan has at most one such condition, and it is also written among the conditions.
  inGroups: hasNoMore,
  shapes: 'named by the way',
  union: 'named by the way',
  naming: 'not in the SQL',
  hydration: 'not in the SQL',
  relatedDeleted: hasNoMore,
  givenAway: hasNoMore,
  sort: (terms, writer) => writer.sort(terms),
  total: hasNoMore,
  nulls: (nulls, writer) => (writer.text += nulls),
  keyDirection: (direction, writer) => (writer.text += direction),
  isWhole: hasNoMore,
};

const names = Object.keys(members) as (keyof SqlPlan)[];

/**
 * Returns the text of a plan's structure, and the values that distinguish plans of it. For one builder, and one way to
 * compile, plans of one structure have the same SQL.
 */
export function structureOf(plan: SqlPlan): { readonly text: string; readonly operands: Operands } {
  const writer = new StructureWriter(plan.schema.dialect);
  for (const [place, member] of names.entries()) writeMember(member, place, plan, writer);
  return writer;
}

/** Writes a member behind its place in the table. Nothing else has a space before a number. */
function writeMember<Member extends keyof SqlPlan>(
  member: Member,
  place: number,
  plan: SqlPlan,
  writer: StructureWriter,
): void {
  const write: Write<Member> | NoPart = members[member];
  const value = plan[member];
  if (typeof write === 'string' || !hasPart(value)) return;
  writer.text += ` ${place}:`;
  write(value, writer);
}

function hasPart<Value>(value: Value): value is Exclude<Value, undefined | false> {
  return value !== undefined && value !== false;
}
