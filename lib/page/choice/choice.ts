import type { ObjectLiteral } from 'typeorm';
import {
  type Bound,
  type Conjuncts,
  type Decision,
  type Memory,
  type Questions,
  type Sizes,
  chooseWay,
  divide,
  isPlain,
  isServed,
} from '../../adaptive/index.js';
import { type Condition, conjunctsOf } from '../../ast/index.js';
import { part, partsOf } from '../../caches/index.js';
import type { ListQuery } from '../../statements/index.js';
import { operandsText } from '../../sql/index.js';
import {
  hasOrder,
  hasWhere,
  isDistinct,
  isReadAlike,
  joinsOf,
  sideCopyOf,
  statementOf,
  valuesText,
} from '../../typeorm/index.js';
import { traceChoice, traceRemembered } from '../list/trace.js';
import {
  type LeadingKey,
  type Question,
  ask,
  findBound,
  isAskable,
  isBoundable,
  leadingKey,
  manyOfTable,
  manyOwn,
  manyRelated,
  within,
} from './questions.js';
import { compileWay } from './ways.js';
import type { Rows } from '../rows/rows.js';
import type { WindowOfList } from './window.js';

/** Question whether the whole table is so small that any way is fast. */
const small = 'small';

/** Reads a window of a list in the best way, if there is a choice, or else in the usual way. */
export function readWindow<E extends ObjectLiteral>(window: WindowOfList<E>): Promise<Rows<E>> {
  const { watch } = window.page;
  watch?.begins('question');
  const choice = choiceOf(window);
  if (choice !== undefined) return choice.read();
  watch?.because('no other way fits: see docs/strategies.md');
  return window.read({ way: 'usual' }, window.list);
}

/** Returns undefined where the list has no other way, or any way is fast. */
function choiceOf<E extends ObjectLiteral>(window: WindowOfList<E>): Choice<E> | undefined {
  const { range, page } = window;
  const { chooser } = page;
  const { plan, builder } = window.list;
  const { schema, strategy } = plan;
  const { hints } = schema.dialect;
  if (chooser === undefined || hints === undefined || strategy === undefined) return undefined;
  // A sort through a to-one relation, on an engine that sorts every row, unless the related table is read first. No
  // position is compared there.
  const isSortedByJoin =
    hints.readFirst !== undefined &&
    (plan.sort[0]?.target.hops.length ?? 0) > 0 &&
    window.from !== 'a position' &&
    strategy === 'adaptive';
  if (!isSortedByJoin && !hasShapes(window.list)) return undefined;
  // Several statements must read the same rows as one, in the order of the query.
  if (isDistinct(builder) || hasOrder(builder) || !isReadAlike(builder)) return undefined;
  const sizes = chooser.sizesFor(hints);
  const memory = chooser.memoryOf(schema);
  if (range.skip + range.take > sizes.walk / 2 || memory.verdicts.get(small)?.value === true) return undefined;
  const choice = new Choice(window, sizes, memory);
  // An earlier decision had such a key.
  if (choice.decided !== undefined) return choice;
  const leading = leadingKey(window.list);
  if (leading === undefined) return undefined;
  return leading.through === undefined || (isSortedByJoin && isBoundable(leading)) ? choice : undefined;
}

/** True where one of the conditions can have a shape of SQL. */
function hasShapes({ plan, structure }: ListQuery): boolean {
  if (plan.conditions.length === 0) return false;
  if (structure.leavesChoice === undefined) {
    const { related, either } = divide(plan);
    structure.leavesChoice = related.length > 0 || either !== undefined;
  }
  return structure.leavesChoice;
}

/** Returns a text for everything that the rows of a list depend on, values included. */
function identityOf<E extends ObjectLiteral>(list: ListQuery<E>): string {
  const { builder, structure, operands } = list;
  // A builder that cannot be identified is written as its statement.
  const text = list.fingerprint() ?? statementOf(sideCopyOf(builder, ''), true).text;
  return `#${structure.number} ${part(text)}${valuesText(builder)}${operandsText(operands)}`;
}

