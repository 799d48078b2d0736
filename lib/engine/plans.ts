import type { DataSource, EntityMetadata } from 'typeorm';
import { FilterConfigurationError } from '../configuration/index.js';
import { type Condition, type FilterQuery, type QueryPlan, planOf, printObject } from '../ast/index.js';
import { type FilterIssue, IssueCollector, Location } from '../issues.js';
import { isOf } from '../schema/index.js';
import { selectableOf } from '../selection/index.js';
import { type RequestTree, usualNames } from '../wire/index.js';
import { trustedLists } from './lists.js';
import { type ParsedRequest, printQuery } from './parameters.js';
import type { Profile } from './profile.js';
import type { Profiles } from './profiles.js';
import type { Requester } from './request.js';
import { type Reading, RequestReader } from './request-reader.js';
import { ScopeReader } from './scopes.js';
import type { Settings } from './settings.js';
import type { EntityReference, Sources } from './sources.js';
import { type TrustedScope, conditionsIn, readTrusted, trustedConditions } from './trusted.js';

/** The result of reading a request: the plan of a query, or everything that is wrong with it. */
export type ReadResult =
  { readonly ok: true; readonly plan: QueryPlan } | { readonly ok: false; readonly issues: readonly FilterIssue[] };

/** A value that one data source can hold and another cannot: a client's mistake, found where the query is applied. */
export class RefusedElsewhere extends Error {
  override readonly name = 'RefusedElsewhere';

  constructor(readonly issues: readonly FilterIssue[]) {
    super(issues.map(({ message }) => message).join('; '));
  }
}

/**
 * Makes the plans of queries. A plan is bound to the schemas of one data source; it can be rebuilt for
 * another one, because a query may be applied to a builder of any.
 */
export class Plans {
  private readonly reader: RequestReader;

  constructor(
    private readonly settings: Settings,
    private readonly sources: Sources,
    private readonly profiles: Profiles,
  ) {
    this.reader = new RequestReader(settings);
  }

  /** Reads a request: a query string, or an object of the same shape. */
  read(profile: Profile, input: unknown, requester: Requester): ReadResult {
    profile.checkVisibilities(requester.context);
    const issues = new IssueCollector(profile.limits.issues);
    const reading = readingOf(profile, requester);
    const request = this.reader.read(reading, input, issues);
    return issues.count > 0
      ? { ok: false, issues: issues.issues }
      : { ok: true, plan: this.understood(reading, request) };
  }

  /**
   * Reads a request of the program's own, which may name every column and has no limits.
   *
   * @throws FilterConfigurationError when it is wrong: there is no client to refuse
   */
  trusted(entity: EntityReference, input: unknown, scope: TrustedScope): QueryPlan {
    const { context, source, select } = scope;
    const { schema } = this.sources.schemaOf(entity, source);
    const subject = `filter(${schema.name})`;
    const lists = {
      ...trustedLists(schema, subject),
      selectable: select && selectableOf(schema.view('all'), select, subject),
    };
    const parsed = readTrusted(schema, input, { settings: this.settings, subject, lists });
    const view = schema.view('all');
    const { filters, search, sort = [], facets = [] } = parsed;
    const parts = { schema, view, filters, search, sort, facets, added: [], defaultSort: [] };
    const client = { ...parts, declaredFacets: lists.facets, slice: parsed.pagination, selection: parsed.fields };
    const printed = printQuery(client);
    return Object.freeze({
      ...client,
      print: printQuery,
      scopes: this.scopes(context).of(parts),
      params: usualNames,
      pagination: this.settings.pagination,
      pageStyle: 'page',
      handler: '',
      settings: undefined,
      strategy: this.settings.strategy,
      keyDirection: this.settings.compatibility.keyDirection,
      context,
      rebind: (other) => this.trusted(entity, printed, { ...scope, source: other }),
    });
  }

  /** Returns the plan of a query with a condition of the program's own beside it, which may name every column. */
  add(query: FilterQuery, input: unknown): QueryPlan {
    const plan = planOf(query);
    const { schema } = plan;
    const condition = trustedConditions(schema, conditionsIn(input, schema), this.settings, `and(${schema.name})`);
    return condition === undefined ? plan : this.withAdded(plan, condition);
  }

  private withAdded(plan: QueryPlan, condition: Condition): QueryPlan {
    const added = [...plan.added, condition];
    return Object.freeze({
      ...plan,
      added,
      scopes: this.scopes(plan.context).of({ ...plan, added }),
      rebind: (source: DataSource) => {
        const other = plan.rebind(source);
        const subject = `and(${other.schema.name})`;
        const bound = trustedConditions(other.schema, printObject(condition), this.settings, subject);
        return bound === undefined ? other : this.withAdded(other, bound);
      },
    });
  }

