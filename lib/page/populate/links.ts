import { junction } from '../../dialects/index.js';
import type { FilterSchema, Link } from '../../schema/index.js';
import { type SqlChanges, ownColumnsOf } from '../../sql/index.js';
import type { KeyOperands } from './keys.js';

type Statement = SqlChanges['statement'];

/** Parents as a table of a statement: their identity, and the values that their related rows are tied to. */
export interface Links {
  /** The query of the table, without brackets. */
  readonly sql: string;
  /** Names of the columns that identify the parents, not escaped: their number, or their key. */
  readonly parent: readonly string[];
  /** The names of the columns that related rows are tied to, escaped. */
  readonly own: readonly string[];
}

/** Parents for a table. */
export interface LinkedParents {
  readonly schema: FilterSchema;
  readonly link: Link;
  readonly operands: KeyOperands;
}

/** A column that a table of parents selects. */
interface Selected {
  readonly sql: string;
  /** Its name, escaped. */
  readonly name: string;
}

/** Writes the table of parents whose keys are a table themselves. */
export function linksByTable(
  statement: Statement,
  { schema, link }: LinkedParents,
  { table, parameters }: Extract<KeyOperands, { readonly as: 'table' }>,
): Links {
  const { primaryKey } = schema;
  const names = {
    table: statement.alias(),
    place: statement.alias(),
    columns: primaryKey.map(() => statement.alias()),
  };
  const declared = primaryKey.map(({ metadata }) => metadata);
  const keys = table.write(parameters, declared, names);
  const place = statement.name();
  const own = ownColumnsOf(link);
  const given = own.map((name) => {
    const key = keys.columns[primaryKey.findIndex(({ columnName }) => columnName === name)];
    return key?.textOf === undefined ? key?.sql : undefined;
  });
  const known = given.filter((sql) => sql !== undefined);
  const number: Selected = { sql: keys.place, name: statement.escaped(place) };
  if (known.length === own.length) return linksOf(statement, [number], { from: keys.from, own: known, names: [place] });
  const parents = statement.alias();
  const on = primaryKey.map((column, index) => {
    const key = keys.columns[index];
    const sql = column.sqlOf(parents);
    return `${key?.textOf?.(sql) ?? sql} = ${key?.sql ?? ''}`;
  });
  const from = `${keys.from} INNER JOIN ${statement.from(schema.table)} ${parents} ON ${on.join(' AND ')}`;
  return linksOf(statement, [number], { from, own: own.map((name) => `${parents}.${name}`), names: [place] });
}

/**
 * Writes the table of parents whose keys are parameters. The rows of a junction table, if there is one, are joined,
 * each once, so that related rows are tied to its columns.
 */
export function linksByList(
  statement: Statement,
  { schema, link }: LinkedParents,
  rows: readonly (readonly string[])[],
): Links {
  const parents = statement.alias();
  const names = schema.primaryKey.map(() => statement.name());
  const columns = schema.primaryKey.map((column) => column.sqlOf(parents));
  const keys = schema.primaryKey.map((column, place): Selected => ({
    sql: column.sqlOf(parents),
    name: statement.escaped(names[place] ?? ''),
  }));
  const table = `${statement.from(schema.table)} ${parents}`;
  const where = ` WHERE ${membership(columns, rows)}`;
  if (link.via === 'columns') {
    const own = ownColumnsOf(link).map((name) => `${parents}.${name}`);
    return linksOf(statement, keys, { from: `${table}${where}`, own, names });
  }
  const alias = statement.alias();
  const on = link.ownJunctionColumns.map(({ own, related }) => `${alias}.${related} = ${parents}.${own}`);
  const from = `${table} INNER JOIN ${statement.from(link.table)} ${alias} ON ${on.join(' AND ')}${where}`;
  const own = link.relatedJunctionColumns.map((pair) => `${alias}.${pair.own}`);
  return linksOf(statement, keys, { from, own, names, isDistinct: true });
}

/**
 * Writes the table of parents for all of their related rows at once. The rows of a junction table, if there is one,
 * stand beside their parents, each as often as the table has it.
 *
 * @param write writes the table of parents by columns of their own
 */
export function linksThrough(statement: Statement, link: Link, write: (own: Link) => Links): Links {
  if (link.via === 'columns') return write(link);
  const { sql, parent, own } = write({ via: 'columns', pairs: link.ownJunctionColumns });
  const [parents, junctions] = [statement.alias(), statement.alias()];
  const on = link.ownJunctionColumns.map(({ related }, place) => `${junctions}.${related} = ${parents}.${own[place]}`);
  const keys = parent.map((name): Selected => {
    const escaped = statement.escaped(name);
    return { sql: `${parents}.${escaped}`, name: escaped };
  });
  const from = `(${sql}) ${parents} INNER JOIN ${statement.from(link.table)} ${junctions} ON ${on.join(' AND ')}`;
  const far = link.relatedJunctionColumns.map((pair) => `${junctions}.${pair.own}`);
  return linksOf(statement, keys, { from, own: far, names: parent });
}

function linksOf(
  statement: Statement,
  keys: readonly Selected[],
  { from, own, names, isDistinct = false }: LinkParts,
): Links {
  const tied = own.map((sql): Selected => ({ sql, name: statement.alias() }));
  const columns = [...keys, ...tied].map(({ sql, name }) => `${sql} AS ${name}`).join(', ');
  return {
    sql: `SELECT ${isDistinct ? 'DISTINCT ' : ''}${columns} FROM ${from}`,
    parent: names,
    own: tied.map(({ name }) => name),
  };
}

interface LinkParts {
  readonly from: string;
  readonly own: readonly string[];
  readonly names: readonly string[];
  readonly isDistinct?: boolean;
}

/** Returns the condition that columns equal one of several keys. */
function membership(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const [column, ...more] = columns;
  if (more.length === 0) return `${column} IN (${rows.map(([value]) => value).join(', ')})`;
  const each = rows.map((row) => `(${columns.map((sql, place) => `${sql} = ${row[place]}`).join(' AND ')})`);
  return junction('OR', each);
}
