import { Code, call, listOf, literal } from '../shared/literals.js';
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
  /** The order where a client names none. */
  readonly defaultSortBy?: readonly (readonly [column: string | readonly string[], direction: string])[];
  /** The rows of a page where a client names no number. */
  readonly defaultLimit?: number;
  /** The most rows that a client may ask for. */
  readonly maxLimit?: number;
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
 * related entities stand in comments, because their rules belong to these entities.
 *
 * @example
 * console.log(filterableFrom(CAT_PAGINATE_CONFIG, { entity: 'Cat', embedded: ['size'] }));
 */
export function filterableFrom(config: PaginateConfigLike, options: FilterableFromOptions = {}): string {
  const { entity = 'Entity', embedded = [] } = options;
  const columns = Object.entries(config.filterableColumns ?? {}).filter(([, allowed]) => allowed !== undefined);
  const names = [...columns.map(([name]) => name), ...(config.searchableColumns ?? [])].map(plain);
  const isOwn = (name: string) => !name.includes('.') || embedded.includes(name.split('.')[0] ?? '');
  const related = [...new Set([...names, ...(config.sortableColumns ?? []).map(plain)])].filter((name) => !isOwn(name));
  const own = columns.filter(([name]) => isOwn(plain(name)));
  const filterable = call('@Filterable', [], {
    fields: fieldsOf(own, (config.searchableColumns ?? []).map(plain).filter(isOwn)),
    relations: listOf([...new Set(related.map((name) => name.split('.')[0] ?? ''))]),
    sort: listOf((config.sortableColumns ?? []).map(plain)),
    search: listOf((config.searchableColumns ?? []).map(plain)),
  });
  return [filterable, ...related.map(commentOf), call('@FilterQuery', [entity], handlerOf(config)), ''].join('\n');
}

/** `toys.(size.height)` is `toys.size.height` here. */
function plain(column: string): string {
  return column.replace(/[()]/g, '');
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
  const { defaultSortBy = [], defaultLimit, maxLimit, multiWordSearch, relativePath, select } = config;
  const all = maxLimit === -1 ? { max: 10_000 } : undefined;
  const sort = defaultSortBy.map(([column, direction]) => `${[column].flat()[0] ?? ''}:${direction.toLowerCase()}`);
  const maxPageSize = maxLimit === undefined || maxLimit < 1 ? undefined : Math.min(maxLimit, 1_000);
  return {
    select: select && listOf(select.filter((name) => !name.includes('*') && !name.includes('.'))),
    defaults: sort.length === 0 ? undefined : { sort },
    limits: { pageSize: defaultLimit ?? 20, maxPageSize },
    onRamp: new Code(rampOf({ all, multiWordSearch, relativePath })),
  };
}

function rampOf(options: object): string {
  const text = literal(options);
  return text === '{}' ? 'nestjsPaginate()' : `nestjsPaginate(${text})`;
}
