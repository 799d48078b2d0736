import type { Condition, Populated, QueryPlan, SortTerm } from '../ast/index.js';
import { populatedIn } from '../ast/index.js';
import type { StatementPurpose } from '../contract/index.js';
import type { Ask } from '../dialects/index.js';
import type { DataSource } from 'typeorm';
import type { FieldSchema, FilterSchema, RelationSchema } from '../schema/index.js';
import { indexesOfTable } from './ask-catalogue.js';
import { wantsOfField } from './fields.js';
import { wantsOfPopulated, wantsOfRelation } from './relations.js';
import { isServedBy } from './served.js';
import { type Use, type Want, type Wants, nothing, together, without } from './want.js';
import { wantsOfSearch } from './wants.js';

/** Wants of one request, by the part of it that has them. */
interface RequestWants {
  readonly conditions: Wants;
  readonly sort: Wants;
  readonly populate: ReadonlyMap<string, Wants>;
}

/** Returns the paths that no index serves in a statement of a page. */
export type UnservedIn = (purpose: StatementPurpose, of: string | undefined) => readonly string[];

/** Reads the indexes of all tables that a request is about, and judges its conditions and orders by them. */
export async function unservedOf(
  plan: QueryPlan,
  { ask, source }: { readonly ask: Ask; readonly source: DataSource },
): Promise<UnservedIn> {
  const { conditions, sort, populate } = wantsOfRequest(plan);
  const all = together([conditions, sort, ...populate.values()]).wants;
  const unserved = new Set<Want>();
  const dialect = plan.schema.dialect.indexes;
  for (const table of new Map(all.map((want) => [want.table.path, want.table])).values()) {
    const own = all.filter((want) => want.table.path === table.path);
    const known = await indexesOfTable(table, own, { ask, source, dialect });
    for (const want of own) if (!isServedBy(want, known)) unserved.add(want);
  }
  const pathsOf = (parts: readonly Wants[]): readonly string[] => {
    const { wants, none } = together(parts);
    const uses = [
      ...wants.filter((want) => unserved.has(want)).flatMap(({ uses: own }) => own),
      ...none.map(({ use }) => use),
    ];
    return [...new Set(uses.map(({ path }) => path))];
  };
  return (purpose, of) => {
    if (purpose === 'populate') return pathsOf([populate.get(of ?? '') ?? nothing]);
    if (purpose === 'question' || purpose === 'keys') return [];
    return pathsOf(purpose === 'page' ? [conditions, sort] : [conditions]);
  };
}

function wantsOfRequest({ schema, filters, search, sort, defaultSort, populate }: QueryPlan): RequestWants {
  const conditions = [filters, search?.condition].filter((condition) => condition !== undefined);
  const terms = sort.length > 0 ? sort : defaultSort;
  return {
    conditions: together(conditions.map((condition) => wantsOfCondition(schema, condition, ''))),
    sort: together(terms.map((term) => wantsOfTerm(schema, term))),
    populate: new Map(
      [...populatedIn(populate)].map((node: Populated) => [node.path, wantsOfPopulated(node, node.path)]),
    ),
  };
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
