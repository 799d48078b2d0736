import type { EntityTarget, ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';
import { type FilterQuery, planOf } from './ast/index.js';
import type { FilterInput, ListInput, Page, PlainValues } from './contract/index.js';
import { type EntityDescription, type FilterEngine, audienceOf, describe } from './engine/index.js';
import type { FilterModuleOptions } from './filter.module-options.js';
import type { FilterOverrides, FilterQueryOverrides, ParseOverrides, RowOf, Select } from './filter-query.overrides.js';
import { profileOverrides } from './filter-query.overrides.js';
import { type ApplyOptions, linksOf } from './page/index.js';
import { GuardedBuilders, GuardedEngine, checkArgument, keepEngine } from './service/index.js';
import type { KnownNames, ParameterNames } from './wire/index.js';

/**
 * The part of {@link FilterService} that sends no statement: it reads requests into queries, writes queries into
 * builders, and describes lists.
 */
export abstract class FilterRequests {
  private readonly guarded: GuardedEngine;
  private readonly builders: GuardedBuilders;

  /** @internal */
  constructor(
    private readonly engine: FilterEngine,
    private readonly options: FilterModuleOptions = {},
  ) {
    this.guarded = new GuardedEngine(keepEngine(this, engine));
    this.builders = new GuardedBuilders(engine, this.guarded);
  }

  /**
   * Validates a client's request and returns it as a query. Names are the clients', and all limits apply.
   *
   * @param input a query string; a path or URL that ends in one; a `URL` or `URLSearchParams`; or an
   * object: `{ filters, sort, … }`
   * @param overrides settings of this call; reuse the object, because each object is checked once
   * @param context the context of scopes and `when`, if the overrides are reused
   * @throws FilterException with every mistake
   * @example
   * const query = filters.parse(Post, 'filters[title][$contains]=nest&sort=views:desc');
   */
  parse<E extends ObjectLiteral, S extends Select = Select>(
    entity: EntityTarget<E>,
    input: string | object,
    overrides?: ParseOverrides<E> & { readonly select?: S },
    context: unknown = overrides?.context,
  ): FilterQuery<E, RowOf<E, S>> {
    const profile = this.engine.profile(entity, profileOverrides(overrides));
    return this.guarded.read(profile, input, context);
  }

  /**
   * Adds a query to a builder and returns the builder: its conditions in one bracket after the builder's own, its order
   * after the builder's, the slice if the client sent one, and only the requested fields. Without pagination it adds no
   * limit; use {@link FilterService.page}, or call `take()` yourself. Call it last: a later `orWhere` bypasses the
   * conditions.
   *
   * @param options `{ only: 'filters' }` adds the conditions alone, for aggregates of your own; `{ populate: 'later' }`
   *   accepts a query that populates relations
   * @throws FilterException for a cursor, which only {@link FilterService.page} supports, and for populated relations
   * @example
   * const builder = posts.createQueryBuilder('post').select('AVG(post.stars)', 'stars');
   * const { stars } = await this.filters.apply(builder, query, { only: 'filters' }).getRawOne();
   */
  apply<E extends ObjectLiteral, Row extends ObjectLiteral = E>(
    builder: SelectQueryBuilder<E>,
    query: FilterQuery<E, Row>,
    options: ApplyOptions = {},
  ): SelectQueryBuilder<Row> {
    return this.builders.apply(builder, query, options);
  }

  /**
   * Creates a query builder from filters written in code: property names and native values, under the same allow-list
   * and limits as a request, so that input passed on from a client cannot reach further.
   *
   * @param overrides `context` for scopes, and `trusted: true` to lift the allow-list and the
   * limits; scopes still apply
   * @returns a builder with the entity's name as its alias (`.andWhere('Post.views > 5')`) and without
   * joins, eager ones included
   * @throws FilterException with every mistake; with `trusted`, FilterConfigurationError
   * @example
   * filters.filter(posts, { filters: { comments: { $count: { $gte: 5 } } }, sort: 'title' }).getMany();
   */
  filter<E extends ObjectLiteral, S extends Select = Select>(
    repositoryOrEntity: Repository<E> | EntityTarget<E>,
    input: ListInput<E>,
    overrides: FilterOverrides<E> & { readonly select?: S } = {},
  ): SelectQueryBuilder<RowOf<E, S>> {
    return this.builders.filter(repositoryOrEntity, input, overrides);
  }

  /**
   * Returns the `Link` header (RFC 8288) of a page: the known ones of `first`, `prev`, `next` and `last`. Each link
   * repeats the whole request, and all other parameters of `url`.
   *
   * @param url the URL of the request, absolute or a path
   * @example
   * response.setHeader('Link', this.filters.links(query, page, request.originalUrl));
   */
  links<E extends ObjectLiteral, Row = E>(query: FilterQuery<E, Row>, page: Page<Row>, url: string): string {
    const plan = planOf(query);
    checkArgument('links()', 'page', page);
    checkArgument('links()', 'url', url);
    return linksOf(plan, page, url);
  }

  /**
   * Adds values that properties must equal, in a form that generic code can use: `T extends TenantBase`.
   *
   * @example
   * ofTenant(query: FilterQuery<T>) { return this.filters.and(query, { tenantId: this.tenantId }); }
   */
  and<E extends ObjectLiteral, K extends keyof E & string, Row = E>(
    query: FilterQuery<E, Row>,
    input: PlainValues<E, K>,
  ): FilterQuery<E, Row>;
  /**
   * Returns a copy of a query with a condition of the server's own, on any column, without limits. Links and
   * cursors never contain it.
   *
   * @throws FilterConfigurationError for a wrong condition
   * @example
   * this.filters.apply(builder, this.filters.and(query, { tenant: { id: request.tenantId } }));
   */
  and<E extends ObjectLiteral, Row = E>(
    query: FilterQuery<E, Row>,
    input: FilterInput<E> | { readonly filters: FilterInput<E> },
  ): FilterQuery<E, Row>;
  and(query: FilterQuery, input: object): FilterQuery {
    return this.guarded.add(query, input);
  }

  /**
   * Describes an entity's list as JSON: the fields, kinds, operators, relations, sort keys and limits open to clients.
   *
   * @example
   * const { fields, sort, limits } = filters.describe(Post, { context: user });
   */
  describe<E extends ObjectLiteral>(entity: EntityTarget<E>, overrides?: ParseOverrides<E>): EntityDescription {
    return describe(this.engine.profile(entity, profileOverrides(overrides)), audienceOf(overrides));
  }

  /**
   * Returns the names of the parameters for an entity, or for a handler with these overrides.
   *
   * @example
   * filters.parameters(Post, { prefix: 'posts_' }).sort; // 'posts_sort'
   */
  parameters<E extends ObjectLiteral>(entity: EntityTarget<E>, overrides?: FilterQueryOverrides<E>): ParameterNames {
    return this.engine.profile(entity, profileOverrides(overrides)).params;
  }

  /** @internal All names that a handler reads, flat ones included, for the code that reads Nest's requests. */
  knownNames(entity: EntityTarget<object>, overrides?: FilterQueryOverrides<object>): KnownNames {
    const { params, flat } = this.engine.profile(entity, overrides);
    return { params, flat: flat?.rules };
  }

  /** @internal The `source` and `context` options, for the code that reads Nest's requests. */
  get requestOptions(): Pick<FilterModuleOptions, 'context' | 'source' | 'onRamp'> {
    return this.options;
  }
}
