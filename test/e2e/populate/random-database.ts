import {
  type DataSource,
  type EntityMetadata,
  EntitySchema,
  type EntitySchemaColumnOptions,
  type EntitySchemaRelationOptions,
} from 'typeorm';
import { Filterable, type FilterableOptions } from 'nestjs-filterable';
import type { EngineName } from '../../support/databases.js';
import {
  type ClassPlan,
  type KeyKind,
  type MappingPlan,
  type RandomData,
  type RandomRow,
  type Reference,
  type RelationPlan,
  type Side,
  type TablePlan,
  fieldsOf,
  kinds,
  markOf,
  nobody,
  propertiesOf,
  referredBy,
  sidesOf,
  tableOf,
} from './random-mapping.js';
import { isReachable } from './random-judge.js';

/** What scopes and declared conditions depend on. */
export interface RandomContext {
  readonly tier: number;
  readonly word: string;
  readonly shows: boolean;
  /** Labels whose rows are hidden besides: the length of the list decides the text of a statement. */
  readonly hidden: readonly string[];
}

/** The text in everything that no answer may have: hidden columns, hidden rows, deleted rows. */
export const canary = 'canary';

/** A row of any mapping. */
class AnyRow {
  [name: string]: unknown;
}

type Target = new () => AnyRow;
type Columns = Record<string, EntitySchemaColumnOptions>;
type Relations = Record<string, EntitySchemaRelationOptions>;

/** The foreign key as an application's transformer makes it. */
class EntitiesReference {
  constructor(readonly key: unknown) {}
}

const referring = {
  to: (value: unknown) => (value instanceof EntitiesReference ? value.key : value),
  from: (value: unknown) => (value === null ? null : new EntitiesReference(value)),
};

/** Makes the classes of a mapping, and what TypeORM and the library are told of them. */
export class Entities {
  readonly targets = new Map<string, Target>();
  readonly schemas: readonly EntitySchema[];

  constructor(
    private readonly mapping: MappingPlan,
    private readonly engine: EngineName,
  ) {
    for (const of of mapping.classes) {
      const parent = this.targets.get(tableOf(mapping, of).name) ?? baseOf(tableOf(mapping, of));
      const made = { [of.name]: class extends parent {} }[of.name];
      if (made === undefined) throw new Error('no class was made');
      this.targets.set(of.name, made);
      Filterable(this.declarationOf(of))(made);
    }
    this.schemas = mapping.classes.map((of) => this.schemaOf(of));
  }

  target(name: string): Target {
    const found = this.targets.get(name);
    if (found === undefined) throw new Error(`no class ${name}`);
    return found;
  }

  private schemaOf(of: ClassPlan): EntitySchema {
    const { name, key, code, deletes, box, children } = tableOf(this.mapping, of);
    const common = { name: of.name, target: this.target(of.name), relations: this.relationsOf(of, '') };
    const references = this.referencesOf(of);
    if (of.child !== undefined) {
      const extra: Columns = of.child === 'A' ? { extra: { type: 'int', nullable: true } } : {};
      const discriminatorValue = of.child;
      return new EntitySchema({
        ...common,
        type: 'entity-child',
        discriminatorValue,
        columns: { ...extra, ...references },
      });
    }
    const codes = propertiesOf('c', code);
    const columns: Columns = {
      ...this.columnsOf('k', key, { primary: true }),
      ...this.columnsOf('c', code, { nullable: true }),
      ...{ mark: { type: 'varchar', length: 40 }, label: { type: 'varchar', length: 40 } },
      ...{ weight: { type: 'int', nullable: true }, tier: { type: 'int' }, spam: { type: 'boolean' } },
      ...{ secret: { type: 'varchar', length: 40 }, quiet: { type: 'varchar', length: 40, select: false } },
      ...(deletes && { deletedAt: { type: this.engine === 'postgres' ? 'timestamp' : 'datetime', deleteDate: true } }),
      ...references,
    };
    const uniques = [{ columns: [...codes] }];
    return new EntitySchema({
      ...{ ...common, tableName: name.toLowerCase(), columns, uniques },
      ...(box && { embeddeds: { box: { schema: this.boxOf(of) } } }),
      ...(children.length > 0 && {
        inheritance: { pattern: 'STI', column: { type: 'varchar', name: 'kind', length: 20 } },
        discriminatorValue: 'R',
      }),
    });
  }

  private boxOf(of: ClassPlan): EntitySchema {
    const name = `${of.name}Box`;
    const columns: Columns = { size: { type: 'int', nullable: true } };
    return new EntitySchema({ name, target: class {}, columns, relations: this.relationsOf(of, 'box.') });
  }

  private columnsOf(letter: 'k' | 'c', key: readonly KeyKind[], options: EntitySchemaColumnOptions | object): Columns {
    const names = propertiesOf(letter, key);
    return Object.fromEntries(
      key.map((kind, place) => [names[place], { ...kinds[kind].column(this.engine), ...options }]),
    );
  }

