import type { DataSource, EntityMetadata } from 'typeorm';
import { FilterConfigurationError } from '../../configuration/index.js';
import {
  type Condition,
  type FilterQuery,
  type Moment,
  type QueryPlan,
  atMoment,
  momentBy,
  planOf,
  printObject,
} from '../../ast/index.js';
import { IssueCollector, Location } from '../../issues.js';
import { populatedOf } from '../../populate/index.js';
import { isOf } from '../../schema/index.js';
import { selectableOf } from '../../selection/index.js';
import { type RequestTree, SentNames, nameOf, parameters, usualNames } from '../../wire/index.js';
import { trustedLists } from '../lists/lists.js';
import { type ParsedRequest, printQuery } from '../lists/parameters.js';
import { type Profile, profileFor } from '../lists/profile.js';
import type { Profiles } from '../lists/profiles.js';
import type { RampReading } from '../options/on-ramp.js';
import { withGivenNames } from './given-names.js';
import { asSent, readByRamp } from './ramp.js';
import { type ReadResult, RefusedElsewhere } from './read-result.js';
import { type Requester, isQueryText } from './request.js';
import { type ReadRequest, type Reading, RequestReader } from './request-reader.js';
import { ScopeReader } from './scopes.js';
import { type Settings, momentOf } from '../options/settings.js';
import type { EntityReference, Sources } from '../sources/sources.js';
import { type TrustedScope, conditionsIn, readTrusted, trustedConditions } from '../lists/trusted.js';

const noPopulate: QueryPlan['populate'] = Object.freeze([]);

