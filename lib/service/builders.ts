import type { EntityTarget, ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';
import type { FilterQuery } from '../ast/index.js';
import type { ListInput } from '../contract/index.js';
import type { FilterEngine } from '../engine/index.js';
import type { FilterOverrides, RowOf, Select } from '../filter-query.overrides.js';
import { profileOverrides } from '../filter-query.overrides.js';
import {
  type ApplyOptions,
  applyConditions,
  applyPlan,
  readApplyOptions,
  refuseAnswered,
  refuseCursor,
  refusePopulate,
  targetOf,
} from '../page/index.js';
import { dataSourceOf } from '../typeorm/index.js';
import type { GuardedEngine } from './guarded-engine.js';

/** Writes queries into builders, and runs none. Failures are answered as {@link GuardedEngine} does. */
export class GuardedBuilders {
  constructor(
    private readonly engine: FilterEngine,
    private readonly guarded: GuardedEngine,
  ) {}

  /**
   * Adds a query to a builder, or only its conditions.
   *
   * @throws the refusal of a cursor, which a builder alone cannot page by
   */
  apply<E extends ObjectLiteral, Row extends ObjectLiteral = E>(
    builder: SelectQueryBuilder<E>,
    query: FilterQuery<E, Row>,
    options: ApplyOptions,
  ): SelectQueryBuilder<Row> {
    const plan = this.guarded.planFor(builder, query);
    const { onlyFilters, populatesLater } = readApplyOptions(options);
    if (onlyFilters) return applyConditions<E, Row>(builder, plan);
    const issue = refuseCursor(plan) ?? refuseAnswered(plan) ?? (populatesLater ? undefined : refusePopulate(plan));
    if (issue !== undefined) throw this.guarded.refusal([issue], query);
    return applyPlan<E, Row>(builder, plan, this.engine.settings.nulls);
  }

  /** Makes a builder with a query written in code. */
  filter<E extends ObjectLiteral, S extends Select = Select>(
    repositoryOrEntity: Repository<E> | EntityTarget<E>,
    input: ListInput<E>,
    overrides: FilterOverrides<E> & { readonly select?: S },
  ): SelectQueryBuilder<RowOf<E, S>> {
    const [entity, builder] = targetOf<E>(repositoryOrEntity, this.engine.sources);
    const lasting = profileOverrides(overrides);
    const { trusted, context, select } = overrides;
    const source = dataSourceOf(builder);
    if (trusted) {
      const plan = this.guarded.readTrusted(entity, input, { context, source, select });
      return applyPlan<E, RowOf<E, S>>(builder, plan, this.engine.settings.nulls);
    }
    const profile = this.engine.profile(entity, lasting, source);
    return this.apply(builder, this.guarded.readFilter<E, RowOf<E, S>>(profile, input, context), {});
  }
}
