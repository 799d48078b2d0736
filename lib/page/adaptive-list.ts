import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import {
  type Bound,
  type ChoosableList,
  type Chooser,
  type Conjuncts,
  type ListMemory,
  type Sizes,
  type WayName,
  isPlain,
  isServed,
  ways,
} from '../adaptive/index.js';
import { type Condition, type Related, conjunctsOf, identityOf } from '../ast/index.js';
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
import { type LeadingKey, findBound, findBoundAfter, isBoundable, within } from './bound.js';
import { ownFirst } from './own-first.js';
import { areManyOwn, areManyRelated, isAskable, isTrue, isTrueOfMoreThan } from './probes.js';
import type { Rows } from './rows.js';
import type { WindowOfList } from './window-of-list.js';

/** A list of which a window is read, and all that is known about it before the database is asked. */
interface ListToChoose<E extends ObjectLiteral> extends WindowOfList<E> {
  readonly conjuncts: Conjuncts;
  readonly sizes: Sizes;
  readonly leading: LeadingKey;
  readonly memory: ListMemory;
  readonly chooser: Chooser;
}

/** The rows of a page, and the compiled plan by which they can be counted. */
export interface ReadRows<E> {
  readonly rows: Rows<E>;
  readonly changes: SqlChanges;
}

/** The question whether the whole table is so small that it does not matter how it is read. */
export const smallTable = 'small';

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
    if (!isAskable(condition, this.list.plan.scopes)) return this.because(condition, 'not asked', false);
    const answer = await this.remembered(['few', identityOf(condition)], () => areManyRelated(condition, this.probe));
    return this.because(condition, answer ? 'few' : 'many', answer);
  }

  get isOwnServed(): boolean {
    return !this.isNarrowedByBuilder && isServed(this.list.plan.schema, this.ownConditions.flatMap(conjunctsOf));
  }

  async isNarrow(): Promise<boolean> {
    const { plan, conjuncts } = this.list;
    const { own } = conjuncts;
    if (this.ownConditions.length === 0 && !this.isNarrowedByBuilder) return false;
    if (plan.schema.primaryKey.length !== 1 || !this.ownConditions.every(isPlain)) {
      return this.because('own', 'not asked', false);
    }
    const answer = await this.remembered(['narrow', ...own.map(identityOf)], () => areManyOwn(own, this.probe));
    return this.because('own', answer ? 'few' : 'many', answer);
  }

  /** The conditions that are about no related rows, or of which no shape can be chosen, and the scopes of the list. */
  private get ownConditions(): readonly Condition[] {
    const { plan, conjuncts } = this.list;
    const scopes = [plan.scopes.get(plan.schema), plan.selected && plan.scopes.get(plan.selected)];
    return [...conjuncts.own, ...scopes.filter((scope) => scope !== undefined)];
  }

  /** True where the builder itself may have fewer rows than the table. */
  private get isNarrowedByBuilder(): boolean {
    const { builder } = this.list;
    return hasWhere(builder) || joinsOf(builder).some(({ direction }) => direction !== 'LEFT');
  }

  async walk(): Promise<ReadRows<E> | undefined> {
    const { leading, memory, read, usual, begin } = this.list;
    if (!isBoundable(leading)) return undefined;
    const { rootColumn, direction } = leading.key;
    const place = [rootColumn?.columnName ?? '', direction, begin === undefined ? 'first' : 'later'];
    const question = this.question(['late', ...place, ...this.conditions.map(identityOf)]);
    if (memory.verdicts.get(question) === true) return undefined;
    const bound = await this.bound();
    if (bound.type !== 'value') return undefined;
    const changes = this.compiled('walk');
    const rows = await read(within(changes, leading, bound.text));
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
    const { builder, plan, begin, sizes, memory, leading } = this.list;
    const table = { builder, plan, finish: this.finish };
    if (begin !== undefined) return findBoundAfter(table, sizes.walk);
    const { rootColumn, direction, nullsFirst } = leading.key;
    const order = JSON.stringify([rootColumn?.columnName, direction, nullsFirst]);
    const known = memory.bounds.get(order);
    if (known !== undefined) return known;
    const bound = await findBound(table, sizes.walk);
    memory.bounds.set(order, bound);
    memory.verdicts.set(smallTable, bound.type === 'small');
    return bound;
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

  /** Tells whether few rows satisfy a condition, from memory if possible; true of any condition where the table is small. */
  private async remembered(
    parts: readonly string[],
    areMany: () => SelectQueryBuilder<ObjectLiteral>,
  ): Promise<boolean> {
    const { verdicts } = this.list.memory;
    const question = this.question(parts);
    const known = verdicts.get(question);
    if (known !== undefined) return known;
    this.hasAsked = true;
    const many = await this.ask(areMany());
    if (many !== undefined) verdicts.set(question, !many);
    return many !== true;
  }

  /** Asks a question, and beside it whether the table is small, if that is not known; undefined where it is. */
  private async ask(question: SelectQueryBuilder<ObjectLiteral>): Promise<boolean | undefined> {
    const { memory, plan, sizes } = this.list;
    const isSmall = memory.verdicts.get(smallTable);
    if (isSmall !== undefined) return isSmall ? undefined : isTrue(question);
    const answer = await isTrueOfMoreThan(2 * sizes.walk, question, plan.schema);
    memory.verdicts.set(smallTable, answer === undefined);
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
