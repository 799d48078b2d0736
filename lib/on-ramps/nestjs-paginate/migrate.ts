import { Code, call, commentsOn, listOf, literal, mostRows, rowsOf } from '../shared.js';
import { isGroup, isOwnSelected, operators, plain } from './read.js';

/** The part of a `PaginateConfig` of nestjs-paginate that decides what clients may request. */
export interface PaginateConfigLike {
  /** The columns that clients may sort by. */
  readonly sortableColumns?: readonly string[];
  /** The columns that `search` looks in. */
  readonly searchableColumns?: readonly string[];
  /** The columns that clients may filter by, each with its operators, or `true` for all. */
  readonly filterableColumns?: Readonly<Record<string, true | readonly string[] | undefined>>;
  /** The columns of an answer. */
  readonly select?: readonly string[];
  /** The order where a client names none. By default, the first of `sortableColumns`, ascending. */
  readonly defaultSortBy?: readonly (readonly [column: string | readonly string[], direction: string])[];
  /** The rows of a page where a client names no number. */
  readonly defaultLimit?: number;
  /** The most rows that a client may request; -1 for any number. */
  readonly maxLimit?: number;
  /** True where a client may request deleted rows. */
  readonly allowWithDeletedInQuery?: boolean;
  /** True where `searchBy` of a client is ignored. */
  readonly ignoreSearchByInQueryParam?: boolean;
  /** True where `select` of a client is ignored. */
  readonly ignoreSelectInQueryParam?: boolean;
  /** True where a search looks for each word by itself. */
  readonly multiWordSearch?: boolean;
  /** True where links are written without the origin. */
  readonly relativePath?: boolean;
  /** The origin of links. */
  readonly origin?: string;
  /** The conditions that every answer meets. */
  readonly where?: unknown;
  /** True where every answer has deleted rows. */
  readonly withDeleted?: boolean;
  /** The relations that are loaded with every row. */
  readonly relations?: unknown;
  /** True where eager relations are loaded with every row. */
  readonly loadEagerRelations?: boolean;
  /** The join of every relation. */
  readonly defaultJoinMethod?: string;
  /** The joins of single relations. */
  readonly joinMethods?: Readonly<Record<string, string | undefined>>;
  /** The place of NULL in an order: `first` or `last`. */
  readonly nullSort?: string;
  /** The way in which pages are read. `cursor` has pages without numbers. */
  readonly paginationType?: string;
  /** Makes the builder that counts. */
  readonly buildCountQuery?: unknown;
  /** The most parts of one expression. */
  readonly filterExpressionMaxComplexity?: number;
}

/**
 * Comments on what nothing here is the same as.
 *
 * @param related the columns of related entities that other comments name
 */
function withoutEquivalent(config: PaginateConfigLike, related: readonly string[]): readonly string[] {
  return [
    ...groupsOf(config).map(
      (name) => `// ${name} is left out: of several columns, none is the first that is not NULL here.`,
    ),
    ...selectedOf(config, related),
    ...(config.ignoreSearchByInQueryParam === true ? ['// `searchBy` of a client is read here.'] : []),
    ...rowsOfServer(config),
    ...otherOptions(config),
  ];
}

/** Lists the groups of columns, each once. */
function groupsOf(config: PaginateConfigLike): readonly string[] {
  const { filterableColumns = {}, sortableColumns = [], searchableColumns = [], defaultSortBy = [] } = config;
  const columns = [...Object.keys(filterableColumns), ...sortableColumns, ...searchableColumns];
  const orders = defaultSortBy.map(([column]) => (typeof column === 'string' ? column : column.join('~')));
  return [...new Set([...columns, ...orders])].filter(isGroup);
}