/**
 * Makes the plans of queries. A plan is bound to the schemas of one data source. It can be rebuilt for another one,
 * because a query may be applied to any builder.
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

  /** Reads a request: a query string, or an object of the same form. */
  read(whole: Profile, input: unknown, requester: Requester): ReadResult {
    whole.checkVisibilities(requester.context);
    const profile = profileFor(whole, requester.context);
    const issues = new IssueCollector(profile.limits.issues);
    const reading = this.readingOf(profile, requester);
    const { onRamp } = profile;
    if (onRamp !== undefined && isQueryText(input)) {
      const ramp = readByRamp({ text: String(input), ramp: onRamp, profile, list: reading.list }, issues);
      if (ramp !== undefined) return this.readRamp(reading, ramp, issues);
    }
    const read = this.reader.read(reading, input, issues);
    const sent = namesTold(profile, requester, read.sent);
    if (issues.count === 0) return { ok: true, plan: this.understood(reading, read, sent) };
    const told = sent === undefined ? issues.issues : issues.issues.map((issue) => sent.rename(issue));
    return { ok: false, issues: told, used: issues.deprecated };
  }

  /** Reads what an on-ramp has understood. A query for all rows differs from one for a page in its cache key. */
  private readRamp(reading: Reading, ramp: RampReading, issues: IssueCollector): ReadResult {
    const request = this.reader.readTree(reading, { tree: ramp.tree, isText: true }, issues);
    if (issues.count > 0) return { ok: false, issues: asSent(issues.issues, ramp), used: issues.deprecated };
    const plan = this.understood(reading, request, undefined);
    if (ramp.all === undefined) return { ok: true, plan, ramp };
    return { ok: true, plan: Object.freeze({ ...plan, settings: `${plan.settings} all ${ramp.all}` }), ramp };
  }

  /**
   * Reads a request of the program's own, which may name every column and has no limits.
   *
   * @throws FilterConfigurationError when it is wrong, because there is no client to refuse
   */
  trusted(entity: EntityReference, input: unknown, scope: TrustedScope): QueryPlan {
    const { context, source, select, moment = momentOf(this.settings) } = scope;
    const { schema } = this.sources.schemaOf(entity, source);
    const subject = `filter(${schema.name})`;
    const lists = {
      ...trustedLists(schema, subject),
      selectable: select && selectableOf(schema.view('all'), select, subject),
    };
    const parsed = readTrusted(schema, input, { settings: this.settings, subject, lists, moment });
    const view = schema.view('all');
    const { filters, search, sort = [], facets = [], aggregates = [] } = parsed;
    const answers = { facets, aggregates, populate: noPopulate };
    const parts = { schema, view, filters, search, sort, ...answers, added: [], defaultSort: [] };
    const client = {
      ...parts,
      declaredFacets: lists.facets,
      declaredAggregates: lists.aggregates,
      slice: parsed.pagination,
      selection: parsed.fields,
    };
    const printed = printQuery(client);
    return Object.freeze({
      ...client,
      print: printQuery,
      scopes: this.scopes(context, moment).of(parts),
      moment,
      params: usualNames,
      pagination: this.settings.pagination,
      pageStyle: 'page',
      handler: '',
      settings: undefined,
      strategy: this.settings.strategy,
      hydration: this.settings.hydration,
      keyDirection: this.settings.compatibility.keyDirection,
      context,
      rebind: (other) => this.trusted(entity, printed, { ...scope, moment, source: other }),
    });
  }

  /** Returns the plan of a query with a further condition of the program's own, which may name every column. */
  add(query: FilterQuery, input: unknown): QueryPlan {
    const plan = planOf(query);
    const { schema, moment } = plan;
    const reading = { settings: this.settings, subject: `and(${schema.name})`, moment };
    const condition = trustedConditions(schema, conditionsIn(input, schema), reading);
    return condition === undefined ? plan : this.withAdded(plan, condition);
  }

  private withAdded(plan: QueryPlan, condition: Condition): QueryPlan {
    const added = [...plan.added, condition];
    return Object.freeze({
      ...plan,
      added,
      scopes: this.scopes(plan.context, plan.moment).of({ ...plan, added }),
      rebind: (source: DataSource) => {
        const other = plan.rebind(source);
        const reading = { settings: this.settings, subject: `and(${other.schema.name})`, moment: plan.moment };
        const bound = trustedConditions(other.schema, printObject(condition), reading);
        return bound === undefined ? other : this.withAdded(other, bound);
      },
    });
  }

  /**
   * Returns the plan of a query for the data source of a builder, and for its selected entity. For another data source
   * than the plan's, the query is read again.
   *
   * @param selected the builder's entity: the query's, or one that extends it
   */
  for(query: FilterQuery, source: DataSource, selected: EntityMetadata | undefined): QueryPlan {
    const plan = planOf(query);
    const metadata = metadataIn(source, plan);
    // Compared by name, because the query may come from another copy of this package. The server
    // may have been asked since.
    const read = plan.schema.dialect.server?.name;
    const now = this.sources.registry(source).dialect.server?.name;
    const bound = metadata === plan.schema.metadata && read === now ? plan : metadata && plan.rebind(source);
    if (bound !== undefined) return this.selecting(bound, source, selected);
    const { name } = plan.schema;
    throw new FilterConfigurationError(
      `The query is about ${name}, which the builder's data source does not have; give it a builder of ${name}.`,
    );
  }

  /** Returns the plan for a builder of an entity that extends the query's: its additional scopes apply, too. */
  private selecting(plan: QueryPlan, source: DataSource, selected: EntityMetadata | undefined): QueryPlan {
    const { metadata } = plan.schema;
    if (selected === undefined || selected === metadata || !isOf(selected.target, metadata.target)) return plan;
    const schema = this.sources.registry(source).of(selected);
    const scopes = this.scopes(plan.context, plan.moment).with(plan.scopes, [schema]);
    return Object.freeze({ ...plan, selected: schema, scopes });
  }

  /**
   * Makes the plan of a request that was understood, with the handler's defaults and the scopes. It is one literal:
   * copying so many parts from one object to another costs as much as reading a condition.
   */
  private understood(
    { profile, requester, list, moment }: Reading,
    { parsed, work, used }: ReadRequest,
    sent: SentNames | undefined,
  ): QueryPlan {
    const { schema, params, limits, pagination, handler, settings, strategy, hydration } = profile;
    const { filters, sort = [], pagination: slice, search, facets = [], fields: selection, deleted } = parsed;
    const { aggregates = [] } = parsed;
    const { populate, added, defaultSort, scopes } = this.ofServer({ profile, requester, moment }, parsed);
    return Object.freeze({
      schema,
      view: list.view,
      used,
      filters,
      sort,
      slice,
      search,
      facets,
      declaredFacets: list.lists.facets,
      aggregates,
      declaredAggregates: list.lists.aggregates,
      selection,
      deleted,
      populate,
      added,
      defaultSort,
      scopes,
      moment,
      work,
      params,
      pagination,
      pageStyle: list.styles[0] ?? 'page',
      handler,
      strategy,
      hydration,
      naming: this.settings.naming,
      keyDirection: this.settings.compatibility.keyDirection,
      limits,
      settings,
      context: requester.context,
      sent,
      flat: sent && profile.flat?.isOfUrls === true ? profile.flat.rules : undefined,
      print: printQuery,
      rebind: (source) => {
        const printed = printQuery({
          filters,
          sort,
          slice,
          search,
          facets,
          aggregates,
          selection,
          populate,
          deleted,
          view: list.view,
        });
        const plan = this.reread({ profile, requester: { ...requester, moment } }, { printed, sent }, source);
        return withGivenNames(plan, { facets, aggregates, populate });
      },
    });
  }

  /** Returns the parts of a plan that the server adds to a request: defaults, scopes, and related rows to load. */
  private ofServer(
    { profile, requester: { context }, moment }: Pick<Reading, 'profile' | 'requester' | 'moment'>,
    parsed: ParsedRequest,
  ) {
    const { schema, defaults } = profile;
    const { filters, sort = [], search, facets = [], deleted } = parsed;
    const populate = parsed.populate === undefined ? noPopulate : populatedOf(parsed.populate, context);
    const own =
      defaults.always || filters === undefined ? defaultsAt(defaults, moment ?? momentBy(this.settings.clock)) : [];
    const added = deleted?.condition === undefined ? own : [...own, deleted.condition];
    const defaultSort = sort.length === 0 ? defaults.sort : [];
    const scopes = this.scopes(context, moment).of({
      schema,
      filters,
      search,
      facets,
      added,
      sort,
      defaultSort,
      populate,
    });
    return { populate, added, defaultSort, scopes };
  }

  /**
   * Re-parses a query for another data source, from its canonical form: the caller may have changed the original input.
   */
  private reread(
    { profile, requester }: Pick<Reading, 'profile' | 'requester'>,
    { printed: tree, sent }: { readonly printed: RequestTree; readonly sent: SentNames | undefined },
    source: DataSource,
  ): QueryPlan {
    const issues = new IssueCollector(1);
    const reading = this.readingOf(this.profiles.in(source, profile), requester);
    const request = this.reader.readTree(reading, { tree, isText: false }, issues);
    if (issues.count === 0) return this.understood(reading, request, sent);
    if (issues.issues.every(({ code }) => code === 'invalid_value')) throw new RefusedElsewhere(issues.issues);
    const path = Location.root(profile.params.filters).path;
    throw new FilterConfigurationError(`${path}: ${profile.schema.name} is mapped otherwise in another data source`);
  }

  private scopes(context: unknown, moment: Moment | undefined): ScopeReader {
    return new ScopeReader(context, this.settings, moment);
  }

  /** Looks up the list that a request is about, as this requester may use it. */
  private readingOf(profile: Profile, requester: Requester): Reading {
    const moment = requester.moment ?? (profile.relativeDates ? momentBy(this.settings.clock) : undefined);
    return { profile, requester, list: listOf(profile, requester), moment };
  }
}

