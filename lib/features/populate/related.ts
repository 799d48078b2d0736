import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type Comparison, type Condition, type Populated, someCondition, unnamed } from '../../ast/index.js';
import { FilterConfigurationError } from '../../configuration/index.js';
import {
  type Links,
  type PagePlan,
  type ParentsPart,
  amongKeys,
  heldKeyOf,
  joinLinks,
  listOf,
  parentLinks,
  relatedBuilder,
  sqlPlanFor,
} from '../../page/index.js';
import type { ColumnSchema, FilterSchema, RelationSchema } from '../../schema/index.js';
import {
  type SqlChanges,
  type Statement,
  addJoins,
  addPlainOrder,
  addSelections,
  addWhere,
  orderSql,
  ownColumnsOf,
  tieSql,
} from '../../sql/index.js';
import type { ListQuery, Read, Written } from '../../statements/index.js';
import { copyOf, nameInResult, readFromQuery, selectExactly } from '../../typeorm/index.js';

/** Makes the list of all visible rows that a populated relation may answer, in their order, for any parent. */
export function relatedList(page: PagePlan, node: Populated): ListQuery {
  const { plan, nulls } = page;
  const { target, single } = node.relation;
  if (target.primaryKey.length === 0) {
    throw new FilterConfigurationError(`populate: ${target.name} has no primary key to identify its rows; declare one`);
  }
  const filters = plan.at.isNamed === true && node.filters !== undefined ? unnamed(node.filters) : node.filters;
  const conditions = [filters, node.where].flatMap((condition) => condition ?? []);
  const total = node.limit !== undefined || !single;
  const list = sqlPlanFor(plan, { schema: target, conditions, nulls, sort: node.sort, total });
  return listOf(relatedBuilder(page, node.relation), list, 'populate');
}

/** What a statement reads of related rows, beside their list. */
interface RelatedParts {
  readonly parents: ParentsPart;
  /** True where the parents hold the keys of their related rows. */
  readonly isHeld: boolean;
  /** Greatest number of answered rows of each parent. Undefined for one. */
  readonly limit: number | undefined;
  /** The answered properties, and the SQL of virtual columns among them, which the host may write anew each time. */
  readonly paths: readonly string[];
  readonly ofHost: readonly string[];
  /** Columns whose keys are read beside the rows. */
  readonly held: readonly ColumnSchema[];
  /** True where conditions take so long that a parent's own rows are sorted, and no others are read in their order. */
  readonly sortsOwn: boolean;
  /** True where comparisons take so long that no other rows are compared. An index may find what is related to rows. */
  readonly comparesOwn: boolean;
}

export function relatedParts(
  parents: ParentsPart,
  { relation, limit, propertyPaths: paths }: Populated,
  isHeld: boolean,
  held: readonly ColumnSchema[],
  { plan: { conditions } }: ListQuery,
): RelatedParts {
  const ofHost: string[] = [];
  for (const { isVirtualProperty, propertyPath, query } of relation.target.metadata.columns) {
    if (isVirtualProperty && query !== undefined && paths.includes(propertyPath)) ofHost.push(query(''));
  }
  const sortsOwn = conditions.some((part) => someCondition(part, takesLong));
  return { parents, isHeld, limit, paths, ofHost, held, sortsOwn, comparesOwn: conditions.some(comparesLong) };
}

/** True for a subquery, or for a comparison that no index serves. */
function takesLong(part: Condition): boolean {
  if (part.type !== 'comparison') return part.type === 'related' || part.type === 'relatedCount';
  return part.field.expression.isSubquery || isUnserved(part);
}

/** True where rows are compared by what is in themselves, and no index serves that. */
function comparesLong(condition: Condition): boolean {
  switch (condition.type) {
    case 'and':
    case 'or':
      return condition.conditions.some(comparesLong);
    case 'not':
    case 'named':
      return comparesLong(condition.condition);
    case 'comparison':
      return isUnserved(condition);
    case 'related':
    case 'relatedCount':
      return false;
  }
}

function isUnserved({ operator, field: { expression } }: Comparison): boolean {
  return operator.indexUse === undefined || (expression.document !== undefined && !expression.indexed);
}

/** True where something is read for the related rows in their turn. */
export function hasParents({ populate, answered }: Populated): boolean {
  return populate.length > 0 || answered !== undefined;
}

