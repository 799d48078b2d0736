import { Code, call, listOf, literal } from '../shared/literals.js';
import { plain } from './columns.js';
import { operators } from './tokens.js';

/** A `PaginateConfig` of nestjs-paginate, as far as it says what clients may ask for. */
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
  /** The most rows that a client may ask for; -1 for any number. */
  readonly maxLimit?: number;
  /** True where a client may ask for deleted rows. */
  readonly allowWithDeletedInQuery?: boolean;
  /** True where `searchBy` of a client is ignored. */
  readonly ignoreSearchByInQueryParam?: boolean;
  /** True where `select` of a client is ignored. */
  readonly ignoreSelectInQueryParam?: boolean;
  /** True where a search looks for each word by itself. */
  readonly multiWordSearch?: boolean;
  /** True where links are written without the origin. */
  readonly relativePath?: boolean;
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
  const names = [...columns.map(([name]) => plain(name)), ...searchable, ...sortable];
  const related = [...new Set(names)].filter((name) => !isOwn(name));
  const own = columns.filter(([name]) => isOwn(plain(name)));
  const filterable = call('@Filterable', [], {
    fields: fieldsOf(own, searchable.filter(isOwn)),
    relations: listOf([...new Set(related.map((name) => name.split('.')[0] ?? ''))]),
    sort: listOf(sortable),
    search: listOf(searchable),
  });
  const comments = [...related.map(commentOf), ...withoutEquivalent(config)];
  return [filterable, ...comments, call('@FilterQuery', [entity], handlerOf(config)), ''].join('\n');
}

function namesOf(columns: readonly string[] = []): readonly string[] {
  return columns.filter((column) => !isGroup(column)).map(plain);
}

/** Returns true for several columns of which the first that is not NULL counts: `a~b`. */
function isGroup(column: string | readonly string[]): boolean {
  return typeof column !== 'string' || column.includes('~');
}

/** Comments on what nothing here is the same as. */
function withoutEquivalent(config: PaginateConfigLike): readonly string[] {
  const { filterableColumns = {}, sortableColumns = [], searchableColumns = [], defaultSortBy = [] } = config;
  const isStarred = config.select?.includes('*') === true && config.ignoreSelectInQueryParam !== true;
  const columns = [...Object.keys(filterableColumns), ...sortableColumns, ...searchableColumns];
  const orders = defaultSortBy.map(([column]) => (typeof column === 'string' ? column : column.join('~')));
  const groups = [...new Set([...columns, ...orders])].filter(isGroup);
  return [
    ...groups.map((name) => `// ${name} is left out: of several columns, none is the first that is not NULL here.`),
    ...(isStarred ? ['// Name in `select` the columns that * stands for.'] : []),
    ...(config.ignoreSearchByInQueryParam === true ? ['// `searchBy` of a client is read here.'] : []),
  ];
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
  return listOf(select.filter((name) => !name.includes('*') && !name.includes('.')));
}

function defaultsOf({ defaultSortBy, sortableColumns = [] }: PaginateConfigLike): object | undefined {
  const orders = defaultSortBy ?? sortableColumns.slice(0, 1).map((column) => [column, 'ASC'] as const);
  const sort = orders.flatMap(([column, direction]) =>
    typeof column !== 'string' || isGroup(column) ? [] : `${plain(column)}:${direction.toLowerCase()}`,
  );
  return sort.length === 0 ? undefined : { sort };
}

/** The most rows on a page that this library lets a list have. */
const mostRows = 1_000;

/** Returns the limits of a list, which there are 20 rows and at most 100 without others. */
function limitsOf({ defaultLimit, maxLimit }: PaginateConfigLike): object {
  const maxPageSize = maxLimit === -1 ? mostRows : maxLimit ? Math.min(maxLimit, mostRows) : undefined;
  return { pageSize: Math.min(defaultLimit || 20, maxPageSize ?? 100), maxPageSize };
}

function rampOf(options: object): string {
  const text = literal(options);
  return text === '{}' ? 'nestjsPaginate()' : `nestjsPaginate(${text})`;
}
