import { type Condition, type QueryPlan, and, comparison, forEachCondition, not, or } from '../ast/index.js';
import { builtInOperators } from '../operators/index.js';
import { type FilterSchema, type RowScope, isPromise } from '../schema/index.js';
import type { Settings } from './settings.js';
import { trustedConditions } from './trusted.js';

/** What a query reaches: where scopes must be looked for. */
export type Reach = Pick<QueryPlan, 'schema' | 'filters' | 'added' | 'sort' | 'defaultSort'>;

/** The conditions that scopes come to, by the entity whose rows they hold for. */
export type Scopes = ReadonlyMap<FilterSchema, Condition>;

/**
 * The scopes of every entity that a query reaches, made for one context. A scope that gives nothing is refused: an
 * expression that came out undefined by mistake would show every row.
 */
export function scopesFor(reach: Reach, context: unknown, settings: Settings): Scopes {
  const schemas = scopedSchemas(reach);
  return schemas.length === 0 ? noScopes : withScopes(noScopes, schemas, context, settings);
}

/** The same with the scopes of more entities. */
export function withScopes(
  known: Scopes,
  schemas: readonly FilterSchema[],
  context: unknown,
  settings: Settings,
): Scopes {
  const scopes = new Map(known);
  for (const schema of schemas) {
    const condition = and(schema.scopes.flatMap((rows) => rowCondition(rows, context, settings) ?? []));
    if (condition !== undefined) scopes.set(schema, condition);
  }
  return scopes;
}

const noScopes: Scopes = new Map();

/** A scope that could not be made. Whose rows may be seen is then not known, so the request is refused. */
export class ScopeFailure extends Error {
  override readonly name = 'ScopeFailure';

  /** @param lacksContext whether no context was given, which is then the likely reason */
  constructor(
    message: string,
    readonly lacksContext: boolean,
    options?: ErrorOptions,
  ) {
    super(
      lacksContext ? `${message}; it was given no context: { context } in code, context in forRoot()` : message,
      options,
    );
  }
}

/**
 * All scopes of some rows together. Where they are not all rows of the entity, a row of another class is let through; so is
 * one without a discriminator, which TypeORM takes for a row of the entity itself.
 */
function rowCondition(
  { schema, declared, only }: RowScope,
  context: unknown,
  settings: Settings,
): Condition | undefined {
  const condition = and(declared.flatMap((scope) => scopeOf(schema, scope, context, settings) ?? []));
  if (condition === undefined || only === undefined) return condition;
  const { discriminator, values } = only;
  const isOther = not(comparison(discriminator, operatorOf('$in'), values));
  return or([comparison(discriminator, operatorOf('$null'), []), isOther, condition]);
}

function operatorOf(wanted: '$in' | '$null') {
  const operator = builtInOperators.find(({ token }) => token === wanted);
  if (operator === undefined) throw new TypeError(`there is no ${wanted}`);
  return operator;
}

function scopeOf(
  schema: FilterSchema,
  { scope, by }: RowScope['declared'][number],
  context: unknown,
  settings: Settings,
): Condition | undefined {
  const where =
    by === schema.name ? `The scope of ${schema.name}` : `The scope of ${by}, which ${schema.name} extends,`;
  const lacksContext = context === undefined;
  let isAwaited: boolean;
  try {
    const filters = scope(context);
    isAwaited = isPromise(filters);
    if (typeof filters === 'object' && filters !== null && !isAwaited) {
      return trustedConditions(schema, filters, settings, where);
    }
  } catch (cause) {
    throw new ScopeFailure(`${where} failed`, lacksContext, { cause });
  }
  if (isAwaited) {
    throw new ScopeFailure(`${where} gave a promise; await what it needs in \`context\`, and decide by that`, false);
  }
  throw new ScopeFailure(`${where} gave nothing; give conditions, or {} for every row`, lacksContext);
}

/** Every schema that has a scope, once, of those that a query reaches. */
function scopedSchemas({ schema, filters, added, sort, defaultSort }: Reach): readonly FilterSchema[] {
  const schemas: FilterSchema[] = [];
  collectSchema(schema, schemas);
  if (filters !== undefined) collect(filters, schemas);
  for (const condition of added) collect(condition, schemas);
  for (const { target } of sort) for (const hop of target.hops) collectSchema(hop.target, schemas);
  for (const { target } of defaultSort) for (const hop of target.hops) collectSchema(hop.target, schemas);
  return schemas;
}

/** Conditions on a relation reach the entity on its other side. */
function collect(condition: Condition, into: FilterSchema[]): void {
  forEachCondition(condition, (each) => {
    if (each.type === 'related' || each.type === 'relatedCount') collectSchema(each.relation.target, into);
  });
}

function collectSchema(schema: FilterSchema, into: FilterSchema[]): void {
  if (schema.scopes.length > 0 && !into.includes(schema)) into.push(schema);
}
