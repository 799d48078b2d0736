import type { ObjectLiteral } from 'typeorm';
import type { Decision, KeptValue, ListMemory } from '../adaptive/index.js';
import { type Condition, identityOf } from '../ast/index.js';
import { type SqlPlan, conditionsText, includesDeleted } from '../sql/index.js';
import type { WindowOfList } from './window-of-list.js';

/** The answers of the database about one list that are remembered, by the questions that they are answers to. */
export class ListAnswers<E extends ObjectLiteral> {
  /** The decision about an earlier page of the same conditions and order. */
  readonly decided: Decision | undefined;
  /** The time until which all answers hold that were used. */
  private until = Infinity;
  /** Everything beside the conditions that an answer depends on: scopes, and the conditions and joins of the builder. */
  private readonly surroundings: string;
  /** The conditions, each as a text that is equal for equal ones. */
  private readonly identities: ReadonlyMap<Condition, string>;
  /** The conditions in an order, as one question. */
  private readonly ordered: string;

  /** @param conditions those of the list, one by one */
  constructor(
    { builder, plan, begin }: WindowOfList<E>,
    conditions: readonly Condition[],
    private readonly memory: ListMemory,
  ) {
    let surroundings = `${includesDeleted(builder)} ${conditionsText(builder)}`;
    for (const [schema, condition] of plan.scopes) surroundings += ` ${schema.name} ${identityOf(condition)}`;
    this.surroundings = surroundings;
    this.identities = new Map(conditions.map((condition) => [condition, identityOf(condition)]));
    const place = begin === undefined ? 'first' : 'later';
    this.ordered = this.question(`${place} ${orderText(plan)}`, conditions);
    this.decided = this.used(memory.decisions.get(this.ordered));
  }

  /**
   * Returns the answer to a question about some of the conditions: the one that is remembered, or that of the database, which is
   * remembered unless it is undefined.
   */
  async about(
    name: string,
    conditions: readonly Condition[],
    ask: () => Promise<boolean | undefined>,
  ): Promise<boolean | undefined> {
    const { verdicts } = this.memory;
    const question = this.question(name, conditions);
    const known = this.used(verdicts.get(question));
    if (known !== undefined) return known;
    const answer = await ask();
    if (answer !== undefined) this.used(verdicts.set(question, answer));
    return answer;
  }

  /** True where the first rows of the list in its order are known to have too few that satisfy the conditions. */
  isLate(): boolean {
    return this.used(this.memory.verdicts.get(this.ordered)) === true;
  }

  setLate(): void {
    this.memory.verdicts.set(this.ordered, true);
  }

  /** Returns a value that is remembered, and notes how long it holds. */
  used<Value>(kept: KeptValue<Value> | undefined): Value | undefined {
    if (kept !== undefined) this.until = Math.min(this.until, kept.until);
    return kept?.value;
  }

  /** Remembers a decision for as long as the answers hold that it follows from. */
  decide(decision: Decision): void {
    this.memory.decisions.set(this.ordered, decision, this.until);
  }

  /** Returns a text that is equal only for the same question: each condition has its length before it. */
  private question(name: string, conditions: readonly Condition[]): string {
    let text = `${this.surroundings} ${name} `;
    for (const condition of conditions) {
      const identity = this.identities.get(condition) ?? '';
      text += `${identity.length}:${identity}`;
    }
    return text;
  }
}

/** Returns a text for the first sort key of a list. */
function orderText({ sort: [term], keyDirection }: SqlPlan): string {
  if (term === undefined) return `key ${keyDirection ?? ''}`;
  const { target, direction, nulls } = term;
  const { hops, field } = target;
  const path = [...hops.map(({ propertyPath }) => propertyPath), field === 'count' ? '$count' : field.propertyPath];
  return `${path.join('.')} ${direction} ${nulls ?? ''}`;
}
