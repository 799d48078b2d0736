import { type DebugLogger, debuglog } from 'node:util';
import type { DataSource, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { AdmittingCache, BoundedCache, partsOf, twin } from '../caches/index.js';
import type { NamedStatements } from '../dialects/index.js';
import { type ColumnSchema, type Report, checkTables } from '../schema/index.js';
import {
  type PlanSql,
  type SqlChanges,
  type SqlPlan,
  Statement,
  type StatementTemplate,
  changesOf,
  structureOf,
  valuesFrom,
} from '../sql/index.js';
import {
  type Sender,
  boundByDriver,
  dataSourceOf,
  fingerprintOf,
  missingInternals,
  parameterNamesOf,
  unknownState,
} from '../typeorm/index.js';
import { StatementNames } from './names.js';
import type { PreparedStatement } from './prepare.js';

/** Reports prepared statements, and the reasons against preparing others, with NODE_DEBUG=nestjs-filterable. */
export const debug: DebugLogger = debuglog('nestjs-filterable');

/** Identity of all plans with one SQL. */
interface Structure {
  readonly number: number;
  /** Whether its conditions leave a choice of ways to read a page. Undefined until that is asked. */
  leavesChoice: boolean | undefined;
}

/** What is kept of all lists of one structure, for one builder and one way to read them. */
interface KeptList {
  readonly sql: PlanSql;
  /** Undefined where a value of the SQL is not made of operands: each list is then compiled. */
  readonly template: StatementTemplate | undefined;
  /** Statements, or the reasons why they cannot be prepared: a page, its total, both in one, and others. */
  readonly statements: BoundedCache<PreparedStatement | string>;
  /** True where the latest page was full, so that the next one is read with its total. */
  wasFull: boolean;
}

/** The cache of a data source: structures, compiled lists with their statements, and names on the server. */
export class Statements {
  /** Missing parts of TypeORM, or unknown keys of a builder's state. With any of them, nothing is kept. */
  private readonly unknown: readonly string[];
  /** True where the driver writes numbers into the text of a statement. */
  readonly writesNumbers: boolean;
  /** Columns that did not give a row's whole value, and are read by expressions from then on. */
  readonly indirect = new WeakSet<ColumnSchema>();
  private readonly structures = new BoundedCache<Structure>({ entries: 2_000, size: 2_000_000 });
  private numbered = 0;
  private readonly lists = new AdmittingCache<KeptList>({ entries: 500, size: 1_000_000 });
  private names: StatementNames | undefined;

  constructor(source: DataSource) {
    const missing = missingInternals(source);
    this.unknown = missing.length > 0 ? missing : unknownState(source);
    this.writesNumbers = missing.length === 0 && boundByDriver(source.driver, 1).length === 0;
    if (missing.length > 0) debug('no statement is prepared: TypeORM lacks %s', missing.join(', '));
    else if (this.unknown.length > 0) debug('no statement is prepared: builders have %s', this.unknown.join(', '));
  }

  structure(text: string): Structure {
    let structure = this.structures.get(text);
    if (structure === undefined) {
      structure = { number: (this.numbered += 1), leavesChoice: undefined };
      this.structures.set(text, structure, text.length);
    }
    return structure;
  }

  /**
   * Writes everything that decides the SQL of a list: its structure, the way to read it, and the builder with the names
   * of its parameters, which the library's avoid. Undefined where the builder has no fingerprint.
   */
  keyOf<E extends ObjectLiteral>(list: ListQuery<E>): string | undefined {
    const text = this.unknown.length > 0 ? undefined : list.fingerprint();
    if (text === undefined) return undefined;
    return `${list.structure.number} ${list.way} ${partsOf(parameterNamesOf(list.builder))}${text}`;
  }

  /** Returns the sender of a statement by name, which reports the end of names. Undefined where none are used. */
  senderOf(report: Report | undefined, facts: NamedStatements | undefined): Sender | undefined {
    if (report === undefined || facts === undefined) return undefined;
    return (this.names ??= new StatementNames(facts, report));
  }

  find(key: string): KeptList | undefined {
    return this.lists.get(key);
  }

  /** Keeps a compiled list, unless it is a structure's first one and the cache is full. */
  keep(key: string, changes: SqlChanges, operands: ListQuery['operands']): KeptList | undefined {
    if (!this.lists.admits(key)) return undefined;
    const { where, joins, order, leading, schema, primaryKey, statement } = changes;
    const kept: KeptList = {
      // Without the statement of the first list, which has the values of its request.
      sql: { where, joins, order, leading, schema, primaryKey },
      template: statement.template(operands),
      statements: new BoundedCache({ entries: 64, size: 100_000 }),
      wasFull: false,
    };
    this.lists.set(key, kept, key.length + (where?.length ?? 0));
    return kept;
  }
}

const ofSources = new WeakMap<DataSource, Statements>();

function statementsOf(source: DataSource): Statements {
  let statements = ofSources.get(source);
  if (statements === undefined) ofSources.set(source, (statements = new Statements(source)));
  return statements;
}

/**
 * A list to read: the host's builder, and a plan, in one way to read it. An earlier list of the same structure has its
 * SQL, which needs only new values. Any other is compiled as soon as its SQL is needed. The builder must stay as it is.
 */
export class ListQuery<E extends ObjectLiteral = ObjectLiteral> {
  /** The cache of the builder's data source. */
  readonly statements: Statements;
  readonly structure: Structure;
  readonly operands: ReturnType<typeof structureOf>['operands'];
  private boundOnce: BoundList | undefined;
  private identified: ReturnType<typeof fingerprintOf> | undefined;

  /**
   * @param way names everything that the SQL depends on beside the builder and the plan
   * @param compile compiles the list; called where no list of the structure has left its SQL
   * @param like the same list, in another way to read it
   */
  constructor(
    readonly builder: SelectQueryBuilder<E>,
    readonly plan: SqlPlan,
    readonly way: string,
    private readonly compile: () => SqlChanges,
    private readonly like?: ListQuery<E>,
  ) {
    if (like === undefined) {
      const { text, operands } = structureOf(plan);
      this.statements = statementsOf(dataSourceOf(builder));
      this.structure = this.statements.structure(text);
      this.operands = operands;
    } else {
      this.statements = like.statements;
      this.structure = like.structure;
      this.operands = like.operands;
    }
  }

  /** Returns the text that identifies the builder, if it has one. */
  fingerprint(): string | undefined {
    if (this.like !== undefined) return this.like.fingerprint();
    this.identified ??= fingerprintOf(this.builder);
    return 'text' in this.identified ? this.identified.text : undefined;
  }

  get sql(): PlanSql {
    return this.bound.sql;
  }

  /** The SQL with the values of this request: by a template, or compiled now. */
  get bound(): BoundList {
    return (this.boundOnce ??= this.bind());
  }

  /** Begins a statement over the list, with a condition and values of its own, or those of a statement before. */
  begin(before?: Statement): Statement {
    const statement = new Statement(this.plan, this.builder, before?.progress ?? this.bound.progress);
    if (before !== undefined) {
      Object.assign(statement.parameters, before.parameters);
      statement.and(before.condition);
    }
    return statement;
  }

  /** Returns the compiled list to write one statement, with what that adds. No other statement depends on its names. */
  changes(own?: Statement): SqlChanges {
    const { sql, names, values } = this.bound;
    const statement = this.begin(own);
    for (const [place, name] of names.entries()) statement.parameters[name] = values[place];
    return changesOf(sql, statement);
  }

  private bind(): BoundList {
    const { statements, operands } = this;
    const key = statements.keyOf(this);
    const found = key === undefined ? undefined : statements.find(key);
    if (found?.template !== undefined) return this.byTemplate(found, found.template);
    const sql = this.compile();
    const { parameters, progress } = sql.statement;
    const kept = found ?? (key === undefined ? undefined : statements.keep(key, sql, operands));
    const names = kept?.template?.names ?? Object.keys(parameters);
    return { sql, progress, names, values: names.map((name) => parameters[name]), kept };
  }

  private byTemplate(kept: KeptList, template: StatementTemplate): BoundList {
    const { sql } = kept;
    const { progress, names, tables } = template;
    checkTables(tables);
    const values = valuesFrom(template, this.operands, this.plan.schema.dialect);
    twin?.same('a compiled list', factsOf(sql, names, values), () => {
      const anew = this.compile();
      const { parameters } = anew.statement;
      return factsOf(
        anew,
        names,
        names.map((name) => parameters[name]),
      );
    });
    return { sql, progress, names, values, kept };
  }
}

/** SQL of a list, and the values of its request in the order of its parameters. */
interface BoundList extends Pick<StatementTemplate, 'progress' | 'names'> {
  readonly sql: PlanSql;
  readonly values: readonly unknown[];
  /** Kept part of such lists. Undefined where nothing can be kept. */
  readonly kept: KeptList | undefined;
}

/** Returns everything that a statement takes from a compiled list, for tests that compare two. */
function factsOf({ where, joins, order, leading }: PlanSql, names: readonly string[], values: readonly unknown[]) {
  const tables = joins.map(({ type, table, alias, on }) => [
    type,
    typeof table === 'string' ? table : table.name,
    alias,
    on,
  ]);
  const keys = order.map(({ sql, direction, emitNulls, nullsFirst }) => [sql, direction, emitNulls, nullsFirst]);
  return { where, tables, keys, leading, names, values };
}
