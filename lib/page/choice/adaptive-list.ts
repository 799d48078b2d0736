import type { ObjectLiteral } from 'typeorm';
import {
  type Answered,
  type ChoosableList,
  type Chooser,
  type Conjuncts,
  type Decision,
  type ListMemory,
  type Sizes,
  type Step,
  type WayName,
  choose,
  ways,
} from '../../adaptive/index.js';
import type { Condition, Related } from '../../ast/index.js';
import type { ListPlan } from '../../statements/index.js';
import { type Addition, type RelatedShape, type SqlChanges, compile } from '../../sql/index.js';
import { isBoundable, leadingKey, within } from './bound.js';
import { ListAnswers } from './list-answers.js';
import { ListQuestions } from './list-questions.js';
import { ownFirst } from './own-first.js';
import { tellChoice, tracing } from '../../tracing/index.js';
import { tell } from '../list/tell.js';
import { type ReadRows, readWindow } from './read-window.js';
import { boundOf } from './remembered-bound.js';
import type { Rows } from '../rows/rows.js';
import type { WindowOfList } from './window-of-list.js';

/** Facts about a list before the database is asked. */
interface KnownOfList {
  /** Divides the conditions. A function, because a page in a remembered way is read without them. */
  readonly divide: () => Conjuncts;
  readonly sizes: Sizes;
  readonly memory: ListMemory;
  readonly chooser: Chooser;
}

/** A step that reads the page. */
type ReadingStep = Extract<Step, { readonly read: WayName }>;

/** A list whose page is read in the chosen way. Earlier answers about it are remembered. */
export class AdaptiveList<E extends ObjectLiteral> implements ChoosableList {
  private readonly answers: ListAnswers<E>;
  private readonly reasons: string[] = [];
  private divided: Conjuncts | undefined;
  private asked: ListQuestions<E> | undefined;
  /** Addition of this page's walk to the plan, where another page of the list may use it again. */
  private walked: Addition | undefined;

  constructor(
    private readonly list: WindowOfList<E>,
    private readonly known: KnownOfList,
  ) {
    this.answers = new ListAnswers(list, () => conditionsOf(this.conjuncts), known.memory);
  }

  get related(): readonly Related[] {
    return this.conjuncts.related;
  }

  get hasEither(): boolean {
    return this.conjuncts.either !== undefined;
  }

  get decided(): Decision | undefined {
    return this.answers.decided;
  }

  private get conjuncts(): Conjuncts {
    return (this.divided ??= this.known.divide());
  }

  private get questions(): ListQuestions<E> {
    const { list, known, answers, conjuncts, reasons } = this;
    return (this.asked ??= new ListQuestions({ list: list.list, ...known, answers, conjuncts, reasons }));
  }

  get isOwnServed(): boolean {
    return this.questions.isOwnServed;
  }

  /** Reads the page: asks the necessary questions, and walks where that may fill the page. */
  async read(): Promise<ReadRows<E>> {
    let answered: Answered = { few: [] };
    for (;;) {
      const step = choose(this, answered);
      if ('ask' in step) {
        answered = await this.ask(step.ask, answered);
      } else if (step.read === 'walk') {
        const page = await this.walk();
        if (page !== undefined) return page;
        answered = { ...answered, isWalkShort: true };
      } else return this.readIn(step);
    }
  }

  private async ask(subject: 'few' | 'own' | 'alternatives', answered: Answered): Promise<Answered> {
    const { questions } = this;
    if (subject === 'own') return { ...answered, own: await questions.isNarrow() };
    if (subject === 'alternatives') return { ...answered, alternatives: await questions.areAlternativesFew() };
    const condition = this.related[answered.few.length];
    return { ...answered, few: [...answered.few, condition !== undefined && (await questions.isFew(condition))] };
  }

  /** Reads the page by a walk. Undefined where the bound came before its end, or the order allows none. */
  private async walk(): Promise<ReadRows<E> | undefined> {
    if (this.answers.isLate() || !this.isWalkable) return undefined;
    const { usual: plan } = this.list;
    const rows = await this.walkToBound();
    if (rows === undefined) return undefined;
    if (this.isFull(rows)) return this.told({ way: 'walk', walked: this.walked }, 'walk, full', { rows, plan });
    this.answers.setLate();
    this.list.requested.watch?.isShort();
    this.reasons.push('walk, short');
    return undefined;
  }