/** Returns the columns of related rows that hold the keys of those that are populated in them, each once. */
export function heldColumnsOf({ populate }: Populated): readonly ColumnSchema[] {
  if (populate.length === 0) return [];
  return [...new Set(populate.flatMap(({ relation }) => heldKeyOf(relation) ?? []))];
}

/**
 * Related rows of some parents, once for each parent, with the parent's number or key, and with the keys of further
 * related rows that they hold.
 */
export const relatedOfParents: Read<RelatedParts> = {
  makes: 'columns',
  write: (builder, changes, parts) => new RelatedWriter(builder, changes, parts).write(),
};

/** Query for the keys of the first related rows of each parent, without brackets, and the names of its columns. */
interface FirstKeys {
  readonly sql: string;
  /** Columns that identify the parents, not escaped. */
  readonly parent: readonly string[];
  /** Columns of the related rows' primary key, escaped. */
  readonly keys: readonly string[];
}

/** Returns what a query selects of related rows, by their escaped alias. A column without a name keeps its own. */
type Selecting = (alias: string) => readonly (readonly [sql: string, name?: string])[];

class RelatedWriter {
  private readonly statement: Statement;
  private readonly alias: string;
  private readonly parent: FilterSchema;
  private readonly relation: RelationSchema;
  /** The rows, of which exactly the answered columns are selected. */
  private readonly answered: SelectQueryBuilder<ObjectLiteral>;

  constructor(
    private readonly builder: SelectQueryBuilder<ObjectLiteral>,
    private readonly changes: SqlChanges,
    private readonly parts: RelatedParts,
  ) {
    [, this.parent, this.relation] = parts.parents;
    this.statement = changes.statement;
    this.alias = this.statement.escaped(builder.alias);
    this.answered = copyOf(builder);
    selectExactly(this.answered, parts.paths);
  }

  write(): Written {
    const { limit, isHeld, held } = this.parts;
    const names = limit !== undefined ? this.firstOfEach(limit + 1) : isHeld ? this.oneByKey() : this.oneOfEach();
    const heldNames = held.map((column) => {
      const name = this.statement.name();
      this.answered.addSelect(column.sqlOf(this.alias), name);
      return name;
    });
    return { builder: this.answered, names: [...names, ...heldNames] };
  }

  /** Reads one row of a parent that holds its key: the row's own key, which is answered. */
  private oneByKey(): readonly string[] {
    const { answered, changes, alias, parts } = this;
    const { target } = this.relation;
    addWhere(answered, changes);
    for (const column of changes.primaryKey) answered.andWhere(amongKeys(column.sqlOf(alias), parts.parents));
    answered.setParameters(changes.statement.parameters);
    return target.primaryKey.map((column) => nameInResult(column, answered.alias));
  }

  private oneOfEach(): readonly string[] {
    const { answered, changes, statement, alias } = this;
    const links = parentLinks(statement, this.parts.parents);
    const parents = statement.name();
    const own = links.own.map((name) => `${statement.escaped(parents)}.${name}`);
    answered.innerJoin(`(${links.sql})`, parents, tieSql(statement, this.relation.link, alias, own));
    addWhere(answered, changes);
    if (changes.order.length > 0) addPlainOrder(answered, changes);
    return this.selectParents(statement.escaped(parents), links.parent);
  }

  /**
   * Reads the first rows of each parent: beside the table of parents where the engine has LATERAL, in its condition
   * where that is correlated, and by their keys otherwise.
   */
  private firstOfEach(most: number): readonly string[] {
    const { answered, changes, statement, parts } = this;
    const [form] = parts.parents;
    const joined = statement.name();
    if (form === 'branches') return this.byKeys(joined, this.keysInBranches(most));
    if (form === 'list') return this.byKeys(joined, this.keysByNumber(most));
    const links = parentLinks(statement, parts.parents);
    const { target } = this.relation;
    if (target.dialect.keyTable?.firstRows === 'correlated') return this.correlated(joined, links, most);
    // SQL of the application's own may read columns that the entity lacks.
    if (target.metadata.columns.some(({ isVirtualProperty }) => isVirtualProperty)) {
      return this.byKeys(joined, this.keysBeside(links, most));
    }
    const parents = statement.alias();
    readFromQuery(answered, this.beside(parents, links, most, this.wholeRows()));
    // The rows of one parent stay in the order of their subquery, which PostgreSQL evaluates once for each parent, in a
    // nested loop. Sorting them again took a third of the statement for 2,100 rows. TypeORM would sort them by the
    // order of their entity, which puts the extra row of a parent among the others.
    answered.setOption('disable-global-order');
    return addSelections(answered, changes, this.columnsOf(parents, links.parent));
  }

