import { type DebugLogger, debuglog } from 'node:util';
import type { DataSource, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { LearntOfPages } from '../adaptive/index.js';
import { AdmittingCache, BoundedCache, partsOf, twin } from '../caches/index.js';
import {
  type Addition,
  type ChangesTemplate,
  type SqlChanges,
  type SqlPlan,
  type Statement,
  type StructuredPlan,
  additionTo,
  changesFrom,
  changesTemplate,
  noAddition,
  statementFacts,
  structureOf,
  valuesFrom,
  withAddition,
} from '../sql/index.js';
import {
  boundByDriver,
  dataSourceOf,
  fingerprintOnce,
  missingInternals,
  parameterNamesOf,
  unknownState,
} from '../typeorm/index.js';
import { checkTables } from '../schema/index.js';
import type { PreparedStatement } from './prepare.js';

/** Reports prepared statements, and the reasons against preparing others, with NODE_DEBUG=nestjs-filterable. */
export const debug: DebugLogger = debuglog('nestjs-filterable');

/** A list to read: the host's builder, and a plan split into structure and operands. */
export interface List<E extends ObjectLiteral = ObjectLiteral> extends StructuredPlan {
  readonly builder: SelectQueryBuilder<E>;
  readonly plan: SqlPlan;
  /** Returns the text that identifies the builder, if it has one. */
  readonly fingerprint: () => string | undefined;
}

/** Splits the plan of a list. The builder must stay as it is. */
export function listOf<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, plan: SqlPlan): List<E> {
  const { structure, operands } = structureOf(plan);
  return { builder, plan, structure, operands, fingerprint: fingerprintOnce(builder) };
}

/** Room for a page, its total, both in one, and others. */
const boundsOfPlan = { entries: 64, size: 100_000 };

/** Template and statements of one plan structure, for one builder and one way to read it. */
export class KeptPlan {
  /** Statements, or the reasons why they cannot be prepared. */
  readonly statements = new BoundedCache<PreparedStatement | string>(boundsOfPlan);
  /** Facts learnt from earlier pages of the list. */
  readonly learnt: LearntOfPages = { wasFull: false };
  /** Names of the plan's parameters. Undefined without a template: each plan is then compiled. */
  readonly names: readonly string[] | undefined;

  constructor(readonly template: ChangesTemplate | undefined) {
    this.names = template?.statement.parameters.map(({ name }) => name);
  }
}

const bounds = { entries: 500, size: 1_000_000 };

/** Kept plans of one data source. */
export class KeptPlans {
  /** Missing parts of TypeORM, or unknown keys of a builder's state. With any of them, nothing is kept. */
  readonly unknown: readonly string[];
  /** True where the driver writes numbers into the text of a statement. */
  readonly writesNumbers: boolean;
  private readonly plans = new AdmittingCache<KeptPlan>(bounds);

  constructor(source: DataSource) {
    const missing = missingInternals(source);
    this.unknown = missing.length > 0 ? missing : unknownState(source);
    this.writesNumbers = missing.length === 0 && boundByDriver(source.driver, 1).length === 0;
    if (missing.length > 0) debug('no statement is prepared: TypeORM lacks %s', missing.join(', '));
    else if (this.unknown.length > 0) debug('no statement is prepared: builders have %s', this.unknown.join(', '));
  }

  /** Returns the kept plan of a list. Undefined for a structure's first list, and where there is no fingerprint. */
  find<E extends ObjectLiteral>(list: List<E>, way: string): KeptPlan | undefined {
    const key = this.keyOf(list, way);
    return key === undefined ? undefined : this.plans.get(key);
  }

  /** Keeps a compiled plan. */
  keep<E extends ObjectLiteral>(list: List<E>, way: string, changes: SqlChanges): KeptPlan | undefined {
    const key = this.keyOf(list, way);
    if (key === undefined || !this.plans.admits(key)) return undefined;
    const kept = new KeptPlan(changesTemplate(changes, list.operands));
    this.plans.set(key, kept, key.length + (changes.where?.length ?? 0));
    return kept;
  }

  /**
   * Writes everything that decides the SQL of a list: its structure, the way to read it, and the builder with the
   * names of its parameters.
   */
  private keyOf<E extends ObjectLiteral>(
    { builder, structure, fingerprint }: List<E>,
    way: string,
  ): string | undefined {
    const text = this.unknown.length > 0 ? undefined : fingerprint();
    return text === undefined ? undefined : `${structure.number} ${way} ${namesText(builder)}${text}`;
  }
}

/** Writes the names of the builder's own parameters, which the library's names avoid. */
function namesText<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): string {
  return partsOf(parameterNamesOf(builder));
}

const ofSources = new WeakMap<DataSource, KeptPlans>();

/** Returns the kept plans of a data source. */
export function keptPlansOf(source: DataSource): KeptPlans {
  let plans = ofSources.get(source);
  if (plans === undefined) ofSources.set(source, (plans = new KeptPlans(source)));
  return plans;
}

