import { mostRows, rowsOf } from '../shared/limits.js';
import { Code, call, listOf, literal } from '../shared/literals.js';
import { isGroup, isOwnSelected, plain } from './columns.js';
import type { PaginateConfigLike } from './paginate-config-like.js';
import { operators } from './tokens.js';
import { withoutEquivalent } from './without-equivalent.js';

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
