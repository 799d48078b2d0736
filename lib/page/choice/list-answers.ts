import type { ObjectLiteral } from 'typeorm';
import type { Decision, KeptValue, ListMemory } from '../../adaptive/index.js';
import { type KeyPart, part, partsOf, twin } from '../../caches/index.js';
import { type Condition, identityOf } from '../../ast/index.js';
import { type SqlPlan, operandsText } from '../../sql/index.js';
import { conditionsText, includesDeleted, parameterNamesOf } from '../../typeorm/index.js';
import type { WindowOfList } from './window-of-list.js';

/** Remembered answers of the database about one list, by their questions. */
export class ListAnswers<E extends ObjectLiteral> {
  /** Decision about an earlier page with the same conditions and order. */
  readonly decided: Decision | undefined;
  /** True where the decision is remembered by the structure of the plan, and so of the builder. */
  readonly isByStructure: boolean;
  /** End of the validity of all used answers. */
  private until = Infinity;
  /** Key of the decisions about the list. */
  private readonly key: string;
  /** True once a walk for this page was too short. */
  private hasBeenLate = false;
  private writtenOrder: string | undefined;
  private writtenSurroundings: string | undefined;
  private identities: Map<Condition, string> | undefined;

  /** @param conditions returns the list's conditions, one by one */
  constructor(
    private readonly list: WindowOfList<E>,
    private readonly conditions: () => readonly Condition[],
    private readonly memory: ListMemory,
  ) {
    const key = keyByStructure(list);
    this.isByStructure = key !== undefined;
    this.key = key ?? this.ordered;
    this.decided = this.used(memory.decisions.get(this.key));
    twin?.decides(memory.decisions, this.key, () => this.ordered);
  }

  /**
   * Everything beside the conditions that an answer depends on: scopes, and the conditions and joins of the builder.
   */
  private get surroundings(): string {
    if (this.writtenSurroundings === undefined) {
      const { builder, plan } = this.list.list;
      const areSeen = plan.relatedDeleted === true || includesDeleted(builder);
      let text = `${areSeen} ${conditionsText(builder)}`;
      for (const [schema, condition] of plan.scopes) text += partsOf([schema, identityOf(condition)]);
      if (plan.aggregated !== undefined) text += aggregatedText(plan.aggregated);
      this.writtenSurroundings = text;
    }
    return this.writtenSurroundings;
  }

  /**
   * The conditions in an order, as one question. A walk from the end of a list meets other rows
   * than one from its beginning.
   */
  private get ordered(): string {
    const { kind, from, list } = this.list;
    const { plan } = list;
    const place = from === 'a position' ? 'later' : 'first';
    return (this.writtenOrder ??= this.question(`${kind}${place} ${orderText(plan)}`, this.conditions()));
  }

  /**
   * Returns the answer to a question about some of the conditions, from memory or from the database. A defined answer
   * of the database is remembered.
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

  /** True where the first rows of the list in its order are known to have too few matches. */
  isLate(): boolean {
    if (this.hasBeenLate) return true;
    // After a successful walk, the conditions need not be written.
    if (this.decided?.way === 'walk') return false;
    return this.used(this.memory.verdicts.get(this.ordered)) === true;
  }

  setLate(): void {
    this.hasBeenLate = true;
    this.memory.verdicts.set(this.ordered, true);
  }

  /** Returns a remembered value, and notes the end of its validity. */
  used<Value>(kept: KeptValue<Value> | undefined): Value | undefined {
    if (kept !== undefined) this.until = Math.min(this.until, kept.until);
    return kept?.value;
  }

  /** Remembers a decision for as long as its answers are valid. */
  decide(decision: Decision): void {
    this.memory.decisions.set(this.key, decision, this.until);
  }

  /** Returns a text that is equal for equal conditions. */
  private identityOf(condition: Condition): string {
    this.identities ??= new Map<Condition, string>();
    let identity = this.identities.get(condition);
    if (identity === undefined) this.identities.set(condition, (identity = identityOf(condition)));
    return identity;
  }

  /** Returns a text that is equal only for the same question: each condition follows its length. */
  question(name: string, conditions: readonly Condition[]): string {
    let text = `${this.surroundings} ${name} `;
    for (const condition of conditions) text += part(this.identityOf(condition));
    return text;
  }
}

/**
 * Returns a key for a list, by the structure of its plan. Undefined where the builder has values of its own, or cannot
 * be identified. No question begins with its first letter.
 */
function keyByStructure<E extends ObjectLiteral>({ list, kind }: WindowOfList<E>): string | undefined {
  const { builder, structure, operands } = list;
  const text = parameterNamesOf(builder).length > 0 ? undefined : list.fingerprint();
  if (text === undefined) return undefined;
  // Walks from either end of a list have different bounds.
  return `#${structure.number} ${kind}${text}${operandsText(operands)}`;
}

/** Writes the declared conditions of aggregates, whose fields alone do not tell them. */
function aggregatedText(aggregated: NonNullable<SqlPlan['aggregated']>): string {
  return partsOf(
    [...aggregated].flatMap(([aggregate, condition]) => [aggregate, condition ? identityOf(condition) : '']),
  );
}

/** Returns a text for the first sort key of a list. */
function orderText({ sort: [term], keyDirection }: SqlPlan): string {
  if (term === undefined) return `key ${keyDirection ?? ''}`;
  const { target, direction, nulls } = term;
  const { hops, field } = target;
  const path: readonly KeyPart[] = [...hops, field === 'count' ? '$count' : field.expression];
  return partsOf([...path, direction, nulls ?? '']);
}