/** The choice of the way to read a window. What the database answers is remembered. */
class Choice<E extends ObjectLiteral> implements Questions {
  /** Decision about an earlier page with the same conditions and order. */
  readonly decided: Decision | undefined;
  /** Key of the decisions about the list. Walks from either end of it have different bounds. */
  private readonly key: string;
  /** End of the validity of all used answers. */
  private until = Infinity;
  private readonly reasons: string[] = [];
  private divided: Conjuncts | undefined;
  private hasWalked = false;
  private walked: Rows<E> | undefined;

  constructor(
    private readonly window: WindowOfList<E>,
    private readonly sizes: Sizes,
    private readonly memory: Memory,
  ) {
    this.key = `${window.sliceText}${identityOf(window.list)}`;
    this.decided = this.used(memory.decisions.get(this.key));
  }

  /** Divides the conditions. A page in a remembered way is read without them. */
  private get conjuncts(): Conjuncts {
    return (this.divided ??= divide(this.window.list.plan));
  }

  async read(): Promise<Rows<E>> {
    const { decided, window } = this;
    const isKnown = decided !== undefined && (decided.way !== 'walk' || (await this.walk()));
    const decision = isKnown ? decided : await this.choose();
    const { way, seed } = decision;
    const rows = way === 'walk' ? this.walked : await window.read(decision, this.listIn(way, seed));
    if (rows === undefined) throw new TypeError('a walk has no rows');
    this.settle(decision);
    return rows;
  }

  private choose(): Promise<Decision> {
    const { related, either } = this.conjuncts;
    const { schema } = this.window.list.plan;
    const isOwnServed = !this.isNarrowedByBuilder && isServed(schema, this.ownConditions.flatMap(conjunctsOf));
    return chooseWay({ related: related.length, hasEither: either !== undefined, isOwnServed }, this);
  }

  async few(seed: number): Promise<boolean> {
    const condition = this.conjuncts.related[seed];
    const { plan } = this.window.list;
    if (condition === undefined) return false;
    const name = condition.relation.propertyPath;
    if (!isAskable(condition, plan.scopes)) return this.because(`${name}: not asked`, false);
    const isFew = await this.areFew(manyRelated(condition, this.window.list, this.sizes.few));
    return this.because(`${name}: ${isFew ? 'few' : 'many'}`, isFew);
  }

  async own(): Promise<boolean> {
    const { schema } = this.window.list.plan;
    const conditions = this.ownConditions;
    if (conditions.length === 0 && !this.isNarrowedByBuilder) return false;
    if (schema.primaryKey.length !== 1 || !conditions.every(isPlain)) return this.because('own: not asked', false);
    const isFew = await this.areFew(manyOwn(this.conjuncts.own, this.window.list, this.sizes.few));
    return this.because(`own: ${isFew ? 'few' : 'many'}`, isFew);
  }

  async alternatives(): Promise<boolean> {
    const { asked = [] } = this.conjuncts.either ?? {};
    const { list } = this.window;
    // All alternatives together must be few.
    const few = Math.floor(this.sizes.few / asked.length);
    for (const condition of asked) {
      const isRelated = condition.type === 'related';
      if (isRelated && !isAskable(condition, list.plan.scopes)) return this.because('$or: not asked', false);
      const isFew = await this.areFew(
        isRelated ? manyRelated(condition, list, few) : manyOfTable(condition, list, few),
      );
      if (!isFew) return this.because('$or: many', false);
    }
    return this.because('$or: few', true);
  }

