import { type Condition, type Moment, atMoment, forEachCondition, holdsRelative, momentBy } from '../../ast/index.js';
import { FilterConfigurationError, checkEach } from '../../configuration/index.js';
import { type RelatedAggregate, type View, fieldsOf, relatedAggregateOf } from '../../schema/index.js';
import { givenConditions } from './given-conditions.js';
import { trustedConditions } from './trusted.js';
import type { Settings } from '../options/settings.js';

/** Conditions that do not depend on the context, and whether they depend on the moment. */
interface ReadConditions {
  readonly condition: Condition | undefined;
  readonly isRelative: boolean;
}

/** The conditions that declarations of aggregates have on related rows. Those that are objects are read once. */
export class AggregateConditions {
  private readonly read = new WeakMap<RelatedAggregate, ReadConditions>();

  constructor(private readonly settings: Settings) {}

  /**
   * Returns the condition of an aggregate in a context. Undefined where all visible related rows count.
   *
   * @throws ScopeFailure where a function of the context fails
   */
  of(aggregate: RelatedAggregate, context: unknown, moment?: Moment): Condition | undefined {
    const { where, relation } = aggregate;
    if (where === undefined) return undefined;
    const { conditions, subject } = where;
    if (isFunction(conditions)) {
      const giver = { schema: relation.target, give: conditions, subject };
      return givenConditions(giver, context, { settings: this.settings, moment });
    }
    const { condition, isRelative } = this.readOnce(aggregate, { conditions, subject });
    if (condition === undefined || !isRelative) return condition;
    return atMoment(condition, moment ?? momentBy(this.settings.clock));
  }

  /**
   * Checks the condition of an aggregate, at boot.
   *
   * @throws FilterConfigurationError where it names what is not there
   */
  check(aggregate: RelatedAggregate, around: readonly RelatedAggregate[] = []): void {
    const { where } = aggregate;
    if (where === undefined || isFunction(where.conditions)) return;
    if (around.includes(aggregate)) {
      throw new FilterConfigurationError(`${where.subject} leads back to the aggregate itself; leave one of them out`);
    }
    const condition = this.of(aggregate, undefined);
    if (condition === undefined) return;
    forEachCondition(condition, (each) => {
      const inner = each.type === 'comparison' ? relatedAggregateOf(each.field.expression) : undefined;
      if (inner !== undefined) this.check(inner, [...around, aggregate]);
    });
  }

  private readOnce(aggregate: RelatedAggregate, where: { conditions: object; subject: string }): ReadConditions {
    const known = this.read.get(aggregate);
    if (known !== undefined) return known;
    const { settings } = this;
    const condition = trustedConditions(aggregate.relation.target, where.conditions, {
      settings,
      subject: where.subject,
    });
    const made = { condition, isRelative: condition !== undefined && holdsRelative(condition) };
    this.read.set(aggregate, made);
    return made;
  }
}

const made = new WeakMap<Settings, AggregateConditions>();

/** Returns the conditions of declared aggregates under some settings, one object for all requests. */
export function aggregateConditions(settings: Settings): AggregateConditions {
  const existing = made.get(settings) ?? new AggregateConditions(settings);
  made.set(settings, existing);
  return existing;
}

/**
 * Checks the conditions of every aggregate that a view declares.
 *
 * @throws FilterConfigurationError with every mistake in them
 */
export function checkAggregates({ members }: View, settings: Settings): void {
  const conditions = aggregateConditions(settings);
  checkEach(fieldsOf(members), ({ expression }) => {
    const aggregate = relatedAggregateOf(expression);
    if (aggregate !== undefined) conditions.check(aggregate);
  });
}

function isFunction(value: unknown): value is (context: unknown) => unknown {
  return typeof value === 'function';
}