  /**
   * Returns the plan of a query for the data source of a builder, and for the entity that it selects. For another data source
   * than that of the plan the query is read again.
   *
   * @param selected the entity that the builder selects: that of the query, or one that extends it
   */
  for(query: FilterQuery, source: DataSource, selected: EntityMetadata | undefined): QueryPlan {
    const plan = planOf(query);
    const metadata = metadataIn(source, plan);
    // By name, because the query may be of another copy of this package. The server may have been asked since it was read.
    const read = plan.schema.dialect.server?.name;
    const now = this.sources.registry(source).dialect.server?.name;
    const bound = metadata === plan.schema.metadata && read === now ? plan : metadata && plan.rebind(source);
    if (bound !== undefined) return this.selecting(bound, source, selected);
    const { name } = plan.schema;
    throw new FilterConfigurationError(
      `The query is about ${name}, which the builder's data source does not have; give it a builder of ${name}.`,
    );
  }

  /** Returns the plan for a builder of an entity that extends the query's: the scopes which that entity adds hold, too. */
  private selecting(plan: QueryPlan, source: DataSource, selected: EntityMetadata | undefined): QueryPlan {
    const { metadata } = plan.schema;
    if (selected === undefined || selected === metadata || !isOf(selected.target, metadata.target)) return plan;
    const schema = this.sources.registry(source).of(selected);
    const scopes = this.scopes(plan.context).with(plan.scopes, [schema]);
    return Object.freeze({ ...plan, selected: schema, scopes });
  }

  /** Makes the plan of a request that was understood: adds what the handler and the scopes say. */
  private understood({ profile, requester, list }: Reading, parsed: ParsedRequest): QueryPlan {
    const { view, styles, lists } = list;
    const { schema, params, limits, defaults, pagination, handler, settings, strategy } = profile;
    const { filters, sort = [], pagination: slice, search, facets = [], fields: selection } = parsed;
    const added = (defaults.always || filters === undefined) && defaults.filters ? [defaults.filters] : [];
    const defaultSort = sort.length === 0 ? defaults.sort : [];
    const reach = { schema, filters, search, facets, added, sort, defaultSort };
    // One literal, because copying so many parts from one object to another costs as much as reading a condition.
    return Object.freeze({
      schema,
      view,
      filters,
      sort,
      slice,
      search,
      facets,
      declaredFacets: lists.facets,
      selection,
      added,
      defaultSort,
      scopes: this.scopes(requester.context).of(reach),
      params,
      pagination,
      pageStyle: styles[0] ?? 'page',
      handler,
      strategy,
      naming: this.settings.naming,
      keyDirection: this.settings.compatibility.keyDirection,
      limits,
      settings,
      context: requester.context,
      print: printQuery,
      rebind: (source) => {
        const printed = printQuery({ filters, sort, slice, search, facets, selection, view });
        return this.reread({ profile, requester }, printed, source);
      },
    });
  }

  /**
   * Reads a query again for another data source, from its canonical form: the input that it was read from belongs to the
   * caller, who may have changed it since.
   */
  private reread(
    { profile, requester }: Pick<Reading, 'profile' | 'requester'>,
    tree: RequestTree,
    source: DataSource,
  ): QueryPlan {
    const issues = new IssueCollector(1);
    const reading = readingOf(this.profiles.in(source, profile), requester);
    const request = this.reader.readTree(reading, { tree, isText: false }, issues);
    if (issues.count === 0) return this.understood(reading, request);
    if (issues.issues.every(({ code }) => code === 'invalid_value')) throw new RefusedElsewhere(issues.issues);
    const path = Location.root(profile.params.filters).path;
    throw new FilterConfigurationError(`${path}: ${profile.schema.name} is mapped otherwise in another data source`);
  }

  private scopes(context: unknown): ScopeReader {
    return new ScopeReader(context, this.settings);
  }
}

/** Looks up the list that a request is about, as this requester may use it. */
function readingOf(profile: Profile, requester: Requester): Reading {
  const { view } = requester.origin;
  const list = { view: profile.view(view), styles: profile.styles(requester.context), lists: profile.lists(view) };
  return { profile, requester, list };
}

function metadataIn(source: DataSource, { schema }: QueryPlan): EntityMetadata | undefined {
  const { target } = schema.metadata;
  return source.hasMetadata(target) ? source.getMetadata(target) : undefined;
}
