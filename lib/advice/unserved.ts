import type { DataSource } from 'typeorm';
import type { QueryPlan } from '../ast/index.js';
import type { MissingIndex, StatementPurpose } from '../contract/index.js';
import type { Ask } from '../dialects/index.js';
import type { Table } from '../schema/index.js';
import { indexesOfTable } from './ask-catalogue.js';
import { type RankedIndex, byRank, missingIn } from './missing.js';
import { wantOfOrder } from './ordered.js';
import { type RequestWants, wantsOfRequest } from './request-wants.js';
import { type KnownIndexes, isServedBehind, isServedBy } from './served.js';
import { type Want, type Wants, nothing, ranks, together } from './want.js';

/** What the indexes of a database do for one request. */
export interface RequestAdvice {
  /** Returns the paths that no index serves in a statement of the page. */
  readonly unservedIn: (purpose: StatementPurpose, of: string | undefined) => readonly string[];
  /** Indexes that would serve the request, the one that saves most first. */
  readonly missing: readonly MissingIndex[];
}

/** Reads the indexes of all tables that a request is about, and judges its conditions and orders by them. */
export async function adviseOnRequest(
  plan: QueryPlan,
  { ask, source }: { readonly ask: Ask; readonly source: DataSource },
): Promise<RequestAdvice> {
  const request = wantsOfRequest(plan);
  const { conditions, sort, populate } = request;
  const all = together([conditions, sort, ...populate.values()]).wants;
  const tables = new Map([plan.schema.table, ...all.map(({ table }) => table)].map((table) => [table.path, table]));
  const unserved = new Set<Want>();
  const missing: RankedIndex[] = [];
  const taken = new Set<string>();
  for (const table of tables.values()) {
    const own = all.filter((want) => want.table.path === table.path);
    if (own.length === 0) continue;
    const known = await indexesOfTable(table, own, { ask, source, dialect: plan.schema.dialect.indexes });
    for (const { name } of known.indexes) taken.add(name);
    const lacking = own.filter((want) => !isServed(want, { plan, request, known }));
    for (const want of lacking) unserved.add(want);
    const wanted = table.path === plan.schema.table.path ? withOrder(lacking, { plan, request, known }) : lacking;
    missing.push(...(await missingIn(known, wanted, { ask, source, taken, schema: plan.schema })));
  }
  return { unservedIn: unservedBy(request, unserved), missing: missing.sort(byRank).map(({ index }) => index) };
}

/** A request beside the indexes of one table. */
interface Judged {
  readonly plan: QueryPlan;
  readonly request: RequestWants;
  readonly known: KnownIndexes;
}

function isServed(want: Want, { plan, request, known }: Judged): boolean {
  return isOfList(want.table, plan) && want.method === 'btree'
    ? isServedBehind(want, keysOf(request), known)
    : isServedBy(want, known);
}

function isOfList({ path }: Table, { schema }: QueryPlan): boolean {
  return path === schema.table.path;
}

function keysOf({ equal }: RequestWants) {
  return equal.map(({ key }) => key);
}

/**
 * Replaces the wants of columns that are compared with one value each by one for all of them and the order behind them,
 * unless an index begins so.
 */
function withOrder(lacking: readonly Want[], { plan, request, known }: Judged): readonly Want[] {
  const want = wantOfRequest(plan, request);
  if (want === undefined) return lacking;
  const isAbsorbed = ({ method, keys }: Want): boolean =>
    method === 'btree' &&
    keys.every(({ sql, isExpression }) => !isExpression && want.keys.some((key) => key.sql === sql));
  const absorbed = lacking.filter(isAbsorbed);
  const ordered = { ...want, keys: want.keys.slice(want.inAnyOrder), inAnyOrder: 0 };
  const isNeeded = ordered.keys.length > 0 ? !isServedBehind(ordered, keysOf(request), known, 1) : absorbed.length > 0;
  if (!isNeeded) return lacking;
  const uses = [...absorbed.flatMap((each) => each.uses), ...want.uses];
  const rank = Math.min(want.rank, ...absorbed.map((each) => each.rank));
  return [...lacking.filter((each) => !isAbsorbed(each)), { ...want, uses, rank }];
}

/** The one index for all of a request's equalities and its order. Undefined where it would have a single column. */
function wantOfRequest({ schema }: QueryPlan, { equal, order }: RequestWants): Want | undefined {
  if (equal.length === 0) return undefined;
  const want = wantOfOrder(schema, equal, order);
  if (want !== undefined || equal.length < 2) return want;
  const { name: entity, table } = schema;
  const keys = equal.map(({ key }) => key);
  return { entity, table, method: 'btree', keys, inAnyOrder: keys.length, uses: [], rank: ranks.values };
}

/** Returns the function that names the paths of unserved wants, by the statement that they are in. */
function unservedBy({ conditions, sort, populate }: RequestWants, unserved: ReadonlySet<Want>) {
  const pathsOf = (parts: readonly Wants[]): readonly string[] => {
    const { wants, none } = together(parts);
    const uses = [
      ...wants.filter((want) => unserved.has(want)).flatMap(({ uses: own }) => own),
      ...none.map(({ use }) => use),
    ];
    return [...new Set(uses.map(({ path }) => path))];
  };
  return (purpose: StatementPurpose, of: string | undefined): readonly string[] => {
    if (purpose === 'populate') return pathsOf([populate.get(of ?? '') ?? nothing]);
    if (purpose === 'question' || purpose === 'keys') return [];
    return pathsOf(purpose === 'page' ? [conditions, sort] : [conditions]);
  };
}
