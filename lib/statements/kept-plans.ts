import type { DataSource, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { LearntOfPages } from '../adaptive/index.js';
import { AdmittingCache, BoundedCache, partsOf } from '../caches/index.js';
import {
  type ChangesTemplate,
  type SqlChanges,
  type SqlPlan,
  type StructuredPlan,
  changesTemplate,
  structureOf,
} from '../sql/index.js';
import { boundByDriver, fingerprintOnce, missingInternals, parameterNamesOf, unknownState } from '../typeorm/index.js';
import { debug } from './debug.js';
import type { PreparedStatement } from './prepare.js';

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

  /** Returns the kept plan of a list. Undefined for a structure's first list, and for a builder without a fingerprint. */
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
