import { createHash } from 'node:crypto';
import { type FieldSchema, keyOf, viewFingerprint, visibilityFingerprint } from '../schema/index.js';
import type { FacetRequest } from './facets.js';
import { identityOf, identityOfTerm } from './identity.js';
import type { Populated } from './populate.js';
import type { QueryPlan } from './query-plan.js';

/** Returns the parts of a digest that a member of the plan decides. */
type Identify<Member extends keyof QueryPlan> = (value: QueryPlan[Member], plan: QueryPlan) => readonly unknown[];

/** Member outside the digest, with the reason. */
type NoPart = 'in the text' | 'in another member' | 'of the builder' | 'decides no answer';

/**
 * Every member of a plan, and its part in the digest, in the order of the digest. A new member does not compile without
 * a row here, because a key that forgot it would give one request the answer of another.
 */
const members: { readonly [Member in keyof Required<QueryPlan>]: Identify<Member> | NoPart } = {
  settings: (settings) => [settings],
  view: (view, { context }) => [viewFingerprint(view), visibilityFingerprint(view, context)],
  filters: (filters) => [filters === undefined ? null : identityOf(filters)],
  // Two handlers may look for the same words in different fields.
  search: (search) => [search === undefined ? null : identityOf(search.condition)],
  added: (conditions) => [[...new Set(conditions.map(identityOf))].sort()],
  sort: (sort, { defaultSort }) => [(sort.length > 0 ? sort : defaultSort).map(identityOfTerm)],
  scopes: (scopes) => [
    [...scopes].map(([{ metadata }, condition]) => [metadata.name, metadata.tablePath, identityOf(condition)]).sort(),
  ],
  aggregated: (aggregated) => (aggregated === undefined ? [] : identitiesOfAggregates(aggregated)),
  answered: (fields) => (fields === undefined ? [] : [{ answered: namesOfFields(fields) }]),
  selection: (selection) => [selection && [...selection.propertyPaths].sort()],
  aggregates: (aggregates) =>
    aggregates.map(({ aggregate, function: row, name }) => ['aggregate', name, keyOf('all', aggregate), row.name]),
  facets: (facets, { limits }) => facets.map((request) => identityOfFacet(request, limits?.facetValues)),
  populate: (populated) => populated.map(identityOfPopulated).sort(),
  // The text of the query has the mode; handlers may differ in what becomes of related rows.
  deleted: (deleted) => (deleted === undefined ? [] : [{ relatedDeleted: deleted.related }]),
  // A cursor of one handler is no cursor of another.
  handler: (handler, { slice, pageStyle }) =>
    (slice?.type ?? pageStyle) === 'cursor' && handler !== '' ? [{ handler }] : [],
  slice: 'in the text',
  params: 'in the text',
  context: 'in another member',
  defaultSort: 'in another member',
  limits: 'in another member',
  pagination: 'in another member',
  pageStyle: 'in another member',
  keyDirection: 'in another member',
  declaredFacets: 'in another member',
  declaredAggregates: 'in another member',
  // Conditions with relative dates are in the digest as what they resolved to.
  moment: 'in another member',
  schema: 'in another member',
  selected: 'of the builder',
  used: 'decides no answer',
  isNamed: 'decides no answer',
  strategy: 'decides no answer',
  hydration: 'decides no answer',
  naming: 'decides no answer',
  sent: 'decides no answer',
  flat: 'decides no answer',
  isForeign: 'decides no answer',
  work: 'decides no answer',
  print: 'decides no answer',
  rebind: 'decides no answer',
};

/** Binds a row of the table to its member. */
function identifierOf<Member extends keyof QueryPlan>(
  member: Member,
): readonly ((plan: QueryPlan) => readonly unknown[])[] {
  const row: Identify<Member> | NoPart = members[member];
  return typeof row === 'string' ? [] : [(plan) => row(plan[member], plan)];
}

const identifiers = (Object.keys(members) as (keyof QueryPlan)[]).flatMap((member) => identifierOf(member));

/**
 * Returns a digest of everything that decides an answer except the slice, from the client or the server: 43 characters
 * of SHA-256 in base64url. Equal digests reveal only that two scopes or secrets are equal.
 */
export function digestOf(plan: QueryPlan): string {
  const parts = identifiers.flatMap((identify) => identify(plan));
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/**
 * Returns a list that is equal for facets with equal answers. A handler may declare another type or limit for a name.
 */
function identityOfFacet({ facet, name, limit, search }: FacetRequest, most = Infinity): readonly unknown[] {
  const { type, limit: declared = Infinity } = facet;
  return [name, keyOf('all', facet), type, limit ?? String(Math.min(declared, most)), search ?? null];
}

/**
 * Returns a text that is equal for populated relations with equal rows: a handler may declare another limit or order.
 */
function identityOfPopulated({ relation, filters, where, sort, limit, ...answer }: Populated): string {
  return JSON.stringify([
    'populate',
    relation.propertyPath,
    // The answer tells of it by the names that the client used, which may be former ones.
    answer.path,
    filters === undefined ? null : identityOf(filters),
    where === undefined ? null : identityOf(where),
    sort.map(identityOfTerm),
    limit ?? null,
    [...answer.propertyPaths].sort(),
    ...(answer.answered === undefined ? [] : [{ answered: namesOfFields(answer.answered) }]),
    answer.populate.map(identityOfPopulated).sort(),
  ]);
}

/** Returns texts that are equal for equal declared conditions: in two contexts, one declaration may give two. */
function identitiesOfAggregates(aggregated: NonNullable<QueryPlan['aggregated']>): readonly string[] {
  const each = [...aggregated].map(([{ where }, condition]) =>
    JSON.stringify(['aggregated', where?.subject, condition === undefined ? null : identityOf(condition)]),
  );
  return each.sort();
}

function namesOfFields(fields: readonly FieldSchema[]): readonly string[] {
  return fields.map(({ propertyPath }) => propertyPath).sort();
}
