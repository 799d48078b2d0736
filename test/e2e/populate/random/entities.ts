import { EntitySchema, type EntitySchemaColumnOptions, type EntitySchemaRelationOptions } from 'typeorm';
import { Filterable, type FilterableOptions } from 'nestjs-filterable';
import type { EngineName } from '../../../support/databases.js';
import { type KeyKind, kinds } from './keys.js';
import {
  type ClassPlan,
  type MappingPlan,
  type RelationPlan,
  type Side,
  type TablePlan,
  fieldsOf,
  propertiesOf,
  sidesOf,
  tableOf,
} from './mapping.js';

/** What scopes and declared conditions depend on. */
export interface RandomContext {
  readonly tier: number;
  readonly word: string;
  readonly shows: boolean;
}

/** A row of any mapping. */
export class AnyRow {
  [name: string]: unknown;
}

export type Target = new () => AnyRow;
type Columns = Record<string, EntitySchemaColumnOptions>;
type Relations = Record<string, EntitySchemaRelationOptions>;

/** The foreign key as an application's transformer makes it. */
class Reference {
  constructor(readonly key: unknown) {}
}

const referring = {
  to: (value: unknown) => (value instanceof Reference ? value.key : value),
  from: (value: unknown) => (value === null ? null : new Reference(value)),
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
      ...(of.child === undefined && scope && !box && { scope: byTier }),
      ...(of.child !== undefined && of.scope && { scope: byWord }),
    };
  }
}

function byTier({ tier }: RandomContext): object {
  return { tier: { $lte: tier } };
}

/** Makes what the classes of a table extend: nothing, or a class without a table that has the scope of its rows. */
function baseOf({ scope, box }: TablePlan): Target {
  class Base extends AnyRow {}
  if (scope && box) Filterable({ fields: ['label'], scope: byTier })(Base);
  return Base;
}

/** Lists the fields that a narrow declaration leaves. */
export function narrowOf(mapping: MappingPlan, target: ClassPlan): readonly string[] {
  return ['label', ...(tableOf(mapping, target).box ? ['box.size'] : [])];
}