/** Comments on the columns of `select` that are not printed. A relation that a comment names already has none. */
function selectedOf(config: PaginateConfigLike, related: readonly string[]): readonly string[] {
  const { select = [], ignoreSelectInQueryParam } = config;
  const isStarred = select.includes('*');
  if (ignoreSelectInQueryParam === true) {
    if (isStarred || select.length === 0) return [];
    return [`// The builder chooses the columns of the answer, which are ${select.join(', ')} there.`];
  }
  const shownRelations = new Set(related.map(firstOf));
  const dropped = select.filter((name) => name !== '*' && !isOwnSelected(name) && !shownRelations.has(firstOf(name)));
  return [
    ...(isStarred ? ['// Name in `select` the columns that * stands for.'] : []),
    ...dropped.map((name) => `// ${name} of \`select\` is left out: ${todoOf(name)}.`),
  ];
}

function todoOf(name: string): string {
  return name.startsWith('(') ? 'name the columns that * stands for' : 'the builder loads related rows';
}

function firstOf(name: string): string {
  return name.split('.')[0] ?? '';
}

/** Comments on what the server itself decides of the rows: without it, the list has others. */
function rowsOfServer(config: PaginateConfigLike): readonly string[] {
  const { where, withDeleted, relations, defaultJoinMethod = '', joinMethods = {} } = config;
  const inner = [defaultJoinMethod, ...Object.values(joinMethods)].some((method) => method?.startsWith('inner'));
  return commentsOn([
    ['where', where, 'give its conditions to `filters.and()`, or to a `scope` of the entity'],
    ['withDeleted', withDeleted, 'call `withDeleted()` on the builder that is given to `page()`'],
    ['relations', relations, 'join them in the builder that is given to `page()`'],
    ['joinMethods', inner, 'an inner join of the builder leaves out rows without related ones, as there'],
  ]);
}

/** Comments on the options that change the order, the pages or the answer. */
function otherOptions(config: PaginateConfigLike): readonly string[] {
  const { nullSort, loadEagerRelations, paginationType, origin } = config;
  return commentsOn([
    ['nullSort', nullSort, `set \`nulls: '${nullSort ?? ''}'\` in \`forRoot()\``],
    ['loadEagerRelations', loadEagerRelations === false, 'give a builder to `page()`, which loads no eager relations'],
    ['paginationType', paginationType === 'cursor', 'pages have numbers, and `pagination[after]` asks by a cursor'],
    ['origin', origin, 'links have the host that the server is asked by, or none with `relativePath`'],
    ['buildCountQuery', config.buildCountQuery, 'totals count the rows of the list, whatever is joined'],
    ['filterExpressionMaxComplexity', config.filterExpressionMaxComplexity, 'the limits of all conditions hold'],
  ]);
}

/** What a configuration does not say of its entity. */
export interface FilterableFromOptions {
  /** The name of the entity, by default `Entity`. */
  readonly entity?: string;
  /** The properties that columns are embedded under: `size` of `size.height`. Others with a dot are relations. */
  readonly embedded?: readonly string[];
}

/**
 * Prints the `@Filterable()` and the `@FilterQuery()` for a configuration of nestjs-paginate, as TypeScript. Columns of
 * related entities stand in comments, because their rules belong to these entities. So does what has no equivalent.
 *
 * @example
 * console.log(filterableFrom(CAT_PAGINATE_CONFIG, { entity: 'Cat', embedded: ['size'] }));
 */
export function filterableFrom(config: PaginateConfigLike, options: FilterableFromOptions = {}): string {
  const { entity = 'Entity', embedded = [] } = options;
  const columns = Object.entries(config.filterableColumns ?? {}).filter(
    ([name, allowed]) => allowed !== undefined && !isGroup(name),
  );
  const [sortable, searchable] = [namesOf(config.sortableColumns), namesOf(config.searchableColumns)];
  const isOwn = (name: string) => !name.includes('.') || embedded.includes(name.split('.')[0] ?? '');
  // A column that is only sorted by stays unexposed: `sort` may name it all the same.
  const names = [...columns.map(([name]) => plain(name)), ...searchable];
  const related = [...new Set(names)].filter((name) => !isOwn(name));
  const own = columns.filter(([name]) => isOwn(plain(name)));
  const filterable = call('@Filterable', [], {
    fields: fieldsOf(own, searchable.filter(isOwn)),
    relations: listOf([...new Set(related.map((name) => name.split('.')[0] ?? ''))]),
    sort: listOf(sortable),
    search: listOf(searchable),
  });
  const comments = [...related.map(commentOf), ...withoutEquivalent(config, related)];
  return [filterable, ...comments, call('@FilterQuery', [entity], handlerOf(config)), ''].join('\n');
}