/** Adds the names that a `source` function has told to those of flat parameters, by the host's words. */
function namesTold({ params }: Profile, { names }: Requester, sent: SentNames | undefined): SentNames | undefined {
  if (names === undefined) return sent;
  const told = sent ?? new SentNames();
  for (const [pointer, name] of Object.entries(names)) {
    const [, root = '', ...rest] = pointer.split('/');
    const parameter = parameters.find((each) => each === root);
    const place = ['', parameter === undefined ? root : nameOf(parameter, params), ...rest].join('/');
    told.add({ pointer: place, name, indexed: false, from: 2 });
  }
  return told;
}

/** Returns the filters that hold without a client's; those with relative dates at the moment of the request. */
function defaultsAt({ filters, isRelative }: Profile['defaults'], moment: Moment): readonly Condition[] {
  if (filters === undefined) return [];
  return [isRelative ? atMoment(filters, moment) : filters];
}

/** Looks up the list that a request is about, as this requester may use it. */
function listOf(profile: Profile, requester: Requester): Reading['list'] {
  const { view } = requester.origin;
  const { oversize } = profile.pagination;
  const lists = profile.lists(view);
  return { view: profile.view(view), styles: profile.styles(requester.context), lists, clamps: oversize === 'clamp' };
}

function metadataIn(source: DataSource, { schema }: QueryPlan): EntityMetadata | undefined {
  const { target } = schema.metadata;
  return source.hasMetadata(target) ? source.getMetadata(target) : undefined;
}