/** A compiled plan without its values. */
export type PlanSql = Pick<ChangesTemplate, 'where' | 'joins' | 'order' | 'leading' | 'schema' | 'primaryKey'>;

/** The values of a request for a plan. */
interface PlanValues {
  /** Kept part of such plans. Undefined where nothing can be kept. */
  readonly kept: KeptPlan | undefined;
  /** The names of the parameters. */
  readonly names: readonly string[];
  /** The values of the parameters, in the order of the names. */
  readonly values: readonly unknown[];
}

/** A plan whose values fit the template of an earlier one. */
interface TemplatedPlan extends PlanValues {
  readonly template: ChangesTemplate;
}

/** A plan that is compiled for its values. */
interface CompiledPlan extends PlanValues {
  readonly template: undefined;
  readonly changes: SqlChanges;
}

/**
 * Plan of a list, in one way to read it. An earlier plan of the same structure needs only new values. Any other plan is
 * compiled as soon as its SQL is needed.
 */
export class ListPlan<E extends ObjectLiteral = ObjectLiteral> {
  private readonly plans: KeptPlans;
  /** The kept plan of this structure. */
  private readonly found: KeptPlan | undefined;
  private bound: TemplatedPlan | CompiledPlan | undefined;
  /** The plan made from the template, where a statement is written by it. */
  private made: SqlChanges | undefined;

  /**
   * @param way names everything that the SQL depends on beside the list
   * @param compile compiles the list
   */
  constructor(
    readonly list: List<E>,
    private readonly way: string,
    private readonly compile: () => SqlChanges,
  ) {
    this.plans = keptPlansOf(dataSourceOf(list.builder));
    this.found = this.plans.find(list, way);
  }

  /** The compiled plan without its values: one object for all plans of one template. */
  get sql(): PlanSql {
    return this.base;
  }

  /** The names of the plan's parameters. */
  get names(): readonly string[] {
    return this.once().names;
  }

  /** The values of the parameters, in the order of {@link names}. */
  get values(): readonly unknown[] {
    return this.once().values;
  }

  /** Kept part of such plans. Undefined where nothing can be kept. */
  get kept(): KeptPlan | undefined {
    return this.once().kept;
  }

  /** True where a server's plan without the values could be a hundred times slower. */
  get isPlannedForValues(): boolean {
    return this.progress.isPlannedForValues;
  }

  /** The compiled plan, with the values of this request. */
  get changes(): SqlChanges {
    const bound = this.once();
    return bound.template === undefined ? bound.changes : (this.made ??= this.fromTemplate(bound));
  }

  /** Adds a condition, or only values, as `write` binds them. An empty text adds no condition. */
  add(write: (binder: Statement) => string, before: Addition = noAddition): Addition {
    const { builder, plan } = this.list;
    return additionTo(statementFacts(builder, plan), this.progress.bound, before, write);
  }

  /** Returns the compiled plan with an addition. */
  with(addition: Addition): SqlChanges {
    return withAddition(this.changes, addition);
  }

  /** Numbers of names that the plan has given. */
  private get progress() {
    return this.base.statement.progress;
  }

  private get base(): ChangesTemplate | SqlChanges {
    const bound = this.once();
    return bound.template === undefined ? bound.changes : bound.template;
  }

  /** Binds the plan, at its first use. */
  private once(): TemplatedPlan | CompiledPlan {
    return (this.bound ??= this.byTemplate() ?? this.compiled());
  }

  /** Binds the template of the kept plan. Undefined without one. */
  private byTemplate(): TemplatedPlan | undefined {
    const { list, found } = this;
    if (found?.template === undefined || found.names === undefined) return undefined;
    const { template, names } = found;
    checkTables(template.statement.tables);
    const values = valuesFrom(template.statement, list.operands, list.plan.schema.dialect);
    twin?.same('the values of a plan', values, () => valuesOf(names, this.compile()));
    return { kept: found, template, names, values };
  }

  /** Compiles the plan for these values, and keeps it where a later one may use it. */
  private compiled(): CompiledPlan {
    const changes = this.compile();
    const kept = this.found ?? this.plans.keep(this.list, this.way, changes);
    const names = kept?.names ?? Object.keys(changes.statement.parameters);
    return { kept, template: undefined, changes, names, values: valuesOf(names, changes) };
  }

  private fromTemplate({ template, values }: TemplatedPlan): SqlChanges {
    const { builder, plan } = this.list;
    const facts = statementFacts(builder, plan);
    const made = changesFrom(template, facts, dataSourceOf(builder), values);
    twin?.same('a compiled plan', factsOf(made), () => factsOf(this.compile()));
    return made;
  }
}

function valuesOf(names: readonly string[], { statement: { parameters } }: SqlChanges): readonly unknown[] {
  return names.map((name) => parameters[name]);
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
