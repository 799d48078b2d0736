import type { Condition, Populated, QueryPlan, SortTerm } from '../ast/index.js';
import { populatedIn } from '../ast/index.js';
import type { FieldSchema, FilterSchema, RelationSchema } from '../schema/index.js';
import { wantsOfField } from './fields.js';
import { type EqualColumn, type OrderKeys, equalColumnsOf, orderKeysOf } from './ordered.js';
import { wantsOfPopulated, wantsOfRelation } from './relations.js';
import { type Use, type Wants, nothing, ranks, together, wanting, without } from './want.js';
import { wantsOfSearch } from './wants.js';

/** Wants of one request, by the part of it that has them. */
export interface RequestWants {
  readonly conditions: Wants;
  readonly sort: Wants;
  readonly populate: ReadonlyMap<string, Wants>;
  /** Columns that the rows have one value of, by the client's conditions, the server's and the scope. */
  readonly equal: readonly EqualColumn[];
  /** The first keys of the order, as far as an index can have them. */
  readonly order: OrderKeys;
}

/** Returns what a request wants of the indexes of its tables. */
export function wantsOfRequest(plan: QueryPlan): RequestWants {
  const { schema, filters, search, sort, defaultSort, populate, scopes, added } = plan;
  const scope = scopes.get(schema);
  const conditions = [filters, search?.condition].filter((condition) => condition !== undefined);
  const terms = sort.length > 0 ? sort : defaultSort;
  const order = orderKeysOf(schema, terms);
  return {
    conditions: together(conditions.map((condition) => wantsOfCondition(schema, condition, ''))),
    sort: together([wantsOfKeys(schema, order), ...restOf(terms, order).map((term) => wantsOfTerm(schema, term))]),
    populate: new Map(
      [...populatedIn(populate)].map((node: Populated) => [node.path, wantsOfPopulated(node, node.path)]),
    ),
    equal: equalColumnsOf(
      schema,
      [filters, scope, ...added].filter((condition) => condition !== undefined),
    ),
    order,
  };
}

/** One index has the keys of an order in their sequence. */
function wantsOfKeys({ name, table }: FilterSchema, { keys, paths }: OrderKeys): Wants {
  if (keys.length === 0) return nothing;
  const uses = paths.map((path) => ({ name: 'sort', path }) as const);
  return wanting({ entity: name, table, method: 'btree', keys, inAnyOrder: 0, uses, rank: ranks.values });
}

/** Returns the terms of an order that no index has beside others. Behind the primary key, none matters. */
function restOf(terms: readonly SortTerm[], { keys }: OrderKeys): readonly SortTerm[] {
  const rest = terms.slice(keys.length);
  const end = rest.findIndex(
    ({ target: { hops, field } }) => hops.length === 0 && field !== 'count' && isPrimary(field),
  );
  return end < 0 ? rest : rest.slice(0, keys.length > 0 ? end : end + 1);
}

function isPrimary({ expression }: FieldSchema): boolean {
  const { isPrimary: isKey, entityMetadata } = expression.metadata;
  return isKey && entityMetadata.primaryColumns.length === 1;
}

function wantsOfCondition(schema: FilterSchema, condition: Condition, path: string): Wants {
  switch (condition.type) {
    case 'and':
    case 'or':
      return together(condition.conditions.map((part) => wantsOfCondition(schema, part, path)));
    case 'not':
    case 'named':
      return wantsOfCondition(schema, condition.condition, path);
    case 'related':
    case 'relatedCount': {
      const { relation, where } = condition;
      const below = `${path}${relation.propertyPath}`;
      const inner = where === undefined ? nothing : wantsOfCondition(relation.target, where, `${below}.`);
      return together([wantsOfLink(schema, relation, below), inner]);
    }
    case 'comparison':
      return wantsOfComparison(schema, condition, path);
  }
}

function wantsOfLink(schema: FilterSchema, relation: RelationSchema, path: string): Wants {
  return wantsOfRelation(schema, relation, { name: 'relation', path });
}

function wantsOfComparison(
  schema: FilterSchema,
  { field, operator }: Extract<Condition, { readonly type: 'comparison' }>,
  before: string,
): Wants {
  const path = `${before}${field.propertyPath}`;
  if (operator.match !== undefined || operator.list === 'containing')
    return at(path, wantsOfSearch(schema, { hops: [], field }));
  const use = { name: 'filter', path } as const;
  if (operator.list === undefined && operator.indexUse === undefined) {
    return without({ entity: schema.name, use, reason: `no index serves ${operator.token}` });
  }
  return wantsOfField(schema, field, use);
}

/** Names the path from the list, in place of that from the entity of the field. */
function at(path: string, { wants, none }: Wants): Wants {
  const named = (use: Use): Use => ({ ...use, path });
  return {
    wants: wants.map((want) => ({ ...want, uses: want.uses.map(named) })),
    none: none.map((each) => ({ ...each, use: named(each.use) })),
  };
}

function wantsOfTerm(schema: FilterSchema, { target: { hops, field } }: SortTerm): Wants {
  const links = hops.map((hop, place) => {
    const owner = place === 0 ? schema : (hops[place - 1]?.target ?? schema);
    return wantsOfLink(
      owner,
      hop,
      hops
        .slice(0, place + 1)
        .map(({ propertyPath }) => propertyPath)
        .join('.'),
    );
  });
  if (field === 'count') return together(links);
  const path = [...hops, field].map(({ propertyPath }: RelationSchema | FieldSchema) => propertyPath).join('.');
  return together([...links, wantsOfField(hops.at(-1)?.target ?? schema, field, { name: 'sort', path })]);
}
