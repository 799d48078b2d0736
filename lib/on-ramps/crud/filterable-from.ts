import { Code, call, listOf, literal } from '../shared/literals.js';

/** The options of `@Crud()`, as far as they say what clients may ask for. */
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
    /** The most rows that a client may ask for. */
    readonly maxLimit?: number;
    /** True where every answer is a page. */
    readonly alwaysPaginate?: boolean;
    /** True where clients may ask for deleted rows. */
    readonly softDelete?: boolean;
  };
}

interface CrudJoin {
  /** True where the relation is loaded with every row. */
  readonly eager?: boolean;
  /** The columns of the relation that clients may use. */
  readonly allow?: readonly string[];
}

interface CrudSort {
  /** The column. */
  readonly field: string;
  /** `ASC` or `DESC`. */
  readonly order: string;
}

/**
 * Prints the `@Filterable()` and the `@FilterQuery()` for the options of `@Crud()`, as TypeScript. Columns that are
 * excluded, and columns of relations, stand in comments: what is not named in `fields` is not exposed.
 *
 * @example
 * console.log(filterableFrom({ query: { allow: ['id'], join: { company: { eager: true } } } }, { entity: 'User' }));
 */
export function filterableFrom({ query = {} }: CrudOptionsLike, options: { readonly entity?: string } = {}): string {
  const { entity = 'Entity' } = options;
  const joins = Object.entries(query.join ?? {});
  const relations = joins.map(([name]) => name).filter((name) => !name.includes('.'));
  const filterable = call('@Filterable', [], { fields: query.allow, relations: listOf(relations) });
  const excluded = query.exclude?.length ? [`// Name in \`fields\` all but ${query.exclude.join(', ')}.`] : [];
  const related = joins.flatMap(([name, join]) => {
    return join?.allow?.length ? [`// The entity of ${name} exposes ${join.allow.join(', ')}.`] : [];
  });
  return [...excluded, filterable, ...related, call('@FilterQuery', [entity], handlerOf(query, joins)), ''].join('\n');
}

type Query = NonNullable<CrudOptionsLike['query']>;
type Joins = readonly (readonly [string, { readonly eager?: boolean } | undefined])[];

function handlerOf({ sort = [], limit, maxLimit, alwaysPaginate, softDelete }: Query, joins: Joins): object {
  const joined = listOf(joins.filter(([, join]) => join?.eager).map(([name]) => name));
  // Without any limit, all rows are answered there.
  const all = limit || maxLimit ? undefined : { max: 10_000 };
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

/** The most rows on a page that this library lets a list have. */
const mostRows = 1_000;

/** Returns the limits of a list, which there has none by default. */
function limitsOf(limit: number | undefined, maxLimit: number | undefined): object {
  const maxPageSize = Math.min(maxLimit || mostRows, mostRows);
  const pageSize = limit || maxLimit;
  return { pageSize: pageSize && Math.min(pageSize, maxPageSize), maxPageSize };
}
