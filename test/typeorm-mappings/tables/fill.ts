import type { DataSource, QueryRunner } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import type { EngineName } from '../../support/databases.js';
import type { Random } from './random.js';
import { type Reference, type Table, tablesOf } from './table.js';
import { valueFor } from './values.js';

type Row = Record<string, unknown>;

/** A table that has no rows, and why. */
export interface Empty {
  readonly table: string;
  readonly reason: string;
}

const rowsOfEach = 6;

/** Fills the tables of a data source by SQL of its own, so that no hook, transformer or cascade takes part. */
export class Filler {
  private readonly rows = new Map<string, Row[]>();
  private readonly empty: Empty[] = [];

  constructor(
    private readonly source: DataSource,
    private readonly engine: EngineName,
    private readonly random: Random,
  ) {}

  /** Fills every table that can be filled, and returns the others. */
  async fill(): Promise<readonly Empty[]> {
    const runner = this.source.createQueryRunner();
    try {
      for (const table of inOrder(tablesOf(this.source))) await this.fillTable(runner, table);
      for (const table of tablesOf(this.source)) await this.referBack(runner, table);
    } finally {
      await runner.release();
    }
    return this.empty;
  }

  private async fillTable(runner: QueryRunner, table: Table): Promise<void> {
    const rows: Row[] = [];
    this.rows.set(table.path, rows);
    let reason = 'no value for it is known';
    for (let turn = 0; turn < 4 * rowsOfEach && rows.length < rowsOfEach; turn += 1) {
      try {
        const row = this.rowFor(table, turn);
        if (rows.some((other) => haveOneKey(table, row, other))) continue;
        await this.insert(runner, table, row);
        rows.push(row);
      } catch (error) {
        reason = String(error);
      }
    }
    if (rows.length === 0) this.empty.push({ table: table.path, reason });
  }

  private rowFor(table: Table, turn: number): Row {
    const row: Row = {};
    const { random } = this;
    const ofClass = table.classes.length === 0 ? undefined : random.of(table.classes);
    for (const column of table.columns) row[column.databaseName] = this.valueFor(table, column, turn);
    for (const reference of table.references) this.refer(row, reference);
    for (const { databaseName, isDiscriminator } of table.columns) {
      if (isDiscriminator && ofClass !== undefined) row[databaseName] = ofClass.discriminator;
      if (ofClass?.columns.has(databaseName) === false) row[databaseName] = null;
    }
    return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
  }

  private valueFor(table: Table, column: ColumnMetadata, row: number): unknown {
    const { random, engine } = this;
    if (column.isDeleteDate) return row % 3 === 1 ? valueFor(column, this.at(table, column, row), random) : null;
    if (column.isNullable && random.below(4) === 0) return null;
    const value = valueFor(column, this.at(table, column, row), random);
    if (value !== undefined) return value;
    if (column.isNullable || column.default !== undefined) return column.isNullable ? null : undefined;
    throw new TypeError(
      `${column.databaseName} has a type that no value is made for: ${this.typeOf(column)} (${engine})`,
    );
  }

  private at(table: Table, column: ColumnMetadata, row: number) {
    const distinct = table.distinct.has(column.databaseName) || column.isPrimary;
    return { engine: this.engine, row, distinct, typeOf: this.typeOf };
  }

  private readonly typeOf = (column: ColumnMetadata): string => this.source.driver.normalizeType(column);

  /** Gives a row the keys of one that it refers to; a table that has none yet is referred to later. */
  private refer(row: Row, { columns, to, referenced, among }: Reference): void {
    const targets = (this.rows.get(to) ?? []).filter(
      (target) => among === undefined || among.values.includes(target[among.column]),
    );
    const optional = columns.every(({ isNullable, isPrimary }) => isNullable && !isPrimary);
    if (targets.length === 0 || (optional && this.random.below(5) === 0)) {
      if (optional) for (const column of columns) row[column.databaseName] = null;
      // A tree's first row, whose column takes no NULL, is its own parent.
      else columns.forEach(({ databaseName }, at) => (row[databaseName] = row[referenced[at]?.databaseName ?? '']));
      return;
    }
    const target = this.random.of(targets);
    columns.forEach(({ databaseName }, at) => (row[databaseName] = target[referenced[at]?.databaseName ?? '']));
  }