  /** Writes rows beside each parent. Whole ones need not be looked up again by their keys. */
  private beside(parents: string, links: Links, most: number, selecting: Selecting): string {
    const own = links.own.map((name) => `${parents}.${name}`);
    return `(${links.sql}) ${parents} CROSS JOIN LATERAL (${this.firstOfOne(own, most, selecting)})`;
  }

  private keysBeside(links: Links, most: number): FirstKeys {
    const { statement } = this;
    const names = this.keyNames();
    const parents = statement.alias();
    const from = this.beside(parents, links, most, this.keysAs(names));
    const first = statement.alias();
    const keys = names.map((name) => statement.escaped(name));
    const columns = [...this.columnsOf(parents, links.parent), ...keys.map((name) => `${first}.${name}`)].join(', ');
    return { sql: `SELECT ${columns} FROM ${from} ${first}`, parent: links.parent, keys };
  }

  /** Writes a query with a branch for each parent, identified by a number. */
  private keysInBranches(most: number): FirstKeys {
    const { statement, parts } = this;
    const [, , , rows] = parts.parents;
    const place = statement.name();
    const names = this.keyNames();
    // Places in the text of a branch that differ between branches. No name has braces.
    const numberMark = `{${place}}`;
    const marks = this.parent.primaryKey.map(() => `{${statement.name()}}`);
    const keysAs = this.keysAs(names);
    const own = this.ownValues(marks);
    const branch = this.firstOfOne(own, most, (alias) => [[numberMark, place], ...keysAs(alias)]);
    const branches = rows.map((values, number) =>
      marks.reduce(
        (text, mark, column) => text.replaceAll(mark, values[column] ?? ''),
        branch.replaceAll(numberMark, String(number)),
      ),
    );
    const sql = branches.map((text) => `(${text})`).join(' UNION ALL ');
    return { sql, parent: [place], keys: names.map((name) => statement.escaped(name)) };
  }

  private keysByNumber(most: number): FirstKeys {
    const { statement, changes, alias } = this;
    const links = parentLinks(statement, this.parts.parents);
    const rows = this.rows();
    const parent = joinLinks(rows, statement, this.relation.link, links);
    const [number, numbered] = [statement.name(), statement.alias()];
    const names = this.keyNames();
    for (const [place, name] of links.parent.entries()) rows.addSelect(parent[place] ?? '', name);
    for (const [sql, name] of this.keysAs(names)(alias)) rows.addSelect(sql, name);
    const over = `PARTITION BY ${parent.join(', ')} ORDER BY ${orderSql(changes.order, statement.dialect)}`;
    rows.addSelect(`ROW_NUMBER() OVER (${over})`, number);
    addJoins(rows, changes);
    addWhere(rows, changes);
    const inner = rows.setOption('disable-global-order').getQuery();
    const columns = this.columnsOf(numbered, [...links.parent, ...names]).join(', ');
    const sql = `SELECT ${columns} FROM (${inner}) ${numbered} WHERE ${numbered}.${statement.escaped(number)} <= ${most}`;
    return { sql, parent: links.parent, keys: names.map((name) => statement.escaped(name)) };
  }

  /**
   * Looks the rows up for each parent, by a query for their keys. SQLite begins with the left side of a CROSS JOIN.
   * Otherwise it may ask for each pair of a row and a parent, which gives the rows in their order.
   */
  private correlated(joined: string, links: Links, most: number): readonly string[] {
    const { answered, statement, changes } = this;
    const parents = statement.escaped(joined);
    const own = links.own.map((name) => `${parents}.${name}`);
    const first = this.firstOfOne(own, most, this.keysAs(this.keyNames()));
    const [column, ...more] = this.keyColumns();
    const key = more.length === 0 ? column : `(${[column, ...more].join(', ')})`;
    readFromQuery(answered, `(${links.sql}) ${parents} CROSS JOIN ${statement.from(this.relation.target.table)}`);
    answered.andWhere(`${key} IN (${first})`);
    const names = this.selectParents(parents, links.parent);
    addPlainOrder(answered, changes);
    return names;
  }

