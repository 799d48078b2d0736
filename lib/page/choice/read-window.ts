import type { ObjectLiteral } from 'typeorm';
import { type Decision, type PageFacts, type PageReading, decide, readingText } from '../../adaptive/index.js';
import { type ListPlan, debug } from '../../statements/index.js';
import { tellReading, tracing } from '../../tracing/index.js';
import type { Addition } from '../../sql/index.js';
import { tell } from '../list/tell.js';
import { countsWithin } from '../rows/count.js';
import { isOneRowEach } from '../rows/joins.js';
import { type Rows, readRows } from '../rows/rows.js';
import { hasKeysInOrder, isDeep } from './deep-pages.js';
import type { WindowOfList } from './window-of-list.js';

/** A way to read a window, with its plan. */
export interface ChosenPlan<E extends ObjectLiteral> extends Pick<Decision, 'way' | 'seed' | 'sortsMany'> {
  readonly plan: ListPlan<E>;
  /** Beginning and end of the rows, beside their window. */
  readonly addition: Addition;
}

/** The rows of a page. */
export interface ReadRows<E extends ObjectLiteral> {
  readonly rows: Rows<E>;
  /** Plan for counting the rows of the list. */
  readonly plan: ListPlan<E>;
}

/** Decides how a window is read by a plan, and reads it. */
export async function readWindow<E extends ObjectLiteral>(
  list: WindowOfList<E>,
  chosen: ChosenPlan<E>,
): Promise<Rows<E>> {
  const { plan, addition } = chosen;
  const { window, cursor, hydration, watch } = list.requested;
  const { schema } = plan.list.plan;
  const facts = new FactsOfPage(list, chosen);
  const reading = decide(facts);
  if (debug.enabled) debug('a page of %s is read: %s', schema.name, readingText(reading));
  if (tracing.hasSubscribers) tellReading(reading);
  // Sorted keys belong to a way, which is told.
  if (reading.window === 'keys first' && facts.isDeep) tell(list.requested, schema, 'deep page → keys first');
  watch?.begins('page');
  watch?.reads(reading);
  const rows = await readRows({
    plan,
    addition,
    window,
    reading,
    hydration,
    probe: list.probe,
    keys: () => list.keysOf(plan),
    positions: cursor === undefined ? undefined : 'ends',
    learnsFull: watch === undefined && reading.way !== 'walk' && facts.countsWithin,
  });
  if (rows.total !== undefined && rows.found === window.take) tell(list.requested, schema, 'full page → total within');
  return rows;
}

/** Facts that decide how a window is read in a way. Each is only found if the others leave it open. */
class FactsOfPage<E extends ObjectLiteral> implements PageFacts {
  readonly way: PageReading['way'];
  readonly seed: number | undefined;
  readonly isOneRowEach: boolean;

  constructor(
    private readonly list: WindowOfList<E>,
    private readonly chosen: ChosenPlan<E>,
  ) {
    this.way = chosen.way;
    this.seed = chosen.seed;
    this.isOneRowEach = isOneRowEach(list.list.builder);
  }

  get from(): PageReading['from'] {
    return this.list.from;
  }

  get isDeep(): boolean {
    return isDeep(this.list);
  }

  get hasKeysInOrder(): boolean {
    return hasKeysInOrder(this.chosen.plan, this.chosen.addition.sql !== '');
  }

  get sortsManyKeys(): boolean {
    const { plan, sortsMany } = this.chosen;
    // Cursors need the values of their keys beside each row, and a joined order needs its joins.
    if (sortsMany !== true || this.list.requested.cursor !== undefined) return false;
    const { joins, leading } = plan.sql;
    return joins.length === 0 && leading.length === 0 && plan.list.plan.schema.dialect.hints?.sortsKeysFirst === true;
  }

  get isCounted(): boolean {
    return this.list.requested.count !== 'none';
  }

  /** Pages by cursor are counted afterwards, because they need no total to know whether there are more. */
  get countsWithin(): boolean {
    const { count, cursor } = this.list.requested;
    return count === 'exact' && cursor === undefined && countsWithin(this.list.list.plan);
  }

  get wasFull(): boolean {
    return this.chosen.plan.kept?.learnt.wasFull === true;
  }
}
