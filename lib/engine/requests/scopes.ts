import { type Condition, type Moment, and, comparison, not, or } from '../../ast/index.js';
import { builtIn } from '../../operators/index.js';
import type { FilterSchema, RowScope } from '../../schema/index.js';
import type { Settings } from '../options/settings.js';
import { givenConditions } from '../lists/given-conditions.js';
import { type Reach, scopedSchemas } from './reach.js';

/** Conditions of scopes, by the entity of their rows. */
export type Scopes = ReadonlyMap<FilterSchema, Condition>;

const noScopes: Scopes = new Map();

/** Calls the scopes of entities, for one context. */
export class ScopeReader {
  constructor(
    private readonly context: unknown,
    private readonly settings: Settings,
    /** The moment of relative dates in scopes. Default: the present. */
    private readonly moment?: Moment,
  ) {}

  /**
   * Returns the scopes of every entity that a query reaches. A scope that returns nothing is refused: an expression
   * that is undefined by mistake would show every row.
   */
  of(reach: Reach): Scopes {
    const schemas = scopedSchemas(reach);
    return schemas.length === 0 ? noScopes : this.with(noScopes, schemas);
  }

  /** Returns existing scopes with more entities' added. */
  with(existing: Scopes, schemas: readonly FilterSchema[]): Scopes {
    const scopes = new Map(existing);
    for (const schema of schemas) {
      const condition = and(schema.scopes.flatMap((rows) => this.rowCondition(rows) ?? []));
      if (condition !== undefined) scopes.set(schema, condition);
    }
    return scopes;
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
