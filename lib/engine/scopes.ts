import type { Condition, QueryPlan } from '../ast/index.js';
import type { FilterSchema, Scope } from '../schema/index.js';
import type { Settings } from './settings.js';
import { trustedConditions } from './trusted.js';

/** What a query reaches: where scopes must be looked for. */
export type Reach = Pick<QueryPlan, 'schema' | 'filters' | 'added' | 'sort' | 'defaultSort'>;

/**
 * The scopes of every entity that a query reaches, made for one context. A scope that gives nothing is refused: an
 * expression that came out undefined by mistake would show every row.
 */
export function scopesFor(reach: Reach, context: unknown, settings: Settings): ReadonlyMap<FilterSchema, Condition> {
  const schemas = scopedSchemas(reach);
  if (schemas.length === 0) return noScopes;
  const scopes = new Map<FilterSchema, Condition>();
  for (const schema of schemas) {
    const condition = schema.scope && scopeOf(schema, schema.scope, context, settings);
    if (condition !== undefined) scopes.set(schema, condition);
  }
  return scopes;
}

const noScopes: ReadonlyMap<FilterSchema, Condition> = new Map();

/** A scope that could not be made. Whose rows may be seen is then not known, so the request is refused. */
export class ScopeFailure extends Error {
  override readonly name = 'ScopeFailure';
}

function scopeOf(schema: FilterSchema, scope: Scope, context: unknown, settings: Settings): Condition | undefined {
  const where = `The scope of ${schema.name}`;
  try {
    const filters = scope(context);
    if (typeof filters === 'object' && filters !== null) return trustedConditions(schema, filters, settings, where);
  } catch (cause) {
    const remedy = context === undefined ? '; it was given no context: { context } in code, context in forRoot()' : '';
    throw new ScopeFailure(`${where} failed${remedy}`, { cause });
  }
  throw new ScopeFailure(`${where} gave nothing; give conditions, or {} for every row`);
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

function collect(condition: Condition, into: FilterSchema[]): void {
  switch (condition.type) {
    case 'and':
    case 'or':
      for (const part of condition.conditions) collect(part, into);
      return;
    case 'not':
      return collect(condition.condition, into);
    case 'related':
    case 'relatedCount':
      collectSchema(condition.relation.target, into);
      if (condition.where !== undefined) collect(condition.where, into);
      return;
    case 'comparison':
      return;
  }
}

function collectSchema(schema: FilterSchema, into: FilterSchema[]): void {
  if (schema.scope !== undefined && !into.includes(schema)) into.push(schema);
}
