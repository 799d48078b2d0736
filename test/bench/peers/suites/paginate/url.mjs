/** Writes a `PaginateQuery` as the query string that nestjs-paginate's `@Paginate()` reads as the same. */
export function urlOf(query) {
  const { page, limit, sortBy, search, searchBy, filter, filterExpression, select, cursor, withDeleted } = query;
  const many = (name, values) => [values ?? []].flat().map((value) => [name, value]);
  const pairs = [
    ...many('page', page),
    ...many('limit', limit),
    ...(sortBy ?? []).map(([column, direction]) => ['sortBy', `${[column].flat().join('~')}:${direction}`]),
    ...many('search', search),
    ...many('searchBy', searchBy),
    ...(select === undefined ? [] : [['select', select.join(',')]]),
    ...Object.entries(filter ?? {}).flatMap(([column, values]) => many(`filter.${column}`, values)),
    ...many('filter', filterExpression),
    ...many('cursor', cursor),
    ...many('withDeleted', withDeleted),
  ];
  return pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`).join('&');
}