  /** Reads the rows up to a bound, which may be remembered. Undefined where there is no bound. */
  private async walkToBound(): Promise<Rows<E> | undefined> {
    const plan = this.planFor('walk');
    const part = this.decided?.walked ?? (await this.partOf(plan));
    if (part === undefined) return undefined;
    // An addition after a position contains the position's values, and the builder's own parameters
    // decide which names are free.
    if (this.list.from !== 'a position' && this.answers.isByStructure) this.walked = part;
    return readWindow(this.list, { way: 'walk', plan, addition: part });
  }

  /** True where a walk has an end. One that was decided had one. */
  private get isWalkable(): boolean {
    return this.decided?.way === 'walk' || this.conjuncts.areWalkable;
  }

  /** Finds the end of the rows that the walk may read. */
  private async partOf(plan: ListPlan<E>): Promise<Addition | undefined> {
    const leading = leadingKey(plan);
    if (leading === undefined || !isBoundable(leading)) return undefined;
    const bound = await boundOf(this.list, leading, { ...this.known, answers: this.answers });
    if (bound.type !== 'value') return undefined;
    return plan.add((binder) => within(leading, bound.text, binder), this.list.beginningOf(plan));
  }

  /** Reads the page in a way that reads all of it. */
  private async readIn({ read: way, seed, sortsMany }: ReadingStep): Promise<ReadRows<E>> {
    const plan = way === 'usual' ? this.list.usual : this.planFor(way, seed);
    const rows = await readWindow(this.list, { way, seed, sortsMany, plan, addition: this.list.beginningOf(plan) });
    return this.told({ way, seed, sortsMany }, way, { rows, plan });
  }

  /**
   * Returns true where a walk has found all rows of the window, and the extra row that tells whether
   * there are more, if requested.
   */
  private isFull({ found, hasMore }: Rows<E>): boolean {
    return this.list.probe ? hasMore : found === this.list.requested.window.take;
  }

  /** Returns the plan of the list for a way to read it. */
  private planFor(name: WayName, seed?: number): ListPlan<E> {
    const { list } = this.list;
    return this.list.planOf(list, nameOf(name, seed), () => this.compiledNow(name, seed));
  }

  private compiledNow(name: WayName, seed: number | undefined): SqlChanges {
    const { builder, plan } = this.list.list;
    const { conjuncts } = this;
    const { shapeOf, isOwnFirst, isUnion } = ways[name];
    const shapes = new Map<Related, RelatedShape>();
    for (const condition of conjuncts.related) {
      const shape = shapeOf(condition, conjuncts.related[seed ?? NaN]);
      if (shape === 'keys' || (shape === 'walk' && conjuncts.checkable.has(condition))) shapes.set(condition, shape);
    }
    const union = isUnion ? conjuncts.either?.condition : undefined;
    // A way of its own leaves few rows, and needs no groups.
    const shaped = { ...plan, shapes, union, inGroups: undefined };
    const changes = isOwnFirst ? ownFirst({ builder, plan: shaped, conjuncts }) : compile(shaped, builder);
    // The end of a walk depends on a value, too.
    if (name === 'walk') changes.statement.planForValues();
    return changes;
  }

  /** Remembers and logs a decision unless it was remembered before. */
  private told<Result>(decision: Decision, way: string, result: Result): Result {
    const { list, requested } = this.list;
    const { watch } = requested;
    if (this.decided?.way === decision.way) {
      if (tracing.hasSubscribers) tellChoice(`remembered → ${way}`);
      watch?.because('remembered of an earlier page');
      if (decision.walked !== undefined) this.answers.decide(decision);
      return result;
    }
    this.answers.decide(decision);
    const steps = [...this.reasons, way];
    if (watch === undefined) tell(requested, list.plan.schema, steps.join(' → '));
    else for (const step of steps) watch.because(step);
    return result;
  }
}

/** Returns the unique name of a way within a list. */
function nameOf(way: WayName, seed: number | undefined): string {
  return seed === undefined ? way : `${way} ${seed}`;
}

/** Returns all conditions of a list. */
function conditionsOf({ related, own, either }: Conjuncts): readonly Condition[] {
  return either === undefined ? [...related, ...own] : [...related, ...own, either.condition];
}
