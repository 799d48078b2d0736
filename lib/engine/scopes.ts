import { type Condition, type Moment, type Server, and, comparison, not, or } from '../ast/index.js';
import { collectFeatures } from './parameters.js';
import { type Reach, Reached } from '../list/index.js';
import type { FilterSchema, RowScope } from '../schema/index.js';
import { builtIn } from '../operators/index.js';
import { conditionOfAggregate, givenConditions } from './trusted.js';
import type { Settings } from './settings.js';

/**
 * Returns what a query reaches: its entity, and those that its conditions, order and parameters lead to.
 *
 * @param before what is left out
 */
function reachedBy(reach: Reach, before?: Reached): Reached {
  const { list, asked, server } = reach;
  const reached = new Reached(before);
  reached.schema(list.schema);
  reached.condition(asked.filters);
  for (const condition of server.added) reached.condition(condition);
  reached.sort(asked.sort);
  reached.sort(server.defaultSort);
  if (server.order !== undefined) reached.sort(server.order);
  collectFeatures(reach, reached);
  return reached;
}

/** The conditions that scopes and declared aggregates add to a query, in one context. */
export type ServerConditions = Pick<Server, 'scopes' | 'aggregated'>;

const noConditions: ServerConditions = Object.freeze({ scopes: new Map(), aggregated: undefined });

/** Calls the scopes of entities, and reads the conditions of declared aggregates, for one context. */
export class ScopeReader {
  constructor(
    private readonly context: unknown,
    private readonly settings: Settings,
    /** The moment of relative dates in scopes. Default: the present. */
    private readonly moment?: Moment,
  ) {}

  /**
   * Returns the scopes of every entity that a query reaches, and the conditions of every declared aggregate. A scope
   * that returns nothing is refused: an expression that is undefined by mistake would show every row.
   */
  of(reach: Reach): ServerConditions {
    return this.within(noConditions, reachedBy(reach));
  }

  /** Returns the conditions of a query that asks for more than before. No scope is called twice. */
  widened(before: Reach, reach: Reach): ServerConditions {
    return this.within(before.server, reachedBy(reach, reachedBy(before)));
  }

  /** Returns existing conditions with the scopes of an entity added. */
  with(existing: ServerConditions, schema: FilterSchema): ServerConditions {
    const reached = new Reached();
    reached.schema(schema);
    return this.within(existing, reached);
  }

  /** Reads what was reached. Conditions may reach more, so that both lists grow while they are read. */
  private within(existing: ServerConditions, reached: Reached): ServerConditions {
    const { schemas, aggregates } = reached;
    if (schemas.length === 0 && aggregates.length === 0) return existing;
    const scopes = new Map(existing.scopes);
    const aggregated = new Map(existing.aggregated);
    for (let scoped = 0, read = 0; scoped < schemas.length || read < aggregates.length;) {
      for (const aggregate of aggregates.slice(read)) {
        const condition = conditionOfAggregate(aggregate, this.settings, this.context, this.moment);
        aggregated.set(aggregate, condition);
        reached.condition(condition);
        read += 1;
      }
      for (const schema of schemas.slice(scoped)) {
        const condition = and(schema.scopes.flatMap((rows) => this.rowCondition(rows) ?? []));
        if (condition !== undefined) scopes.set(schema, condition);
        // No scope applies to what is in a scope.
        if (condition !== undefined) reached.aggregatesOf(condition);
        scoped += 1;
      }
    }
    return { scopes, aggregated: aggregated.size === 0 ? undefined : aggregated };
  }

  /**
   * Joins all scopes of some rows. If they do not concern all rows of the entity, a row of another class passes. So
   * does a row without a discriminator, which TypeORM takes for the entity itself.
   */
  private rowCondition({ schema, declared, only }: RowScope): Condition | undefined {
    const condition = and(declared.flatMap((scope) => this.conditionOf(schema, scope) ?? []));
    if (condition === undefined || only === undefined) return condition;
    const { discriminator, values } = only;
    const isOther = not(comparison(discriminator, builtIn('$in'), values));
    return or([comparison(discriminator, builtIn('$null'), []), isOther, condition]);
  }

  private conditionOf(schema: FilterSchema, { scope, by }: RowScope['declared'][number]): Condition | undefined {
    const subject = `The scope of ${by}${by === schema.name ? '' : `, which ${schema.name} extends,`}`;
    return givenConditions({ schema, give: scope, subject }, this.context, {
      settings: this.settings,
      moment: this.moment,
    });
  }
}