  /** Walks to a bound. False where that came before the end of the page, or the order allows none. */
  async walk(): Promise<boolean> {
    const { window, memory } = this;
    if (this.hasWalked) return false;
    this.hasWalked = true;
    const late = `late ${window.from === 'a position' ? 'later' : 'first'} ${this.key}`;
    // The rows of a list that was walked can be walked.
    const mayWalk =
      this.decided?.way === 'walk' || (this.conjuncts.areWalkable && !this.used(memory.verdicts.get(late)));
    if (!mayWalk) return false;
    const list = this.listIn('walk');
    const leading = leadingKey(list);
    const bound = leading !== undefined && isBoundable(leading) ? await this.boundOf(leading) : undefined;
    if (leading === undefined || bound?.type !== 'value') return false;
    const own = window.beginningOf(list) ?? list.begin();
    own.and(within(leading, bound.text, own));
    const rows = await window.read({ way: 'walk' }, list, own);
    const isFull = window.probe ? rows.hasMore : rows.found === window.range.take;
    if (isFull) {
      this.walked = rows;
      return true;
    }
    memory.verdicts.set(late, true);
    window.page.watch?.isShort();
    return this.because('walk, short', false);
  }

  /** Finds the end of the rows that the walk may read. That of a list's first rows is remembered. */
  private async boundOf({ path, key }: LeadingKey): Promise<Bound> {
    const { window, sizes, memory } = this;
    if (window.from === 'a position') return findBound(window, sizes.walk);
    const order = partsOf([...path, key.direction, String(key.nullsFirst)]);
    const known = this.used(memory.bounds.get(order));
    if (known !== undefined) return known;
    const bound = await findBound(window, sizes.walk);
    memory.bounds.set(order, bound);
    memory.verdicts.set(small, bound.type === 'small');
    return bound;
  }

  /** Conditions on the row itself, related conditions without a shape, and the scopes of the list. */
  private get ownConditions(): readonly Condition[] {
    const { scopes, schema, selected } = this.window.list.plan;
    const visible = [scopes.get(schema), selected && scopes.get(selected)];
    return [...this.conjuncts.own, ...visible.filter((scope) => scope !== undefined)];
  }

  /** True where the builder itself may have fewer rows than the table. */
  private get isNarrowedByBuilder(): boolean {
    const { builder } = this.window.list;
    return hasWhere(builder) || joinsOf(builder).some(({ direction }) => direction !== 'LEFT');
  }

  /** Returns true where few rows satisfy a question, from memory if possible. It is always true for a small table. */
  private async areFew(question: Question): Promise<boolean> {
    const { verdicts } = this.memory;
    const { schema } = this.window.list.plan;
    const key = partsOf([question.asked, question.few, identityOf(question.list)]);
    let many = this.used(verdicts.get(key));
    if (many !== undefined) return !many;
    const isSmall = verdicts.get(small)?.value;
    if (isSmall === true) return true;
    many = await ask(question, schema, isSmall === undefined ? 2 * this.sizes.walk : undefined);
    if (isSmall === undefined) verdicts.set(small, many === undefined);
    if (many !== undefined) this.used(verdicts.set(key, many));
    return many !== true;
  }

  /** Returns a remembered value, and notes the end of its validity. */
  private used<Value>(kept: { readonly value: Value; readonly until: number } | undefined): Value | undefined {
    if (kept !== undefined) this.until = Math.min(this.until, kept.until);
    return kept?.value;
  }

  private listIn(way: Decision['way'], seed?: number): ListQuery<E> {
    const { list } = this.window;
    if (way === 'usual') return list;
    const name = seed === undefined ? way : `${way} ${seed}`;
    return this.window.listOf(list.builder, list.plan, name, () => compileWay(list, this.conjuncts, way, seed), list);
  }

  private because(reason: string, answer: boolean): boolean {
    this.reasons.push(reason);
    return answer;
  }

  private settle(decision: Decision): void {
    const { page, list } = this.window;
    const way = decision.way === 'walk' ? 'walk, full' : decision.way;
    if (this.decided?.way === decision.way) return traceRemembered(page, way);
    this.memory.decisions.set(this.key, decision, this.until);
    traceChoice(page, list.plan.schema, ...this.reasons, way);
  }
}
