import { Code, call, listOf, literal } from '../shared/literals.js';

/** The options of `@Crud()`, as far as they say what clients may ask for. */
export interface CrudOptionsLike {
  readonly query?: {
    readonly allow?: readonly string[];
    readonly exclude?: readonly string[];
    readonly join?: Readonly<
      Record<string, { readonly eager?: boolean; readonly allow?: readonly string[] } | undefined>
    >;
    readonly sort?: readonly { readonly field: string; readonly order: string }[];
    readonly limit?: number;
    readonly maxLimit?: number;
    readonly alwaysPaginate?: boolean;
  };
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

function handlerOf({ sort = [], limit, maxLimit, alwaysPaginate }: Query, joins: Joins): object {
  const joined = listOf(joins.filter(([, join]) => join?.eager).map(([name]) => name));
  // Without any limit, all rows are answered there.
  const all = limit === undefined && maxLimit === undefined ? { max: 10_000 } : undefined;
  const options = literal({ alwaysPaginate, all, joined });
  const pageSize = limit ?? maxLimit;
  return {
    defaults:
      sort.length === 0 ? undefined : { sort: sort.map(({ field, order }) => `${field}:${order.toLowerCase()}`) },
    limits: pageSize === undefined ? undefined : { pageSize, maxPageSize: maxLimit },
    select: true,
    onRamp: new Code(options === '{}' ? 'crud()' : `crud(${options})`),
  };
}
