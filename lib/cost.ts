/** One kind of database work in a request. */
interface CostRow {
  /** Price of one, in quarters of a normal page of 100,000 rows, on the most expensive engine. */
  readonly weight: number;
  /** True for work that decides which rows are in the list. Every facet repeats it. */
  readonly narrows: boolean;
  /** The unit that is counted, in words. */
  readonly summary: string;
}

/**
 * Every kind of work, in one place. `npm run bench -- --modes dearest` measures them; docs/limits.md has the table. A
 * kind that is also a limit is counted once for both.
 */
export const costTable = {
  conditions: { weight: 3, narrows: true, summary: 'a comparison' },
  values: { weight: 0.04, narrows: true, summary: 'a value, such as a member of a list' },
  anchoredMatches: { weight: 10, narrows: true, summary: 'a text match at the beginning' },
  unanchoredNeedles: {
    weight: 24,
    narrows: true,
    summary: 'a text match anywhere, or ten elements of a list in a text',
  },
  needles: { weight: 40, narrows: true, summary: 'a text match anywhere, in addition to `unanchoredNeedles`' },
  listElements: { weight: 1.5, narrows: true, summary: 'an element that is looked for in a list in a text' },
  documentConditions: { weight: 62, narrows: true, summary: 'a comparison of a part of a JSON document' },
  relationConditions: { weight: 8, narrows: true, summary: 'a subquery' },
  manyConditions: { weight: 30, narrows: true, summary: 'a relation to many rows' },
  absences: { weight: 36, narrows: true, summary: 'none or every one of many rows' },
  virtualConditions: { weight: 48, narrows: true, summary: 'a virtual column' },
  counts: { weight: 50, narrows: true, summary: 'a comparison of `$count`' },
  countedWhere: { weight: 65, narrows: true, summary: 'a comparison of `$count` with `$where`' },
  countedJunctions: { weight: 345, narrows: true, summary: 'the same through a many-to-many relation' },
  searchTerms: { weight: 3, narrows: true, summary: 'a word of a search in one field' },
  sortKeys: { weight: 3, narrows: false, summary: 'a sort key' },
  sortHops: { weight: 16, narrows: false, summary: 'a relation on the path of a sort key' },
  sortedSubqueries: {
    weight: 45,
    narrows: false,
    summary: 'a sort by `$count`, through many rows, or by a virtual column',
  },
  sortedJunctions: { weight: 145, narrows: false, summary: 'a sort through a many-to-many relation' },
  sortedDocuments: { weight: 50, narrows: false, summary: 'a sort by a part of a JSON document' },
  offset: { weight: 0.0003, narrows: false, summary: 'a row that is skipped, of the first million' },
  facets: { weight: 12, narrows: false, summary: 'a facet' },
  facetHops: { weight: 12, narrows: false, summary: 'a relation on the path of a facet' },
  facetManyHops: { weight: 60, narrows: false, summary: 'a relation to many rows on the path of a facet' },
  facetLists: { weight: 55, narrows: false, summary: 'a facet of a list' },
  facetSubqueries: { weight: 40, narrows: false, summary: 'a facet of a virtual column' },
  facetDocuments: { weight: 85, narrows: false, summary: 'a facet of a part of a JSON document' },
  populate: { weight: 8, narrows: false, summary: 'a populated relation' },
  populatedRows: {
    weight: 0.1,
    narrows: false,
    summary: 'a related row that the limits of its relation allow',
  },
  aggregatedRelations: { weight: 8, narrows: false, summary: 'an aggregated relation in the rows of an answer' },
  aggregates: { weight: 8, narrows: false, summary: 'an aggregate of the list' },
  aggregatedSubqueries: { weight: 40, narrows: false, summary: 'an aggregate of a virtual column' },
  aggregatedDocuments: { weight: 110, narrows: false, summary: 'an aggregate of a part of a JSON document' },
  facetConditions: {
    weight: 0.38,
    narrows: false,
    summary: 'what a facet, or all aggregates, repeat of the search and conditions',
  },
} as const satisfies Record<string, CostRow>;

/** The name of a kind of work. */
export type Work = keyof typeof costTable;

/** Amounts of work by kind, as parts of a request's cost. A kind that it does not need is 0 or left out. */
export type WorkParts = Readonly<Partial<Record<Work, number>>>;

const kinds = Object.keys(costTable) as Work[];
const narrowing: ReadonlySet<Work> = new Set(kinds.filter((kind) => costTable[kind].narrows));

/** Greatest number of skipped rows that is paid for. Few lists have more, and none is read beyond its end. */
const mostSkipped = 1_000_000;

/** Returns the price of an amount of one kind. */
export function priceOf(kind: Work, amount: number): number {
  return costTable[kind].weight * (kind === 'offset' ? Math.min(amount, mostSkipped) : amount);
}

/** Number of parents beyond which no more is paid: their related rows are the rows of one table, each once. */
const mostParents = 250;

/**
 * Returns how many times as dear work is where it stands in related rows: the conditions and the order of a populated
 * relation are computed for all related rows of each parent, in a query of its own, and an order in no group. Measured
 * on 100,000 related rows of a hundred parents.
 */
export function timesWithin(kind: Work, parents: number): number {
  return 1 + Math.min(parents, mostParents) / (narrowing.has(kind) ? 20 : 5);
}

/** Returns the amounts of work that were added to others, by kind. */
export function workSince(before: WorkParts, after: WorkParts): readonly (readonly [kind: Work, amount: number])[] {
  const added = kinds.map((kind) => [kind, (after[kind] ?? 0) - (before[kind] ?? 0)] as const);
  return added.filter(([, amount]) => amount > 0);
}

/** Returns the price of the work that decides which rows are in the list. */
export function narrowingCostOf(parts: WorkParts): number {
  return kinds.reduce((sum, kind) => (narrowing.has(kind) ? sum + priceOf(kind, parts[kind] ?? 0) : sum), 0);
}

/** The cost of a request, in units of `limits.cost`. */
export interface QueryCost {
  /**
   * Sum of the parts: 0 for a page without conditions, order and skipped rows. Reading that page itself would be worth
   * about 4.
   */
  readonly total: number;
  /** Price of each kind of work that the request needs: its amount times its weight. */
  readonly parts: WorkParts;
}

/** Returns the price of work by kind, in the order of the table, without digits that are only rounding. */
export function costOf(work: WorkParts): QueryCost {
  const prices = kinds.map((kind) => [kind, priceOf(kind, work[kind] ?? 0)] as const);
  const parts = prices.filter(([, price]) => price > 0).map(([kind, price]) => [kind, rounded(price)] as const);
  return { total: rounded(prices.reduce((sum, [, price]) => sum + price, 0)), parts: Object.fromEntries(parts) };
}

/** The smallest weight has four decimals. */
function rounded(price: number): number {
  return Math.round(price * 10_000) / 10_000;
}
