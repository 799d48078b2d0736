import type { ExposedField, Exposure } from '../rules/exposed.js';
import { hasJoinColumns, relationWithColumns } from '../columns/link.js';
import type { FilterableRecord } from '../rules/records.js';
import { asRule } from '../rules/rule-lists.js';
import type { ColumnMetadata, RelationMetadata } from '../columns/typeorm-metadata.js';

/** The members of an entity, exposed or not. */
interface Everything {
  readonly columns: ReadonlyMap<string, ColumnMetadata>;
  readonly relations: ReadonlyMap<string, RelationMetadata>;
}

/**
 * Lists every column, and every relation with join columns, for the program's own conditions. Rules do not apply to
 * them, except rules about the database, `required` and kinds that no column type tells, and former names, by which a
 * default order knows its cursors.
 *
 * @param declared the members that the decorators expose
 */
export function everyMember(all: Everything, record: FilterableRecord, declared: Exposure): Exposure {
  const joinable = [...all.relations].filter(([, relation]) => hasJoinColumns(relationWithColumns(relation)));
  const optional = optionalRelations(record);
  return {
    fields: new Map([...plainColumns(all, declared), ...declaredKinds(all, declared)]),
    relations: new Map(joinable.map(([path]) => [path, optional.has(path) ? { required: false } : {}])),
  };
}

/** Lists the relations that are declared with `required: false`. */
function optionalRelations({ rules, properties }: FilterableRecord): ReadonlySet<string> {
  const listed = (rules?.relations ?? []).map(asRule).filter(({ required }) => required === false);
  const decorated = [...properties].filter(([, { required }]) => required === false);
  return new Set([...listed.map(({ name }) => name), ...decorated.map(([name]) => name)]);
}

/** Lists the columns of the table. A `@VirtualColumn()` is a field only where its kind is declared. */
function plainColumns({ columns }: Everything, { fields }: Exposure): [string, ExposedField][] {
  return [...columns]
    .filter(([, { isVirtualProperty }]) => !isVirtualProperty)
    .map(([path]) => [path, { isImplied: true, formerly: fields.get(path)?.formerly }]);
}

/**
 * Lists the fields whose kind no column type tells: virtual columns, lists in documents and paths in them, and
 * aggregates of related rows.
 */
function declaredKinds({ columns }: Everything, { fields }: Exposure): [string, ExposedField][] {
  const declared = [...fields].filter(
    ([path, { list, paths, place, of }]) =>
      (list ?? paths ?? place ?? of) !== undefined || columns.get(path)?.isVirtualProperty === true,
  );
  return declared.map(([path, field]) => [path, kindOnly(field)]);
}

/** Returns the part of a field's rule about its value, without the part about clients. */
function kindOnly({ kind, list, paths, formerly, place, ...rule }: ExposedField): ExposedField {
  const { of, count, sum, avg, min, max, where } = rule;
  const aggregate = { of, count, sum, avg, min, max, where };
  const inDocument = place && { ...place, documentAs: undefined, documentWhen: undefined };
  return { kind, list, paths, formerly, ...aggregate, place: inDocument };
}
