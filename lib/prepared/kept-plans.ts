import type { DataSource, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { BoundedCache, Sightings } from '../caches/index.js';
import {
  type ChangesTemplate,
  type Operands,
  type SqlChanges,
  type SqlPlan,
  type StructuredPlan,
  boundByDriver,
  changesTemplate,
  fingerprintOnce,
  isForLengths,
  missingInternals,
  parameterNamesOf,
  part,
  structureOf,
  unknownState,
} from '../sql/index.js';
import { debug } from './debug.js';
import type { PreparedStatement } from './prepare.js';

/** A list whose rows are to be read: the host's builder, and a plan that is taken apart. */
export interface List<E extends ObjectLiteral = ObjectLiteral> extends StructuredPlan {
  readonly builder: SelectQueryBuilder<E>;
  readonly plan: SqlPlan;
  /** Returns the text that tells the builder from others; undefined where there is none. */
  readonly fingerprint: () => string | undefined;
}

/** Takes the plan of a list apart. The builder must stay as it is. */
export function listOf<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, plan: SqlPlan): List<E> {
  const { structure, operands } = structureOf(plan);
  return { builder, plan, structure, operands, fingerprint: fingerprintOnce(builder) };
}

/** A page, its total, both in one, and few others, for each number of members of a list that is spread. */
const boundsOfPlan = { entries: 64, size: 100_000 };

/** What is kept of all plans of one structure for one builder, in one way to read it: a template, and the statements. */
export class KeptPlan {
  /** The statements, or the reasons why they cannot be prepared. */
  readonly statements = new BoundedCache<PreparedStatement | string>(boundsOfPlan);
  /** The names of the plan's parameters; undefined where it has no template, and each plan is compiled. */
  readonly names: readonly string[] | undefined;

  constructor(readonly template: ChangesTemplate | undefined) {
    this.names = template?.statement.parameters.map(({ name }) => name);
  }
}

const bounds = { entries: 500, size: 1_000_000 };

/** The most values of a plan that has a template for these numbers of values. */
const mostCounted = 32;

/**
 * What is kept of the plans of one data source. Once it is full, a plan comes in at its second appearance: structures that a stranger
 * makes up, each of them once, push nothing out.
 */
export class KeptPlans {
  /** Parts of TypeORM that are missing, or keys of a builder's state that are not known. With one, nothing is kept. */
  readonly unknown: readonly string[];
  /** True where the driver writes numbers into the text of a statement. */
  readonly writesNumbers: boolean;
  private readonly plans = new BoundedCache<KeptPlan>(bounds);
  private readonly sightings = new Sightings(bounds.entries);

  constructor(source: DataSource) {
    const missing = missingInternals(source);
    this.unknown = missing.length > 0 ? missing : unknownState(source);
    this.writesNumbers = missing.length === 0 && boundByDriver(source.driver, 1).length === 0;
    if (missing.length > 0) debug('no statement is prepared: TypeORM lacks %s', missing.join(', '));
    else if (this.unknown.length > 0) debug('no statement is prepared: builders have %s', this.unknown.join(', '));
  }

  /** Returns what is kept for a list; undefined for the first of its structure, and for a builder that cannot be told from others. */
  find<E extends ObjectLiteral>(list: List<E>, way: string): KeptPlan | undefined {
    const key = this.keyOf(list, way);
    const first = key === undefined ? undefined : this.plans.get(key);
    if (key === undefined || first?.template === undefined || isForLengths(first.template, list.operands)) return first;
    const own = keyForLengths(key, list.operands);
    return own === undefined ? undefined : this.plans.get(own);
  }

  /** Keeps a compiled plan. Beside the first of its structure, one is kept for each numbers of values that come twice. */
  keep<E extends ObjectLiteral>(list: List<E>, way: string, changes: SqlChanges): KeptPlan | undefined {
    const key = this.keyOf(list, way);
    if (key === undefined) return undefined;
    if (!this.plans.has(key)) return this.isAdmitted(key) ? this.set(key, list, changes) : undefined;
    const own = keyForLengths(key, list.operands);
    return own !== undefined && this.sightings.isSeen(own) ? this.set(own, list, changes) : undefined;
  }

  /** Returns what is kept for plans of which a value is of another kind than the template has. */
  untemplated<E extends ObjectLiteral>(list: List<E>, way: string): KeptPlan | undefined {
    const key = this.keyOf(list, `${way} without template`);
    if (key === undefined) return undefined;
    const kept = this.plans.get(key);
    if (kept !== undefined || !this.isAdmitted(key)) return kept;
    return this.put(key, new KeptPlan(undefined), key.length);
  }

  private isAdmitted(key: string): boolean {
    return !this.plans.isFull || this.sightings.isSeen(key);
  }

  private set<E extends ObjectLiteral>(key: string, { operands }: List<E>, changes: SqlChanges): KeptPlan {
    const kept = new KeptPlan(changesTemplate(changes, operands));
    return this.put(key, kept, key.length + (changes.where?.length ?? 0));
  }

  private put(key: string, kept: KeptPlan, length: number): KeptPlan {
    this.plans.set(key, kept, length);
    return kept;
  }

  /** Writes all that decides the SQL of a list: its structure, the way to read it, and the builder with the names of its parameters. */
  private keyOf<E extends ObjectLiteral>(
    { builder, structure, fingerprint }: List<E>,
    way: string,
  ): string | undefined {
    const text = this.unknown.length > 0 ? undefined : fingerprint();
    return text === undefined ? undefined : `${structure.number} ${way} ${namesText(builder)}${text}`;
  }
}

/** Returns a key for the numbers of values that operands have; undefined where they are many. */
function keyForLengths(key: string, operands: Operands): string | undefined {
  let sum = 0;
  for (const { length } of operands) sum += length;
  return sum > mostCounted ? undefined : `${key} ${operands.map(({ length }) => length).join()}`;
}

/** Writes the names of the builder's own parameters, which those of the library avoid. */
function namesText<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): string {
  let text = '';
  for (const name of parameterNamesOf(builder)) text += part(name);
  return text;
}

const ofSources = new WeakMap<DataSource, KeptPlans>();

/** Returns what is kept of the plans of a data source. */
export function keptPlansOf(source: DataSource): KeptPlans {
  let plans = ofSources.get(source);
  if (plans === undefined) ofSources.set(source, (plans = new KeptPlans(source)));
  return plans;
}
