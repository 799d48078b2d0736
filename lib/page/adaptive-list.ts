import type { ObjectLiteral } from 'typeorm';
import {
  type Bound,
  type ChoosableList,
  type Chooser,
  type Conjuncts,
  type Decision,
  type ListMemory,
  type Sizes,
  type WayName,
  isPlain,
  ways,
} from '../adaptive/index.js';
import type { Related } from '../ast/index.js';
import { type RelatedShape, type SqlChanges, compile, hasWhere, joinsOf } from '../sql/index.js';
import { type LeadingKey, findBound, findBoundAfter, isBoundable, leadingKey, within } from './bound.js';
import { ListAnswers } from './list-answers.js';
import { ownFirst } from './own-first.js';
import { isAskable, isFew, isNarrow } from './probes.js';
import type { Rows } from './rows.js';
import type { WindowOfList } from './window-of-list.js';

/** What is known about a list before the database is asked. */
interface KnownOfList {
  readonly conjuncts: Conjuncts;
  readonly sizes: Sizes;
  readonly memory: ListMemory;
  readonly chooser: Chooser;
}

/** The rows of a page. */
export interface ReadRows<E> {
  readonly rows: Rows<E>;
  /** Returns the compiled plan by which the rows of the list can be counted. */
  readonly changes: () => SqlChanges;
}

/** Asks the database about a list, as far as its answers are not remembered, and reads the list's page in the way that is chosen. */
export class AdaptiveList<E extends ObjectLiteral> implements ChoosableList<ReadRows<E>> {
  readonly related: readonly Related[];
  private readonly answers: ListAnswers<E>;
  private readonly reasons: string[] = [];

  constructor(
    private readonly list: WindowOfList<E>,
    private readonly known: KnownOfList,
  ) {
    const { conjuncts, memory } = known;
    this.related = conjuncts.related;
    this.answers = new ListAnswers(list, [...conjuncts.related, ...conjuncts.own], memory);
  }

  get decided(): Decision | undefined {
    return this.answers.decided;
  }

  async isSmall(): Promise<boolean> {
    const leading = leadingKey(this.list.usual());
    return leading !== undefined && (await this.firstBound(leading)).type === 'small';
  }

  async isFew(condition: Related): Promise<boolean> {
    if (!isAskable(condition, this.list.plan.scopes)) return this.because(condition, 'not asked', false);
    const answer = await this.answers.about('few', [condition], () => isFew(condition, this.probe));
    return this.because(condition, answer ? 'few' : 'many', answer);
  }

  async isNarrow(): Promise<boolean> {
    const { builder, plan } = this.list;
    const { own } = this.known.conjuncts;
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
    const answer = await this.answers.about('narrow', own, () => isNarrow(own, this.probe));
    return this.because('own', answer ? 'few' : 'many', answer);
  }

  async walk(): Promise<ReadRows<E> | undefined> {
    if (this.answers.isLate()) return undefined;
    const changes = this.compiled('walk');
    const leading = leadingKey(changes);
    if (leading === undefined || !isBoundable(leading)) return undefined;
    const bound = await this.bound(leading);
    if (bound.type !== 'value') return undefined;
    const rows = await this.list.read(within(changes, leading, bound.text));
    if (this.isFull(rows)) return this.told({ way: 'walk' }, 'walk, full', { rows, changes: this.list.usual });
    this.answers.setLate();
    this.reasons.push('walk, short');
    return undefined;
  }

  async read(way: Exclude<WayName, 'walk'>, few?: Related): Promise<ReadRows<E>> {
    const compiled = way === 'usual' ? this.list.usual() : this.compiled(way, few);
    const rows = await this.list.read(compiled);
    const decision = { way, few: few && this.related.indexOf(few) };
    return this.told(decision, way, { rows, changes: () => compiled });
  }

  /** Returns the end of the rows that a walk may look at. */
  private async bound(leading: LeadingKey): Promise<Bound> {
    const { builder, plan, begin } = this.list;
    if (begin === undefined) return this.firstBound(leading);
    return findBoundAfter({ builder, plan, finish: this.finish }, this.known.sizes.walk);
  }

  /** Returns the end of the first rows of the list. */
  private async firstBound({ key }: LeadingKey): Promise<Bound> {
    const { memory, sizes } = this.known;
    const order = `${key.rootColumn?.columnName} ${key.direction} ${key.nullsFirst}`;
    const known = this.answers.used(memory.bounds.get(order));
    if (known !== undefined) return known;
    const { builder, plan, turn } = this.list;
    const found = await findBound({ builder, plan, finish: turn }, sizes.walk);
    memory.bounds.set(order, found);
    return found;
  }

  /** Tells whether a walk has found all that the window may have, and the row that says that there is more, if it is wanted. */
  private isFull({ found, hasMore }: Rows<E>): boolean {
    const { probe, window } = this.list;
    return probe ? hasMore : found === window.take;
  }

  /** Compiles the list for a way to read it. */
  private compiled(name: WayName, few?: Related): SqlChanges {
    const { builder, plan } = this.list;
    const { conjuncts } = this.known;
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

  private get probe() {
    const { builder, plan } = this.list;
    return { builder, plan, few: this.known.sizes.few };
  }

  private because(subject: Related | string, reason: string, answer: boolean): boolean {
    this.reasons.push(`${typeof subject === 'string' ? subject : subject.relation.propertyPath}: ${reason}`);
    return answer;
  }

  /** Remembers and logs a decision that is not the one that was remembered. */
  private told<Result>(decision: Decision, way: string, result: Result): Result {
    if (this.decided?.way === decision.way) return result;
    this.answers.decide(decision);
    const text = `${this.list.plan.schema.name}: ${[...this.reasons, way].join(' → ')}`;
    if (this.answers.isNews(text)) this.known.chooser.log(text);
    return result;
  }
}
