import type { EntityDescription, FieldDescription, FilterService } from 'nestjs-filterable';
import type { EntityMetadata, ObjectLiteral } from 'typeorm';

/** A condition of a request, and the rows of an entity that satisfy it. */
export interface Question {
  readonly request: string;
  readonly finds: (row: ObjectLiteral) => boolean;
  /** The property whose values the rows are sorted by. */
  readonly sortedBy?: readonly string[];
}

/** Kinds whose values a program compares as a database does. */
const plainKinds = ['integer', 'bigint', 'text', 'boolean', 'enum', 'uuid'];

/** Lists questions about the rows of an entity that have all their relations with them. */
export class Questions {
  constructor(
    private readonly service: FilterService,
    private readonly metadata: EntityMetadata,
    private readonly rows: readonly ObjectLiteral[],
  ) {}

  all(): readonly Question[] {
    const described = this.service.describe(this.metadata.target);
    return [
      ...comparable(described, this.metadata).flatMap((field) => this.ofField([], field.name)),
      ...this.sorts(described, []),
      ...described.relations.flatMap(({ name, toMany }) => this.ofRelation(name, toMany)),
    ];
  }

  private ofRelation(name: string, toMany: boolean): readonly Question[] {
    const relation = this.metadata.findRelationWithPropertyPath(name);
    // Names may be the clients' own, and a row has a lazy relation elsewhere.
    if (relation === undefined || relation.isLazy) return [];
    const related = relation.inverseEntityMetadata;
    const described = this.service.describe(related.target);
    const exists = [true, false].map((flag) => ({
      request: `filters${keyOf([name])}[$exists]=${flag}`,
      finds: (row: ObjectLiteral) => relatedTo(row, name).length > 0 === flag,
    }));
    const counts = [1, 2].map((count) => ({
      request: `filters${keyOf([name])}[$count][$gte]=${count}`,
      finds: (row: ObjectLiteral) => relatedTo(row, name).length >= count,
    }));
    return [
      ...exists,
      ...(toMany ? counts : this.sorts(described, [name])),
      ...comparable(described, related).flatMap((field) => this.ofField([name], field.name)),
    ];
  }

  /** Asks for two values, in turns, of a field that rows have: the later ones are of a shape that was read before. */
  private ofField(relation: readonly string[], field: string): readonly Question[] {
    const valuesOf = (row: ObjectLiteral) => {
      const owners = relation[0] === undefined ? [row] : relatedTo(row, relation[0]);
      return owners.map((owner) => valueAt(owner, field)).filter((value) => value !== null && value !== undefined);
    };
    const values = [...new Set(this.rows.flatMap(valuesOf))].filter((value) => typeof value !== 'object').slice(0, 2);
    return [...values, ...values].map((value) => ({
      request: `filters${keyOf([...relation, field])}[$eq]=${encodeURIComponent(`${value as string | number | boolean}`)}`,
      finds: (row: ObjectLiteral) => valuesOf(row).includes(value),
    }));
  }

  private sorts({ fields, sort }: EntityDescription, relation: readonly string[]): readonly Question[] {
    const numbers = fields.filter(({ kind, sortable, list }) => kind === 'integer' && sortable && list === undefined);
    const keys = numbers.map(({ name }) => name).filter((name) => sort.includes(name));
    return keys.slice(0, 3).map((name) => ({
      request: `sort=${[...relation, name].join('.')}:asc:nullsLast`,
      finds: () => true,
      sortedBy: [...relation, name],
    }));
  }
}

/** Fields that a program has as the client means them: no transformer changes them. */
function comparable({ fields }: EntityDescription, metadata: EntityMetadata): readonly FieldDescription[] {
  return fields.filter(({ name, kind, list, operators }) => {
    const column = metadata.findColumnWithPropertyPath(name);
    const isPlain = column !== undefined && column.transformer === undefined && column.isSelect;
    return (
      isPlain && list === undefined && plainKinds.includes(kind) && operators.some(({ operator }) => operator === '$eq')
    );
  });
}

/** The brackets of names, in which an embedded one has several. */
function keyOf(names: readonly string[]): string {
  return names
    .flatMap((name) => name.split('.'))
    .map((name) => `[${name}]`)
    .join('');
}

function relatedTo(row: ObjectLiteral, name: string): readonly ObjectLiteral[] {
  const value = valueAt(row, name);
  return ([] as unknown[]).concat(value ?? []).filter((member): member is ObjectLiteral => typeof member === 'object');
}

/** The value at a path of properties. */
export function valueAt(row: ObjectLiteral, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), row);
}

function isObject(value: unknown): value is ObjectLiteral {
  return typeof value === 'object' && value !== null;
}