  /** Sets the references of tables that were filled before what they refer to. */
  private async referBack(runner: QueryRunner, table: Table): Promise<void> {
    const keys = table.columns.filter(({ isPrimary }) => isPrimary);
    if (keys.length === 0) return;
    for (const reference of table.references) {
      const late = reference.columns.every(({ isNullable, isPrimary }) => isNullable && !isPrimary);
      if (!late || !this.rows.get(table.path)?.some((row) => refersToNone(row, reference))) continue;
      for (const row of this.rows.get(table.path) ?? []) {
        if (!refersToNone(row, reference) || this.random.below(3) === 0) continue;
        const changed = { ...row };
        this.refer(changed, reference);
        // A unique key may refuse it, which leaves the row as it was.
        await this.update(runner, table, { keys, changed, columns: reference.columns }).then(
          () => Object.assign(row, changed),
          () => undefined,
        );
      }
    }
  }

  private async insert(runner: QueryRunner, table: Table, row: Row): Promise<void> {
    const names = Object.keys(row);
    const columns = names.map(this.escape).join(', ');
    const values = names.map((name, index) => this.parameter(name, index)).join(', ');
    const given = this.engine === 'postgres' ? ' OVERRIDING SYSTEM VALUE' : '';
    const text =
      names.length === 0
        ? `INSERT INTO ${this.tableName(table)} ${this.engine === 'mariadb' ? '() VALUES ()' : 'DEFAULT VALUES'}`
        : `INSERT INTO ${this.tableName(table)} (${columns})${given} VALUES (${values})`;
    await runner.query(
      text,
      names.map((name) => row[name]),
    );
  }

  private async update(
    runner: QueryRunner,
    table: Table,
    { keys, changed, columns }: { keys: readonly ColumnMetadata[]; changed: Row; columns: readonly ColumnMetadata[] },
  ): Promise<void> {
    const names = [...columns, ...keys].map(({ databaseName }) => databaseName);
    const phrases = names.map((name, index) => `${this.escape(name)} = ${this.parameter(name, index)}`);
    const text = `UPDATE ${this.tableName(table)} SET ${phrases.slice(0, columns.length).join(', ')}`;
    await runner.query(
      `${text} WHERE ${phrases.slice(columns.length).join(' AND ')}`,
      names.map((name) => changed[name]),
    );
  }

  private readonly escape = (name: string): string => this.source.driver.escape(name);

  private parameter(name: string, index: number): string {
    return this.source.driver.createParameter(name, index);
  }

  private tableName({ path }: Table): string {
    return path
      .split('.')
      .map((part) => (part === '' ? part : this.escape(part)))
      .join('.');
  }
}

/** True where an entity would take two rows for one. */
function haveOneKey({ keys }: Table, row: Row, other: Row): boolean {
  return keys.some((key) => key.length > 0 && key.every((name) => row[name] === other[name] && row[name] !== null));
}

function refersToNone(row: Row, { columns }: Reference): boolean {
  return columns.every(({ databaseName }) => row[databaseName] === null || row[databaseName] === undefined);
}

/** The tables in an order in which each stands behind those that it must refer to, as far as there is one. */
function inOrder(tables: readonly Table[]): readonly Table[] {
  const ordered = new Set<Table>();
  const place = (table: Table, above: readonly Table[]): void => {
    if (ordered.has(table) || above.includes(table)) return;
    for (const { to, columns } of [...table.references].sort(requiredFirst)) {
      const other = tables.find(({ path }) => path === to);
      const required = columns.some(({ isNullable }) => !isNullable);
      if (other !== undefined && (required || above.length === 0)) place(other, [...above, table]);
    }
    ordered.add(table);
  };
  for (const table of tables) place(table, []);
  return [...ordered];
}

function requiredFirst(one: Reference, other: Reference): number {
  const optional = ({ columns }: Reference) => Number(columns.every(({ isNullable }) => isNullable));
  return optional(one) - optional(other);
}
