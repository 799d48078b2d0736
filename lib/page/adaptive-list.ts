import type { ObjectLiteral } from 'typeorm';
import {
  type Bound,
  type ChoosableList,
  type Chooser,
  type Conjuncts,
  type ListMemory,
  type Sizes,
  type WayName,
  isPlain,
  ways,
} from '../adaptive/index.js';
import { type Related, identityOf } from '../ast/index.js';
import type { Shapes } from '../dialects/index.js';
import {
  type RelatedShape,
  type SqlChanges,
  type SqlPlan,
  compile,
  conditionsText,
  hasWhere,
  includesDeleted,
  joinsOf,
} from '../sql/index.js';
import { type LeadingKey, findBoundAfter, isBoundable, leadingKey, within } from './bound.js';
import { ownFirst } from './own-first.js';
import { isAskable, isFew, isNarrow } from './probes.js';
import type { Rows } from './rows.js';
import type { WindowOfList } from './window-of-list.js';

/** A list of which a window is read, and all that is known about it before the database is asked. */
interface ListToChoose<E extends ObjectLiteral> extends WindowOfList<E> {
  readonly conjuncts: Conjuncts;
  readonly shapes: Shapes;
  readonly sizes: Sizes;
  readonly leading: LeadingKey;
  /** The end of the first rows of the list. */
  readonly bound: Bound;
  readonly memory: ListMemory;
  readonly chooser: Chooser;
}

/** The rows of a page, and the compiled plan by which they can be counted. */
export interface ReadRows<E> {
  readonly rows: Rows<E>;
  readonly changes: SqlChanges;
}

/** Asks the database about a list, as far as its answers are not remembered, and reads the list's page in the way that is chosen. */
export class AdaptiveList<E extends ObjectLiteral> implements ChoosableList<ReadRows<E>> {
  readonly related: readonly Related[];
  private readonly reasons: string[] = [];
  /** True once the database was asked for something that was not remembered. */
  private hasAsked = false;
  /** Everything beside the conditions that an answer depends on: scopes, and the conditions and joins of the builder. */
  private readonly surroundings: string;

  constructor(private readonly list: ListToChoose<E>) {
    const { builder, plan, conjuncts } = list;
    this.related = conjuncts.related;
    const scopes = [...plan.scopes].map(([{ metadata }, condition]) => [metadata.name, identityOf(condition)]);
    this.surroundings = JSON.stringify([scopes, includesDeleted(builder), conditionsText(builder)]);
  }

  async isFew(condition: Related): Promise<boolean> {
    const { relation } = condition;
    const { plan, shapes } = this.list;
    if (shapes.judgesForeignKeys && !relation.toMany) return this.because(condition, 'to one', true);
    if (!isAskable(condition, plan.scopes)) return this.because(condition, 'not asked', false);
    const answer = await this.remembered(['few', identityOf(condition)], () => isFew(condition, this.probe));
    return this.because(condition, answer ? 'few' : 'many', answer);
  }

  async isNarrow(): Promise<boolean> {
    const { builder, plan, conjuncts } = this.list;
    const { own } = conjuncts;
    const scopes = [plan.scopes.get(plan.schema), plan.selected && plan.scopes.get(plan.selected)];
    const conditions = [...own, ...scopes.filter((scope) => scope !== undefined)];
    if (
      conditions.length === 0 &&
      !hasWhere(builder) &&
      joinsOf(builder).every(({ direction }) => direction === 'LEFT')
    ) {
      return false;
    }
    if (plan.schema.primaryKey.length !== 1 || !conditions.every(isPlain))
      return this.because('own', 'not asked', false);
    const answer = await this.remembered(['narrow', ...own.map(identityOf)], () => isNarrow(own, this.probe));
    return this.because('own', answer ? 'few' : 'many', answer);
  }

  async walk(): Promise<ReadRows<E> | undefined> {
    const { leading, memory, read, usual, begin, plan } = this.list;
    if (!isBoundable(leading)) return undefined;
    const place = [leading.path, leading.key.direction, begin === undefined ? 'first' : 'later'];
    const question = this.question(['late', ...place, ...this.conditions.map(identityOf)]);
    if (memory.verdicts.get(question) === true) return undefined;
    const bound = await this.bound();
    if (bound.type !== 'value') return undefined;
    const changes = this.compiled('walk');
    // A join may have another alias among other conditions.
    const key = leadingKey(changes, plan.sort) ?? leading;
    const rows = await read(within(changes, key, bound.text), 'part');
    if (this.isFull(rows)) return this.told('walk, full', { rows, changes: usual });
    this.hasAsked = true;
    memory.verdicts.set(question, true);
    this.reasons.push('walk, short');
    return undefined;
  }

  async read(way: Exclude<WayName, 'walk'>, few?: Related): Promise<ReadRows<E>> {
    const changes = way === 'usual' ? this.list.usual : this.compiled(way, few);
    return this.told(way, { rows: await this.list.read(changes), changes });
  }

  /** Returns the end of the rows that a walk may look at. */
  private async bound(): Promise<Bound> {
    const { bound, builder, plan, begin, sizes } = this.list;
    return begin === undefined ? bound : findBoundAfter({ builder, plan, finish: this.finish }, sizes.walk);
  }

  /** Tells whether a walk has found all that the window may have, and the row that says that there is more, if it is wanted. */
  private isFull({ found, hasMore }: Rows<E>): boolean {
    const { probe, window } = this.list;
    return probe ? hasMore : found === window.take;
  }

  /** Compiles the list for a way to read it. */
  private compiled(name: WayName, few?: Related): SqlChanges {
    const { builder, plan, conjuncts } = this.list;
    const { shapeOf, isOwnFirst } = ways[name];
    const shapes = new Map<Related, RelatedShape>();
    for (const condition of conjuncts.related) {
      const shape = shapeOf(condition, few);
      if (shape !== undefined) shapes.set(condition, shape);
    }
    const shaped = { ...plan, shapes };
    return this.finish(isOwnFirst ? ownFirst({ builder, plan: shaped, conjuncts }) : compile(shaped, builder));
  }

  private readonly finish = (changes: SqlChanges): SqlChanges => {
    const { turn, begin } = this.list;
    return begin === undefined ? turn(changes) : begin(turn(changes));
  };

  private get conditions(): SqlPlan['conditions'] {
    return [...this.list.conjuncts.related, ...this.list.conjuncts.own];
  }

  private get probe() {
    const { builder, plan, sizes } = this.list;
    return { builder, plan, few: sizes.few };
  }

  private async remembered(parts: readonly string[], ask: () => Promise<boolean>): Promise<boolean> {
    const { verdicts } = this.list.memory;
    const question = this.question(parts);
    const known = verdicts.get(question);
    if (known !== undefined) return known;
    this.hasAsked = true;
    const answer = await ask();
    verdicts.set(question, answer);
    return answer;
  }

  private question(parts: readonly string[]): string {
    return JSON.stringify([this.surroundings, ...parts]);
  }

  private because(subject: Related | string, reason: string, answer: boolean): boolean {
    this.reasons.push(`${typeof subject === 'string' ? subject : subject.relation.propertyPath}: ${reason}`);
    return answer;
  }

  /** Logs a choice that is new: for some time the next requests would say the same. */
  private told<Result>(way: string, result: Result): Result {
    const { chooser, plan, memory } = this.list;
    const text = `${plan.schema.name}: ${[...this.reasons, way].join(' → ')}`;
    if (!this.hasAsked && memory.told.get(text)) return result;
    memory.told.set(text, true);
    chooser.log(text);
    return result;
  }
}
