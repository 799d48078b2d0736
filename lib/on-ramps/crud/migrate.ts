import { Code, call, commentsOn, listOf, literal, mostRows, rowsOf } from '../shared.js';

/** The options of `@Crud()` that decide what clients may request, or which rows they find. */
export interface CrudOptionsLike {
  /** The options of its queries. */
  readonly query?: {
    /** The columns that clients may use. */
    readonly allow?: readonly string[];
    /** The columns that they may not use. */
    readonly exclude?: readonly string[];
    /** The relations that they may load, by name. */
    readonly join?: Readonly<Record<string, CrudJoin | undefined>>;
    /** The order where a client names none. */
    readonly sort?: readonly CrudSort[];
    /** The rows of a page where a client names no number. */
    readonly limit?: number;
    /** The most rows that a client may request. */
    readonly maxLimit?: number;
    /** True where every answer is a page. */
    readonly alwaysPaginate?: boolean;
    /** True where clients may request deleted rows. */
    readonly softDelete?: boolean;
    /** The conditions that every answer meets. */
    readonly filter?: unknown;
    /** The columns that are always answered. */
    readonly persist?: readonly string[];
    /** The time for which answers are kept. */
    readonly cache?: number | false;
  };
  /** The parameters of routes, which narrow lists. */
  readonly params?: Readonly<Record<string, CrudParam | undefined>>;
  /** Operators of the application. */
  readonly operators?: {
    /** The operators, by their names. */
    readonly custom?: unknown;
  };
  /** The classes that answers are made of. */
  readonly serialize?: unknown;
}

/** The options of a join. */
export interface CrudJoin {
  /** True where the relation is loaded with every row. */
  readonly eager?: boolean;
  /** The columns of the relation that clients may use. */
  readonly allow?: readonly string[];
  /** The columns of the relation that they may not use. */
  readonly exclude?: readonly string[];
  /** True where rows without a related one are not found. */
  readonly required?: boolean;
}

interface CrudParam {
  /** The column that the parameter is compared with. */
  readonly field?: string;
  /** True where it names one row, which no list is. */
  readonly primary?: boolean;
  /** True where it narrows nothing. */
  readonly disabled?: boolean;
}

interface CrudSort {
  /** The column. */
  readonly field: string;
  /** `ASC` or `DESC`. */
  readonly order: string;
}

/** Comments on the options that no decorator has, beginning with those that narrow the rows. */
function withoutEquivalent(crud: CrudOptionsLike): readonly string[] {
  const { query = {}, params = {}, operators = {}, serialize } = crud;
  const joins = Object.entries(query.join ?? {});
  const required = joins.filter(([, join]) => join?.required === true).map(([name]) => name);
  const always = "name its conditions in `defaults.filters` with `when: 'always'`, or in a `scope`";
  return [
    ...commentsOn([['query.filter', query.filter, always]]),
    ...paramsOf(params),
    ...required.map((name) => `// Rows without ${name} are not found there: demand its \`$exists\` in a \`scope\`.`),
    ...commentsOn([
      ['query.persist', query.persist, 'primary keys always come, and the builder selects the rest'],
      ['query.cache', query.cache, 'keep answers by `query.cacheKey()`'],
      ['operators.custom', operators.custom, 'give them to `forRoot()`, made by `defineOperator()`'],
      ['serialize', serialize, 'the handler maps the rows of its page'],
    ]),
  ];
}

/** Comments on the parameters of a list's route: each is a condition there, and without it the list is wider. */
function paramsOf(params: NonNullable<CrudOptionsLike['params']>): readonly string[] {
  return Object.entries(params)
    .filter(([, param]) => param !== undefined && param.primary !== true && param.disabled !== true)
    .map(([name, param]) => {
      const field = param?.field ?? name;
      return `// The parameter ${name} is a condition on ${field} there: give it to \`filters.and()\`, or to a \`scope\`.`;
    });
}

/**
 * Prints the `@Filterable()` and the `@FilterQuery()` for the options of `@Crud()`, as TypeScript. Columns that are
 * not named in `allow`, and columns of relations, stand in comments: what is not named in `fields` is not exposed. So
 * do the options that no decorator has.
 *
 * @example
 * console.log(filterableFrom({ query: { allow: ['id'], join: { company: { eager: true } } } }, { entity: 'User' }));
 */
export function filterableFrom(crud: CrudOptionsLike, options: { readonly entity?: string } = {}): string {
  const { query = {} } = crud;
  const { entity = 'Entity' } = options;
  const joins = Object.entries(query.join ?? {});
  const relations = joins.map(([name]) => name).filter((name) => !name.includes('.'));
  // Without options of queries there is nothing to translate: what the decorator does by itself holds.
  const rules = Object.keys(query).length === 0 ? {} : { fields: fieldsOf(query), relations };
  return [
    ...unnamedOf(query),
    call('@Filterable', [], rules),
    ...joins.flatMap(([name, join]) => relatedOf(name, join)),
    ...withoutEquivalent(crud),
    call('@FilterQuery', [entity], handlerOf(query, joins)),
    '',
  ].join('\n');
}

type Query = NonNullable<CrudOptionsLike['query']>;
type Joins = readonly (readonly [string, CrudJoin | undefined])[];

/** Returns the columns that are allowed and not excluded. An empty list allows all of them there. */
function fieldsOf({ allow = [], exclude = [] }: Pick<CrudJoin, 'allow' | 'exclude'>): readonly string[] {
  return allow.filter((name) => !exclude.includes(name));
}

/** Comments on columns that the options do not name, because the entity decides on them. */
function unnamedOf(query: Query): readonly string[] {
  if (query.exclude?.length) return [`// Name in \`fields\` all but ${query.exclude.join(', ')}.`];
  if (query.allow?.length || Object.keys(query).length === 0) return [];
  return ['// Name in `fields` the columns that clients may use: there, these are all.'];
}

/** Comments on the columns of a relation, whose rules belong to its entity. */
function relatedOf(name: string, join: CrudJoin = {}): readonly string[] {
  if (join.allow?.length) return [`// The entity of ${name} exposes ${fieldsOf(join).join(', ') || 'none'}.`];
  return join.exclude?.length ? [`// The entity of ${name} exposes all but ${join.exclude.join(', ')}.`] : [];
}

function handlerOf({ sort = [], limit, maxLimit, alwaysPaginate, softDelete }: Query, joins: Joins): object {
  const joined = listOf(joins.filter(([, join]) => join?.eager).map(([name]) => name));
  // Without any limit, all rows are answered there.
  const all = (rowsOf(limit) ?? rowsOf(maxLimit)) === undefined ? { max: 10_000 } : undefined;
  const options = literal({ alwaysPaginate, all, joined });
  return {
    defaults:
      sort.length === 0 ? undefined : { sort: sort.map(({ field, order }) => `${field}:${order.toLowerCase()}`) },
    limits: limitsOf(limit, maxLimit),
    select: true,
    deleted: softDelete === true ? true : undefined,
    onRamp: new Code(options === '{}' ? 'crud()' : `crud(${options})`),
  };
}

/** Returns the limits of a list, which there has none by default. */
function limitsOf(limit: number | undefined, maxLimit: number | undefined): object {
  const maxPageSize = Math.min(rowsOf(maxLimit) ?? mostRows, mostRows);
  const pageSize = rowsOf(limit) ?? rowsOf(maxLimit);
  return { pageSize: pageSize && Math.min(pageSize, maxPageSize), maxPageSize };
}
