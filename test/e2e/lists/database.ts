import type { DataSource, EntityTarget, ObjectLiteral, QueryRunner, SelectQueryBuilder } from 'typeorm';
import { builtInOperators } from 'nestjs-filterable';
import { type Dialect, dialectOf } from '../../../lib/dialects/index.js';
import { Statement } from '../../../lib/sql/statement/statement.js';
import { type FilterValue, type ListType, isZoned, valueKinds } from '../../../lib/values/index.js';

/** A column that keeps a list, as a comparison needs it. */
export interface Listed {
  readonly name: string;
  readonly type: unknown;
  readonly list: ListType;
}

/** A condition on a list: the token of its operator, its values, and whether it is negated. */
export interface Asked {
  readonly token: string;
  readonly values: readonly FilterValue[];
  readonly negated: boolean;
}

/** A table with lists, asked by the operators of lists. */
export class ListTable {
  constructor(
    private readonly source: DataSource,
    private readonly entity: EntityTarget<ObjectLiteral>,
    /** The words that are tried: those of the driver, unless another driver of the engine has others. */
    readonly dialect: Dialect = dialectFor(source.options.type),
  ) {}

  /** Returns the ids of the rows that a condition finds. */
  async find(column: Listed, asked: Asked): Promise<readonly number[]> {
    const rows = await this.builder(column, asked).getMany();
    return rows.map((row): number => row['id']);
  }

  /** Returns the plan of a condition on a connection. */
  async plan(column: Listed, asked: Asked, runner: QueryRunner): Promise<string> {
    const [sql, parameters] = this.builder(column, asked).orderBy().getQueryAndParameters();
    return JSON.stringify(await runner.query(`EXPLAIN (COSTS OFF) ${sql}`, parameters));
  }

  private builder(column: Listed, asked: Asked): SelectQueryBuilder<ObjectLiteral> {
    const statement = this.statement();
    const sql = this.compile(column, asked, statement);
    const builder = this.source.createQueryBuilder(this.entity, 's').select('s.id').orderBy('s.id');
    return builder.where(sql).setParameters(statement.parameters);
  }

  private compile({ name, type, list }: Listed, { token, values, negated }: Asked, statement: Statement): string {
    const operator = builtInOperators.find((candidate) => candidate.token === token);
    if (operator === undefined) throw new Error(`there is no ${token}`);
    const phrases = this.dialect.lists[list.storage];
    if (operator.list === undefined || phrases === undefined) throw new Error(`${token} is for no such list`);
    const kind = valueKinds[list.kind];
    const listed = { sql: `${this.escape('s')}.${this.escape(name)}`, elementsStoredAs: kind.storedAs };
    if (operator.list === 'empty') return phrases.empty(listed, negated);
    if (operator.list === 'containing') throw new Error(`${token} is no operator of requests`);
    const bindFacts = { dialect: this.dialect, zoned: isZoned(type), storedIn: 'UTC' };
    const elements = values.map((value) => ({ value: kind.bind(value, bindFacts), json: '' }));
    const bind = (value: unknown): string => statement.bind(value);
    return phrases.has(listed, { quantifier: operator.list.quantifier, elements, bind, negated });
  }

  private statement(): Statement {
    return new Statement({
      dialect: this.dialect,
      escape: (name) => this.escape(name),
      isTaken: () => false,
      scopes: new Map(),
      withDeleted: false,
    });
  }

  private escape(name: string): string {
    return this.source.driver.escape(name);
  }
}

export function dialectFor(driver: string): Dialect {
  const dialect = dialectOf(driver);
  if (dialect === undefined) throw new Error(`${driver} does not exist`);
  return dialect;
}