  /** Joins the rows with a query for their keys. */
  private byKeys(joined: string, { sql, parent, keys }: FirstKeys): readonly string[] {
    const { answered, statement, changes } = this;
    const table = statement.escaped(joined);
    const columns = this.keyColumns();
    answered.innerJoin(
      `(${sql})`,
      joined,
      keys.map((name, place) => `${table}.${name} = ${columns[place]}`).join(' AND '),
    );
    const names = this.selectParents(table, parent);
    addPlainOrder(answered, changes);
    return names;
  }

  /**
   * Writes the query for the first related rows of one parent.
   *
   * @param own the values that the rows are tied to
   */
  private firstOfOne(own: readonly string[], most: number, selecting: Selecting): string {
    const { statement, changes, alias, parts } = this;
    const { link, target } = this.relation;
    const rows = this.rows();
    for (const [sql, name] of selecting(alias)) rows.addSelect(sql, name);
    addJoins(rows, changes);
    rows.setOption('disable-global-order');
    const tie = tieSql(statement, link, alias, own);
    // A planner that expects conditions to leave few rows, or finds them by an index, would begin with these in the
    // whole table, for each parent, or read it in the order of the rows.
    const { whole, last, constant } = (parts.sortsOwn ? target.dialect.hints : undefined) ?? {};
    const [key] = changes.primaryKey;
    const first = whole !== undefined && constant !== undefined && key ? `${constant(key.sqlOf(alias))}, ` : '';
    addWhere(rows, { statement, where: changes.where !== undefined && last ? last(changes.where) : changes.where });
    if (whole === undefined || !parts.comparesOwn) rows.andWhere(tie);
    else readFromQuery(rows, `(${whole(`SELECT * FROM ${statement.from(target.table)} ${alias} WHERE ${tie}`)})`);
    return `${rows.getQuery()} ORDER BY ${first}${orderSql(changes.order, statement.dialect)} LIMIT ${most}`;
  }

  /** Returns the values that related rows are tied to: a part of their parent's key, or looked up by it. */
  private ownValues(key: readonly string[]): readonly string[] {
    const { statement, parent } = this;
    return ownColumnsOf(this.relation.link).map((name) => {
      const place = parent.primaryKey.findIndex(({ columnName }) => columnName === name);
      if (place >= 0) return key[place] ?? '';
      const alias = statement.alias();
      const where = parent.primaryKey.map((column, index) => `${column.sqlOf(alias)} = ${key[index]}`).join(' AND ');
      return `(SELECT ${alias}.${name} FROM ${statement.from(parent.table)} ${alias} WHERE ${where})`;
    });
  }

  private rows(): SelectQueryBuilder<ObjectLiteral> {
    return copyOf(this.builder).select([]);
  }

  private wholeRows(): Selecting {
    const { statement } = this;
    const columns = this.relation.target.metadata.columns;
    const names = new Set(columns.map(({ databaseName }) => statement.escaped(databaseName)));
    return (alias) => [...names].map((name) => [`${alias}.${name}`]);
  }

  private keysAs(names: readonly string[]): Selecting {
    return (alias) => this.changes.primaryKey.map((column, place) => [column.sqlOf(alias), names[place]]);
  }

  private keyNames(): readonly string[] {
    return this.changes.primaryKey.map(() => this.statement.name());
  }

  private keyColumns(): readonly string[] {
    return this.changes.primaryKey.map((column) => column.sqlOf(this.alias));
  }

  /** Adds the conditions of the rows' own, and selects the identity of the parents under names of its own. */
  private selectParents(parents: string, names: readonly string[]): readonly string[] {
    return addSelections(this.answered, this.changes, this.columnsOf(parents, names));
  }

  /** @param names the names of columns, not escaped */
  private columnsOf(table: string, names: readonly string[]): readonly string[] {
    return names.map((name) => `${table}.${this.statement.escaped(name)}`);
  }
}