function namesOf(columns: readonly string[] = []): readonly string[] {
  return columns.filter((column) => !isGroup(column)).map(plain);
}

function commentOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return `// The entity of ${name.slice(0, dot)} exposes ${name.slice(dot + 1)}.`;
}

type Field = string | { readonly name: string; readonly operators: readonly string[] };

/** Lists the fields, each with the operators that it takes. A field that is only searched in is its name alone. */
function fieldsOf(
  columns: readonly (readonly [string, true | readonly string[] | undefined])[],
  searched: readonly string[],
): readonly Field[] {
  const fields = columns.map(([column, allowed]): Field => {
    const name = plain(column);
    return allowed === true || allowed === undefined ? name : { name, operators: operatorsOf(allowed) };
  });
  const known = columns.map(([column]) => plain(column));
  return [...fields, ...searched.filter((name) => !known.includes(name))];
}

/** Returns the operators here: `$eq` is always allowed there, and `$not` adds what negates the others. */
function operatorsOf(allowed: readonly string[]): readonly string[] {
  const rows = ['$eq', ...allowed].flatMap((token) =>
    Object.hasOwn(operators, token) ? (operators[token] ?? []) : [],
  );
  const negated = allowed.includes('$not') ? rows.flatMap(({ negated }) => negated ?? []) : [];
  return [...new Set([...rows.map(({ here }) => here), ...negated])];
}

function handlerOf(config: PaginateConfigLike): object {
  const { multiWordSearch, relativePath, allowWithDeletedInQuery } = config;
  const all = config.maxLimit === -1 ? { max: 10_000 } : undefined;
  return {
    select: selectOf(config),
    deleted: allowWithDeletedInQuery === true ? true : undefined,
    defaults: defaultsOf(config),
    limits: limitsOf(config),
    onRamp: new Code(rampOf({ all, multiWordSearch, relativePath })),
  };
}

/** Returns the fields that a client may choose, or undefined where it may choose none. */
function selectOf({ select = [], ignoreSelectInQueryParam }: PaginateConfigLike): readonly string[] | undefined {
  if (ignoreSelectInQueryParam === true) return undefined;
  return listOf(select.filter(isOwnSelected).map(plain));
}

function defaultsOf({ defaultSortBy, sortableColumns = [] }: PaginateConfigLike): object | undefined {
  const orders = defaultSortBy ?? sortableColumns.slice(0, 1).map((column) => [column, 'ASC'] as const);
  const sort = orders.flatMap(([column, direction]) =>
    typeof column !== 'string' || isGroup(column) ? [] : `${plain(column)}:${direction.toLowerCase()}`,
  );
  return sort.length === 0 ? undefined : { sort };
}

/** Returns the limits of a list, which there are 20 rows and at most 100 without others. */
function limitsOf({ defaultLimit, maxLimit }: PaginateConfigLike): object {
  const most = maxLimit === -1 ? mostRows : rowsOf(maxLimit);
  const maxPageSize = most === undefined ? undefined : Math.min(most, mostRows);
  return { pageSize: Math.min(rowsOf(defaultLimit) ?? 20, maxPageSize ?? 100), maxPageSize };
}

function rampOf(options: object): string {
  const text = literal(options);
  return text === '{}' ? 'nestjsPaginate()' : `nestjsPaginate(${text})`;
}
