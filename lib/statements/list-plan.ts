import type { ObjectLiteral } from 'typeorm';
import { twin } from '../caches/index.js';
import { checkTables } from '../schema/index.js';
import {
  type Addition,
  AdditionBinder,
  type ChangesTemplate,
  type SqlChanges,
  changesFrom,
  noAddition,
  statementFacts,
  valuesFrom,
  withAddition,
} from '../sql/index.js';
import { dataSourceOf } from '../typeorm/index.js';
import { type KeptPlan, type KeptPlans, type List, keptPlansOf } from './kept-plans.js';

/** A compiled plan without its values. */
export type PlanSql = Pick<ChangesTemplate, 'where' | 'joins' | 'order' | 'leading' | 'schema' | 'primaryKey'>;

/**
 * Plan of a list, in one way to read it. An earlier plan of the same structure needs only new values. Any other plan is
 * compiled as soon as its SQL is needed.
 */
export class ListPlan<E extends ObjectLiteral = ObjectLiteral> {
  private readonly plans: KeptPlans;
  private found: KeptPlan | undefined;
  private made: SqlChanges | undefined;
  private bound: readonly unknown[] | undefined;

  /**
   * @param way names everything that the SQL depends on beside the list
   * @param compile compiles the list; called at most once
   */
  constructor(
    readonly list: List<E>,
    private readonly way: string,
    private readonly compile: () => SqlChanges,
  ) {
    this.plans = keptPlansOf(dataSourceOf(list.builder));
    this.found = this.plans.find(list, way);
  }

  /** The compiled plan, with the values of this request. */
  get changes(): SqlChanges {
    return (this.made ??= this.fromTemplate() ?? this.compileNow());
  }

  /** The compiled plan without its values: one object for all plans of one template. */
  get sql(): PlanSql {
    return this.found?.template ?? this.changes;
  }

  /** The values of the parameters, in the order of {@link names}. */
  get values(): readonly unknown[] {
    return (this.bound ??= this.valuesByTemplate() ?? this.valuesIn(this.changes));
  }

  /** The names of the plan's parameters. */
  get names(): readonly string[] {
    // A template is only used if the values have its kinds.
    return this.values && this.namesIn();
  }

  /** Kept part of such plans, once there are values. Undefined where nothing can be kept. */
  get kept(): KeptPlan | undefined {
    return this.values && this.found;
  }

  /** True where a server's plan without the values could be a hundred times slower. */
  get isPlannedForValues(): boolean {
    return this.progress.isPlannedForValues;
  }

  /** Adds a condition, or only values, as `write` binds them. An empty text adds no condition. */
  add(write: (binder: AdditionBinder) => string, before: Addition = noAddition): Addition {
    const { builder, plan } = this.list;
    const binder = new AdditionBinder(statementFacts(builder, plan), this.progress.bound, before);
    return binder.addition(write(binder));
  }

  /** Returns the compiled plan with an addition. */
  with(addition: Addition): SqlChanges {
    return withAddition(this.changes, addition);
  }

  /**
   * Numbers of names that the plan has given. The values come first, because they decide whether a template is used.
   */
  private get progress() {
    return this.values && (this.found?.template?.statement ?? this.changes.statement).progress;
  }

  private valuesByTemplate(): readonly unknown[] | undefined {
    const { list, found, made } = this;
    if (found?.template === undefined || made !== undefined) return undefined;
    checkTables(found.template.statement.tables);
    const values = valuesFrom(found.template.statement, list.operands, list.plan.schema.dialect);
    if (values !== undefined) twin?.same('the values of a plan', values, () => this.valuesIn(this.compile()));
    return values;
  }

  private valuesIn({ statement: { parameters } }: SqlChanges): readonly unknown[] {
    return this.namesIn().map((name) => parameters[name]);
  }

  private namesIn(): readonly string[] {
    return this.found?.names ?? Object.keys(this.changes.statement.parameters);
  }

  private fromTemplate(): SqlChanges | undefined {
    const { list, found } = this;
    if (found?.template === undefined) return undefined;
    const { builder, plan, operands } = list;
    const facts = statementFacts(builder, plan);
    const made = changesFrom(found.template, { facts, source: dataSourceOf(builder), operands });
    if (made !== undefined) twin?.same('a compiled plan', factsOf(made), () => factsOf(this.compile()));
    // Values of another kind may need other SQL.
    if (made === undefined) this.found = this.plans.untemplated(list, this.way);
    return made;
  }

  private compileNow(): SqlChanges {
    const isFirst = this.found === undefined;
    const changes = this.compile();
    if (isFirst) this.found = this.plans.keep(this.list, this.way, changes);
    return changes;
  }
}

/** Returns everything that a statement takes from a compiled plan, for tests that compare two. */
function factsOf({ where, joins, order, leading, statement }: SqlChanges): unknown {
  const tables = joins.map(({ type, table, alias, on }) => [
    type,
    typeof table === 'string' ? table : table.name,
    alias,
    on,
  ]);
  const keys = order.map(({ sql, direction, emitNulls, nullsFirst }) => [sql, direction, emitNulls, nullsFirst]);
  return { where, tables, keys, leading, parameters: statement.parameters, naming: statement.naming };
}
