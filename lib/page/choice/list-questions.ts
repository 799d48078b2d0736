import type { ObjectLiteral } from 'typeorm';
import { type Conjuncts, type ListMemory, type Sizes, isPlain, isServed } from '../../adaptive/index.js';
import { type Condition, type Related, conjunctsOf } from '../../ast/index.js';
import { twin } from '../../caches/index.js';
import type { List } from '../../statements/index.js';
import { hasWhere, joinsOf, statementOf } from '../../typeorm/index.js';
import type { ListAnswers } from './list-answers.js';
import { type Question, areManyInTable, areManyOwn, areManyRelated, isAskable } from './probes.js';
import { askOfLarge } from './small-table.js';

/** A list, and everything known about it before the database is asked. */
interface AskedList<E extends ObjectLiteral> {
  readonly list: List<E>;
  readonly conjuncts: Conjuncts;
  readonly answers: ListAnswers<E>;
  readonly sizes: Sizes;
  readonly memory: ListMemory;
  /** Answers for the log. */
  readonly reasons: string[];
}

/** Asks the database about the conditions of a list, unless the answers are remembered. */
export class ListQuestions<E extends ObjectLiteral> {
  constructor(private readonly asked: AskedList<E>) {}

  /** Returns true where a condition leaves few rows, and false where asking would read a whole table. */
  async isFew(condition: Related): Promise<boolean> {
    const { builder, plan } = this.asked.list;
    const { few } = this.asked.sizes;
    if (!isAskable(condition, plan.scopes)) return this.because(condition, 'not asked', false);
    const answer = await this.areFew('few', [condition], () => areManyRelated(condition, { builder, plan, few }));
    return this.because(condition, answer ? 'few' : 'many', answer);
  }

  /** True where an index finds the rows that satisfy the other conditions. */
  get isOwnServed(): boolean {
    const { schema } = this.asked.list.plan;
    return !this.isNarrowedByBuilder && isServed(schema, this.ownConditions.flatMap(conjunctsOf));
  }

  /**
   * Returns true where the other conditions leave few rows. False without any, and where asking would cost too much.
   */
  async isNarrow(): Promise<boolean> {
    const { builder, plan } = this.asked.list;
    const { few } = this.asked.sizes;
    const { own } = this.asked.conjuncts;
    if (this.ownConditions.length === 0 && !this.isNarrowedByBuilder) return false;
    if (plan.schema.primaryKey.length !== 1 || !this.ownConditions.every(isPlain)) {
      return this.because('own', 'not asked', false);
    }
    const answer = await this.areFew('narrow', own, () => areManyOwn(own, { builder, plan, few }));
    return this.because('own', answer ? 'few' : 'many', answer);
  }

  /**
   * Returns true where each alternative of the disjunction leaves few rows, and false where asking
   * would read a whole table.
   */
  async areAlternativesFew(): Promise<boolean> {
    const { conjuncts, sizes } = this.asked;
    const alternatives = conjuncts.either?.asked ?? [];
    // All alternatives together must be few.
    const few = Math.floor(sizes.few / alternatives.length);
    for (const alternative of alternatives) {
      const answer = await this.isAlternativeFew(alternative, few);
      if (answer !== true) return this.because('$or', answer === undefined ? 'not asked' : 'many', false);
    }
    return this.because('$or', 'few', true);
  }

  /** Returns true where an alternative has at most so many rows, or undefined where asking would read a whole table. */
  private async isAlternativeFew(alternative: Condition, few: number): Promise<boolean | undefined> {
    const { builder, plan } = this.asked.list;
    const probe = { builder, plan, few };
    const name = `at most ${few}`;
    if (alternative.type !== 'related')
      return this.areFew(name, [alternative], () => areManyInTable([alternative], probe));
    if (!isAskable(alternative, plan.scopes)) return undefined;
    return this.areFew(name, [alternative], () => areManyRelated(alternative, probe));
  }

  /** Conditions on the row itself, related conditions without a shape, and the scopes of the list. */
  private get ownConditions(): readonly Condition[] {
    const { scopes, schema, selected } = this.asked.list.plan;
    const own = [scopes.get(schema), selected && scopes.get(selected)];
    return [...this.asked.conjuncts.own, ...own.filter((scope) => scope !== undefined)];
  }

  /** True where the builder itself may have fewer rows than the table. */
  private get isNarrowedByBuilder(): boolean {
    const { builder } = this.asked.list;
    return hasWhere(builder) || joinsOf(builder).some(({ direction }) => direction !== 'LEFT');
  }

  /** Returns true where few rows satisfy conditions, from memory if possible. It is always true for a small table. */
  private async areFew(name: string, conditions: readonly Condition[], areMany: () => Question): Promise<boolean> {
    const { answers, list, sizes, memory } = this.asked;
    if (twin !== undefined)
      await twin.answers(memory.verdicts, answers.question(name, conditions), () => askedBy(areMany()));
    const many = await answers.about(name, conditions, () =>
      askOfLarge(areMany(), list.plan.schema, { sizes, memory }),
    );
    return many !== true;
  }

  private because(subject: Related | string, reason: string, answer: boolean): boolean {
    const name = typeof subject === 'string' ? subject : subject.relation.propertyPath;
    this.asked.reasons.push(`${name}: ${reason}`);
    return answer;
  }
}

/** Returns the SQL of a question, for tests that compare it with others. */
function askedBy({ write }: Question) {
  const { text, values } = statementOf(write(), 'values');
  return { text, values, ask: async () => (await write().getRawMany()).length };
}
