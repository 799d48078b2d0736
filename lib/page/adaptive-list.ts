import type { ObjectLiteral } from 'typeorm';
import {
  type ChoosableList,
  type Chooser,
  type Conjuncts,
  type Decision,
  type ListMemory,
  type Sizes,
  type WayName,
  ways,
} from '../adaptive/index.js';
import type { Condition, Related } from '../ast/index.js';
import { compileKnown } from '../prepared/index.js';
import { type Addition, type RelatedShape, type SqlChanges, additionTo, compile } from '../sql/index.js';
import { isBoundable, leadingKey, within } from './bound.js';
import { knownOrAnew } from './known-or-anew.js';
import { ListAnswers } from './list-answers.js';
import { ListQuestions } from './list-questions.js';
import { ownFirst } from './own-first.js';
import { boundOf } from './remembered-bound.js';
import type { Rows } from './rows.js';
import type { WindowOfList } from './window-of-list.js';

/** What is known about a list before the database is asked. */
interface KnownOfList {
  /** Divides the conditions. A function, because a page of which the way is remembered is read without them. */
  readonly divide: () => Conjuncts;
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

/** A list whose page is read in the way that is chosen. What was learnt of it before is remembered. */
export class AdaptiveList<E extends ObjectLiteral> implements ChoosableList<ReadRows<E>> {
  private readonly answers: ListAnswers<E>;
  private readonly reasons: string[] = [];
  private divided: Conjuncts | undefined;
  private asked: ListQuestions<E> | undefined;
  /** What the walk of this page has added to the plan, where another page of the list may be read by the same. */
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
    return (this.asked ??= new ListQuestions({ list, ...known, answers, conjuncts, reasons }));
  }

  isFew(condition: Related): Promise<boolean> {
    return this.questions.isFew(condition);
  }

  get isOwnServed(): boolean {
    return this.questions.isOwnServed;
  }

  isNarrow(): Promise<boolean> {
    return this.questions.isNarrow();
  }

  areAlternativesFew(): Promise<boolean> {
    return this.questions.areAlternativesFew();
  }

  async walk(): Promise<ReadRows<E> | undefined> {
    if (this.answers.isLate()) return undefined;
    const { usual: changes, known } = this.list;
    const walked = this.decided?.walked;
    const rows = await knownOrAnew(
      () => walked && known('walk', walked),
      () => this.walkToBound(),
    );
    if (rows === undefined) return undefined;
    if (this.isFull(rows)) return this.told({ way: 'walk', walked: this.walked }, 'walk, full', { rows, changes });
    this.answers.setLate();
    this.reasons.push('walk, short');
    return undefined;
  }

  /** Reads the rows that are not after a bound; undefined where there is none. */
  private async walkToBound(): Promise<Rows<E> | undefined> {
    const changes = this.compiled('walk');
    const leading = leadingKey(changes, this.list.plan.sort);
    if (leading === undefined || !isBoundable(leading)) return undefined;
    const { turn } = this.list;
    const finish = (all: SqlChanges) => this.begin(turn(all));
    const bound = await boundOf(this.list, leading, { ...this.known, answers: this.answers, finish });
    if (bound.type !== 'value') return undefined;
    const part = within(changes, leading, bound.text);
    // What is added after a position has the values of the position.
    if (this.list.begin === undefined) this.walked = additionTo(part);
    return this.list.read(part, 'part');
  }

  async read(way: Exclude<WayName, 'walk'>, few?: number): Promise<ReadRows<E>> {
    let compiled: SqlChanges | undefined;
    const changes = () => (compiled ??= way === 'usual' ? this.list.usual() : this.compiled(way, few));
    const { list } = this;
    const rows = await knownOrAnew(
      () => list.known(nameOf(way, few)),
      () => list.read(changes()),
    );
    return this.told({ way, few }, way, { rows, changes });
  }

  /** Tells whether a walk has found all that the window may have, and the row that says that there is more, if it is wanted. */
  private isFull({ found, hasMore }: Rows<E>): boolean {
    const { probe, window } = this.list;
    return probe ? hasMore : found === window.take;
  }

  /** Compiles the list for a way to read it. */
  private compiled(name: WayName, few?: number): SqlChanges {
    const { list } = this;
    const way = list.kind + nameOf(name, few);
    return this.begin(compileKnown(list, way, () => list.turn(this.compiledNow(name, few))));
  }

  private compiledNow(name: WayName, few: number | undefined): SqlChanges {
    const { builder, plan } = this.list;
    const { conjuncts } = this;
    const { shapeOf, isOwnFirst, isUnion } = ways[name];
    const shapes = new Map<Related, RelatedShape>();
    for (const condition of conjuncts.related) {
      const shape = shapeOf(condition, conjuncts.related[few ?? NaN]);
      if (shape !== undefined) shapes.set(condition, shape);
    }
    const union = isUnion ? conjuncts.either?.condition : undefined;
    // A way of its own leaves few rows, and reads no groups for them.
    const shaped = { ...plan, shapes, union, inGroups: undefined };
    const changes = isOwnFirst ? ownFirst({ builder, plan: shaped, conjuncts }) : compile(shaped, builder);
    // How far a walk goes depends on a value, too.
    if (name === 'walk') changes.statement.planForValues();
    return changes;
  }

  private begin(changes: SqlChanges): SqlChanges {
    return this.list.begin?.(changes) ?? changes;
  }

  /** Remembers and logs a decision that is not the one that was remembered. */
  private told<Result>(decision: Decision, way: string, result: Result): Result {
    if (this.decided?.way === decision.way) {
      if (decision.walked !== undefined) this.answers.decide(decision);
      return result;
    }
    this.answers.decide(decision);
    this.known.chooser.tell(this.list.plan.schema, [...this.reasons, way].join(' → '));
    return result;
  }
}

/** Returns the name of a way, which tells it from all others of a list. */
function nameOf(way: WayName, few: number | undefined): string {
  return few === undefined ? way : `${way} ${few}`;
}

/** Returns all conditions of a list. */
function conditionsOf({ related, own, either }: Conjuncts): readonly Condition[] {
  return either === undefined ? [...related, ...own] : [...related, ...own, either.condition];
}
