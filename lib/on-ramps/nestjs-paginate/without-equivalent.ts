import { commentsOn } from '../shared/unprinted.js';
import { isGroup, isOwnSelected } from './columns.js';
import type { PaginateConfigLike } from './paginate-config-like.js';

/**
 * Comments on what nothing here is the same as.
 *
 * @param related the columns of related entities that other comments name
 */
export function withoutEquivalent(config: PaginateConfigLike, related: readonly string[]): readonly string[] {
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
  const told = new Set(related.map(firstOf));
  const dropped = select.filter((name) => name !== '*' && !isOwnSelected(name) && !told.has(firstOf(name)));
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