  /** Returns the properties of foreign keys that are properties. */
  private referencesOf(of: ClassPlan): Columns {
    const owned = this.mapping.relations.filter(({ owner, transformed }) => transformed && owner.name === of.name);
    return Object.fromEntries(
      owned.flatMap((relation) =>
        this.referred(relation).map(({ kind }, place) => [
          `${relation.name}_${place}`,
          { ...kinds[kind].column(this.engine), nullable: true, transformer: referring },
        ]),
      ),
    );
  }

  /** Lists the columns that a relation refers to. */
  private referred({ target, byCode }: RelationPlan): readonly { readonly name: string; readonly kind: KeyKind }[] {
    const { key, code } = tableOf(this.mapping, target);
    const [letter, all] = byCode ? (['c', code] as const) : (['k', key] as const);
    return all.map((kind, place) => ({ kind, name: `${letter}${place}` }));
  }

  /** Returns what a class itself declares, in an embedded object or outside of any. */
  private relationsOf(of: ClassPlan, prefix: string): Relations {
    const sides = sidesOf(this.mapping, of).filter(({ relation, isOwner, name }) => {
      const own = isOwner ? relation.owner : relation.target;
      return own.name === of.name && (prefix === '' ? !name.includes('.') : name.startsWith(prefix));
    });
    return Object.fromEntries(sides.map((side) => [side.name.slice(prefix.length), this.relationOf(side)]));
  }

  private relationOf({ relation, target, isOwner }: Side): EntitySchemaRelationOptions {
    const { type, name, inverse, lazy } = relation;
    const common = { target: () => this.target(target.name), lazy, createForeignKeyConstraints: false };
    if (!isOwner) return { ...common, type: type === 'many-to-one' ? 'one-to-many' : type, inverseSide: name };
    const side = name.replace('.', '_');
    const join = this.referred(relation).map((column, place) => ({
      name: `${side}_${place}`,
      referencedColumnName: column.name,
    }));
    const two = { ...common, type, ...(inverse !== undefined && { inverseSide: inverse }) };
    if (type !== 'many-to-many') return { ...two, nullable: true, joinColumn: join };
    const { key } = tableOf(this.mapping, relation.owner);
    const joinColumns = propertiesOf('k', key).map((referencedColumnName, place) => ({
      name: `own_${place}`,
      referencedColumnName,
    }));
    return { ...two, joinTable: { name: `link_${side}`, joinColumns, inverseJoinColumns: join } };
  }

  private declarationOf(of: ClassPlan): FilterableOptions {
    const sides = sidesOf(this.mapping, of);
    const { scope, box } = tableOf(this.mapping, of);
    const byWord = ({ word }: RandomContext) => ({ label: { $ne: word } });
    return {
      fields: [...fieldsOf(this.mapping, of), 'quiet'],
      relations: sides.map(({ name }) => name),
      ...(sides.length > 0 && {
        populate: sides.map(({ name, toMany, plan, target }) => ({
          name,
          ...(toMany && { limit: plan.limit, maximum: plan.limit + plan.extra }),
          ...(toMany && plan.sort.length > 0 && { sort: plan.sort }),
          ...(plan.narrow && { fields: narrowOf(this.mapping, target) }),
          ...(plan.where === 'spam' && { where: { spam: false } }),
          ...(plan.where === 'context' && { where: byTier }),
          ...(plan.when && { when: ({ shows }: RandomContext) => shows }),
        })),
      }),
      ...(of.child === undefined && scope && !box && { scope: byTierAndLabel }),
      ...(of.child !== undefined && of.scope && { scope: byWord }),
    };
  }
}

function byTier({ tier }: RandomContext): object {
  return { tier: { $lte: tier } };
}

/** Other conditions of the same entity may stand beside the list. */
function byTierAndLabel(context: RandomContext): object {
  const { hidden } = context;
  return { ...byTier(context), ...(hidden.length > 0 && { label: { $notIn: hidden } }) };
}

/** Makes what the classes of a table extend: nothing, or a class without a table that has the scope of its rows. */
function baseOf({ scope, box }: TablePlan): Target {
  class Base extends AnyRow {}
  if (scope && box) Filterable({ fields: ['label'], scope: byTierAndLabel })(Base);
  return Base;
}

/** Lists the fields that a narrow declaration leaves. */
export function narrowOf(mapping: MappingPlan, target: ClassPlan): readonly string[] {
  return ['label', ...(tableOf(mapping, target).box ? ['box.size'] : [])];
}

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
          [
            `c${place}`,
            (row: RandomRow) => (row.hasCode || place > 0 ? stored(kind, { ...row, number: codeOf(row) }) : null),
          ] as const,
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
    return kinds[kind].stored(byCode ? codeOf({ number: reference }) : reference, this.engine);
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
      links.map((link) => {
        const number = relation.byCode ? codeOf({ number: link.far }) : link.far;
        return [...stored(own.key, link.own), ...stored(far, number)];
      }),
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

/** The number of a row's second key, which no row has as its first one. */
function codeOf({ number }: Pick<RandomRow, 'number'>): number {
  return number + 20;
}

/** A column that a reference is stored in. */
interface ReferredColumn {
  readonly kind: KeyKind;
  readonly place: number;
  readonly rows: readonly RandomRow[];
  readonly byCode: boolean;
}
