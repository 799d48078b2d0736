import type { DataSource, EntityMetadata } from 'typeorm';
import type { EngineName } from '../../../support/databases.js';
import { canary } from '../guide.js';
import type { Entities } from './entities.js';
import { type KeyKind, kinds } from './keys.js';
import { type ClassPlan, type MappingPlan, type RelationPlan, type TablePlan, tableOf } from './mapping.js';
import { isReachable } from './model.js';
import { type RandomData, type RandomRow, type Reference, markOf, nobody, referredBy } from './rows.js';

/** Values of a table's rows, each list with the name of its column. */
type Values = readonly (readonly [column: string, of: (row: RandomRow) => unknown])[];

/** Puts rows into tables, by statements of its own. */
export class Filling {
  private readonly engine: EngineName;

  constructor(
    private readonly source: DataSource,
    private readonly mapping: MappingPlan,
    { entities, engine }: { readonly entities: Entities; readonly engine: EngineName },
  ) {
    this.engine = engine;
    this.metadataOf = ({ name }) => source.getMetadata(entities.target(name));
  }

  private readonly metadataOf: (of: ClassPlan) => EntityMetadata;

  /** Makes junction tables without a key, so that a row may be there twice. */
  async allowRepeats(): Promise<void> {
    for (const relation of this.mapping.relations.filter(({ repeats, type }) => repeats && type === 'many-to-many')) {
      const { tableName } = this.junctionOf(relation);
      const [own, other] = [this.escaped(tableName), this.escaped(`${tableName}_without_key`)];
      await this.source.query(`CREATE TABLE ${other} AS SELECT * FROM ${own} WHERE 1 = 0`);
      await this.source.query(`DROP TABLE ${own}`);
      await this.source.query(`ALTER TABLE ${other} RENAME TO ${own}`);
    }
  }

  /** Puts the rows in the place of those that are there. */
  async fill(data: RandomData): Promise<void> {
    for (const [place, table] of this.mapping.tables.entries()) {
      const values = this.valuesOf(table, data);
      await this.replace(
        table.name.toLowerCase(),
        values.map(([column]) => column),
        (data.tables[place] ?? []).map((row) => values.map(([, of]) => of(row))),
      );
    }
    for (const relation of this.mapping.relations) {
      if (relation.type === 'many-to-many') await this.link(relation, data);
    }
  }

  private valuesOf(table: TablePlan, data: RandomData): Values {
    const { key, code, deletes, box, children } = table;
    const of: ClassPlan = {
      name: table.name,
      table: this.mapping.tables.indexOf(table),
      child: undefined,
      scope: false,
    };
    const metadata = this.metadataOf(of);
    const column = (path: string) => metadata.findColumnWithPropertyPath(path)?.databaseName ?? path;
    const stored = (kind: KeyKind, { number }: RandomRow) => kinds[kind].stored(number, this.engine);
    const isHidden = (row: RandomRow) => deletes && row.isDeleted;
    const truth = (value: boolean) => (this.engine === 'sqlite' ? Number(value) : value);
    const own: Values = [
      ...key.map((kind, place) => [`k${place}`, (row: RandomRow) => stored(kind, row)] as const),
      ...code.map(
        (kind, place) =>
          [`c${place}`, (row: RandomRow) => (row.hasCode || place > 0 ? stored(kind, row) : null)] as const,
      ),
      ['mark', (row) => markOf(table, row)],
      ['label', ({ label, ...row }) => (isHidden({ label, ...row }) ? canary : label)],
      ['weight', ({ weight }) => weight],
      ['tier', ({ tier }) => tier],
      ['spam', ({ spam }) => truth(spam)],
      ['secret', () => canary],
      ['quiet', () => canary],
    ];
    return [
      ...own,
      ...(deletes ? [['deletedAt', (row: RandomRow) => (row.isDeleted ? '2024-05-06 07:08:09' : null)] as const] : []),
      ...(box ? [[column('box.size'), ({ size }: RandomRow) => size] as const] : []),
      ...(children.length === 0
        ? []
        : [
            ['kind', ({ child }: RandomRow) => child ?? 'R'] as const,
            ['extra', ({ child, extra }: RandomRow) => (child === 'A' ? extra : null)] as const,
          ]),
      ...this.mapping.relations
        .filter(({ owner, type }) => owner.table === of.table && type !== 'many-to-many')
        .flatMap((relation) => this.referencesOf(relation, data)),
    ];
  }

  private referencesOf(relation: RelationPlan, data: RandomData): Values {
    const metadata = this.metadataOf(relation.owner).findRelationWithPropertyPath(relation.name);
    const { key, code } = tableOf(this.mapping, relation.target);
    const rows = data.tables[relation.target.table] ?? [];
    return (relation.byCode ? code : key).map((kind, place) => [
      metadata?.joinColumns[place]?.databaseName ?? '',
      (row) => this.storedReference(referredBy(row, relation), { kind, place, rows, byCode: relation.byCode }),
    ]);
  }

  private storedReference(reference: Reference, { kind, place, rows, byCode }: ReferredColumn): unknown {
    if (reference === null) return null;
    // A key without one of its parts refers to nothing.
    if (reference === 'part') return place === 1 ? kinds[kind].stored(1, this.engine) : null;
    const row = rows.find(({ number }) => number === reference);
    if (row !== undefined && !isReachable(byCode, row)) return null;
    return kinds[kind].stored(reference, this.engine);
  }

  private junctionOf({ owner, name }: RelationPlan): EntityMetadata {
    const junction = this.metadataOf(owner).findRelationWithPropertyPath(name)?.junctionEntityMetadata;
    if (junction === undefined) throw new Error(`no junction table of ${name}`);
    return junction;
  }

  private async link(relation: RelationPlan, data: RandomData): Promise<void> {
    const { tableName, ownerColumns, inverseColumns } = this.junctionOf(relation);
    const [own, target] = [tableOf(this.mapping, relation.owner), tableOf(this.mapping, relation.target)];
    const rows = data.tables[relation.target.table] ?? [];
    const far = relation.byCode ? target.code : target.key;
    const isStored = (number: number) =>
      number === nobody || rows.some((row) => row.number === number && isReachable(relation.byCode, row));
    const links = (data.links[relation.name] ?? []).filter((link) => isStored(link.far));
    const stored = (all: readonly KeyKind[], number: number) =>
      all.map((kind) => kinds[kind].stored(number, this.engine));
    await this.replace(
      tableName,
      [...ownerColumns, ...inverseColumns].map(({ databaseName }) => databaseName),
      links.map((link) => [...stored(own.key, link.own), ...stored(far, link.far)]),
    );
  }

  private async replace(table: string, columns: readonly string[], rows: readonly (readonly unknown[])[]) {
    await this.source.query(`DELETE FROM ${this.escaped(table)}`);
    if (rows.length === 0) return;
    let count = 0;
    const place = () => (this.engine === 'postgres' ? `$${(count += 1)}` : '?');
    const values = rows.map((row) => `(${row.map(place).join(', ')})`);
    const names = columns.map((name) => this.escaped(name)).join(', ');
    await this.source.query(`INSERT INTO ${this.escaped(table)} (${names}) VALUES ${values.join(', ')}`, rows.flat());
  }

  private escaped(name: string): string {
    return this.source.driver.escape(name);
  }
}

/** A column that a reference is stored in. */
interface ReferredColumn {
  readonly kind: KeyKind;
  readonly place: number;
  readonly rows: readonly RandomRow[];
  readonly byCode: boolean;
}
