import type { DataSource, EntityMetadata } from 'typeorm';
import {
  type Condition,
  type FilterQuery,
  type Moment,
  type Populated,
  type QueryPlan,
  atMoment,
  momentBy,
  planOf,
  printObject,
} from '../ast/index.js';
import { NamedInput, SentNames, usualNames } from '../wire/index.js';
import { type ParsedRequest, printQuery, trustedLists } from './parameters.js';
import { type Profile, type Profiles, profileFor } from './profile.js';
import { type RampReading, type Settings, momentOf } from './options.js';
import {
  type ReadRequest,
  type ReadResult,
  type Reading,
  RefusedElsewhere,
  RequestReader,
  type Requester,
  namesTold,
  originOf,
  readByRamp,
  readingOf,
} from './reading.js';
import { isOf, keyOf } from '../schema/index.js';
import { type Faults, FilterConfigurationError } from '../configuration/index.js';
import { IssueCollector, Location } from '../issues/index.js';
import { populatedOf } from '../populate/index.js';
import { answeredFields, selectableOf } from '../selection/index.js';
import { ScopeReader } from './scopes.js';
import type { EntityReference, Sources } from './sources.js';
import { namedAggregates } from '../aggregates/index.js';
import { namedFacets } from '../facets/index.js';
import { type TrustedScope, conditionsIn, readTrusted, trustedConditions } from './trusted.js';

export type ServerParts = Pick<
  QueryPlan,
  'populate' | 'answered' | 'added' | 'defaultSort' | 'order' | 'scopes' | 'aggregated'
>;

/** A request that was understood, and what depends on it alone. */
interface Understood extends Pick<QueryPlan, 'rebind'> {
  readonly request: ReadRequest;
  readonly sent: SentNames | undefined;
  readonly settings: Settings;
}

/**
 * Puts a plan together. Its members are written out: V8 spends a fifth of a page's time outside the database on a
 * literal of this size that begins with a spread.
 */
const planWith = (
  { profile, requester, list, moment }: Reading,
  server: ServerParts,
  { request: { parsed, work, used, isNamed }, sent, settings, rebind }: Understood,
): QueryPlan =>
  Object.freeze<QueryPlan>({
    schema: profile.schema,
    params: profile.params,
    limits: profile.limits,
    pagination: profile.pagination,
    handler: profile.handler,
    settings: profile.settings,
    strategy: profile.strategy,
    hydration: profile.hydration,
    populate: server.populate,
    answered: server.answered,
    added: server.added,
    defaultSort: server.defaultSort,
    order: server.order,
    scopes: server.scopes,
    aggregated: server.aggregated,
    view: list.view,
    used,
    isNamed,
    filters: parsed.filters,
    sort: parsed.sort ?? none,
    slice: parsed.pagination,
    search: parsed.search,
    facets: parsed.facets ?? none,
    declaredFacets: list.lists.facets,
    aggregates: parsed.aggregates ?? none,
    declaredAggregates: list.lists.aggregates,
    selection: parsed.fields,
    deleted: parsed.deleted,
    moment,
    work,
    pageStyle: list.styles[0] ?? 'page',
    naming: settings.naming,
    keyDirection: settings.compatibility.keyDirection,
    context: requester.context,
    sent,
    flat: flatOfLinks(profile, requester, sent),
    isForeign: profile.onRamp?.claims,
    print: printQuery,
    rebind,
  });

const none: readonly never[] = Object.freeze([]);

/** Returns the flat names of links, which repeat those of the URL. */
function flatOfLinks({ flat }: Profile, { origin }: Requester, sent: SentNames | undefined): QueryPlan['flat'] {
  if (flat === undefined) return undefined;
  if (!origin.isInUrl || !flat.isOfUrls) return flat.rules.closed.size > 0 ? 'closed' : undefined;
  return sent && flat.rules;
}

/** The parts of a plan that are answered under the names that the client gave. */
type Answered = Pick<QueryPlan, 'facets' | 'aggregates' | 'populate'>;

/**
 * Gives a plan that was read from the canonical form of another one the client's names, even former ones, because the
 * answer has them.
 */
function withGivenNames(plan: QueryPlan, { facets, aggregates, populate }: Answered): QueryPlan {
  const names = new Map(aggregates.map(({ aggregate, name }) => [keyOf('all', aggregate), name]));
  return Object.freeze({
    ...plan,
    facets: plan.asked.facets.map((facet, index) => ({ ...facet, name: facets[index]?.name ?? facet.name })),
    aggregates: plan.asked.aggregates.map((each) => ({
      ...each,
      name: names.get(keyOf('all', each.aggregate)) ?? each.name,
    })),
    populate: plan.server.populate.map((each, index) => withPath(each, populate[index])),
  });
}

function withPath(populated: Populated, given: Populated | undefined): Populated {
  if (given === undefined) return populated;
  const populate = populated.populate.map((each, index) => withPath(each, given.populate[index]));
  return Object.freeze({ ...populated, path: given.path, populate });
}

/** The related rows of a request that names none. */
const noPopulate: QueryPlan['populate'] = Object.freeze([]);

/** Makes the plans of clients' requests: what was understood, and what the server adds. */
export class ClientPlans {
  constructor(
    private readonly settings: Settings,
    private readonly profiles: Profiles,
    private readonly reader: RequestReader,
  ) {}

  /**
   * Makes the plan of a request that was understood, with the handler's defaults and the scopes.
   */
  understood(reading: Reading, request: ReadRequest, sent: SentNames | undefined): QueryPlan {
    const { profile, requester, moment } = reading;
    const server = this.ofServer(reading, request.parsed);
    const rebind = (source: DataSource) => this.reread({ profile, requester: { ...requester, moment } }, plan, source);
    const plan: QueryPlan = planWith(reading, server, { request, sent, settings: this.settings, rebind });
    return plan;
  }

  /** Returns the parts of a plan that the server adds to a request: defaults, scopes, and related rows to load. */
  private ofServer({ profile, requester: { context }, list, moment }: Reading, parsed: ParsedRequest): ServerParts {
    const { schema, defaults } = profile;
    const { filters, sort = [], search, facets = [], fields, deleted } = parsed;
    const { loaded } = list.lists;
    const populate = parsed.populate === undefined ? noPopulate : populatedOf(parsed.populate, context, moment);
    const own =
      defaults.always || filters === undefined ? defaultsAt(defaults, moment ?? momentBy(this.settings.clock)) : [];
    const added = deleted?.condition === undefined ? own : [...own, deleted.condition];
    const defaultSort = sort.length === 0 ? defaults.sort : [];
    const order = defaults.around?.(sort);
    const isAnswered = loaded !== undefined || fields?.aggregates !== undefined;
    const answered = isAnswered ? answeredFields(fields, loaded, context) : undefined;
    const conditions = new ScopeReader(context, this.settings, moment).of({
      schema,
      filters,
      search,
      facets,
      added,
      sort,
      defaultSort,
      order,
      populate,
      answered,
    });
    const { scopes, aggregated } = conditions;
    return { populate, answered, added, defaultSort, order, scopes, aggregated };
  }

  /**
   * Re-parses a query for another data source, from its canonical form: the caller may have changed the original input.
   */
  private reread(
    { profile, requester }: Pick<Reading, 'profile' | 'requester'>,
    plan: QueryPlan,
    source: DataSource,
  ): QueryPlan {
    const issues = new IssueCollector(1);
    const reading = readingOf(this.profiles.in(source, profile), requester, this.settings);
    const request = this.reader.readTree(reading, { tree: printQuery(plan), isText: false }, issues);
    if (issues.count === 0) return withGivenNames(this.understood(reading, request, plan.at.sent), plan);
    if (issues.issues.every(({ code }) => code === 'invalid_value')) throw new RefusedElsewhere(issues.issues);
    const path = Location.root(profile.params.filters).path;
    throw new FilterConfigurationError(`${path}: ${profile.schema.name} is mapped otherwise in another data source`);
  }
}

/** Returns the filters that hold without a client's; those with relative dates at the moment of the request. */
function defaultsAt({ filters, isRelative }: Profile['defaults'], moment: Moment): readonly Condition[] {
  if (filters === undefined) return [];
  return [isRelative ? atMoment(filters, moment) : filters];
}

/**
 * Reads clients' requests into plans. A plan is bound to the schemas of one data source. It can be rebuilt for another
 * one, because a query may be applied to any builder.
 */
export class Plans {
  private readonly reader: RequestReader;
  private readonly clients: ClientPlans;

  constructor(
    private readonly settings: Settings,
    private readonly sources: Sources,
    profiles: Profiles,
  ) {
    this.reader = new RequestReader(settings);
    this.clients = new ClientPlans(settings, profiles, this.reader);
  }

  /** Reads a client's request: a query string, a body, or an object of the same shape. */
  readClient(profile: Profile, input: unknown, context: unknown): ReadResult {
    if (!(input instanceof NamedInput)) return this.read(profile, input, { origin: originOf(input), context });
    const { input: value, names } = input;
    return this.read(profile, value, { origin: originOf(value), context, names });
  }

  /** Reads a request: a query string, or an object of the same form. */
  read(whole: Profile, input: unknown, requester: Requester): ReadResult {
    const profile = profileFor(whole, requester.context);
    const issues = new IssueCollector(profile.limits.issues);
    const reading = readingOf(profile, requester, this.settings);
    const { onRamp } = profile;
    if (onRamp !== undefined) {
      const { context } = requester;
      const ramp = readByRamp({ input, ramp: onRamp, profile, list: reading.list, context }, issues);
      if (ramp !== undefined) return this.readRamp(reading, ramp, issues);
    }
    const read = this.reader.read(reading, input, issues);
    const sent = namesTold(profile, requester, read.sent);
    if (issues.count === 0) return { ok: true, plan: this.clients.understood(reading, read, sent) };
    const told = sent === undefined ? issues.issues : issues.issues.map((issue) => sent.rename(issue));
    return { ok: false, issues: told, used: issues.deprecated };
  }

  /** Reads what an on-ramp has understood. A query for all rows differs from one for a page in its cache key. */
  private readRamp(reading: Reading, ramp: RampReading, issues: IssueCollector): ReadResult {
    const { count: named } = issues;
    const request = this.reader.readTree(
      reading,
      { tree: ramp.tree, isText: true, nullOfRelated: ramp.nullOfRelated, dates: ramp.dates },
      issues,
    );
    if (issues.count > 0) {
      // Earlier refusals have the names that were sent.
      const sent = SentNames.ofKeys(ramp.names);
      const told = issues.issues.map((issue, index) => (index < named ? issue : sent.rename(issue)));
      return { ok: false, issues: told, used: issues.deprecated };
    }
    const plan = this.clients.understood(reading, request, undefined);
    if (ramp.all === undefined) return { ok: true, plan, ramp };
    return { ok: true, plan: Object.freeze({ ...plan, settings: `${plan.list.settings} all ${ramp.all}` }), ramp };
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
    const read = plan.list.schema.dialect.server?.name;
    const now = this.sources.registry(source).dialect.server?.name;
    const bound = metadata === plan.list.schema.metadata && read === now ? plan : metadata && plan.at.rebind(source);
    if (bound !== undefined) return this.selecting(bound, source, selected);
    const { name } = plan.list.schema;
    throw new FilterConfigurationError(
      `The query is about ${name}, which the builder's data source does not have; give it a builder of ${name}.`,
    );
  }

  /** Returns the plan for a builder of an entity that extends the query's: its additional scopes apply, too. */
  private selecting(plan: QueryPlan, source: DataSource, selected: EntityMetadata | undefined): QueryPlan {
    const { metadata } = plan.list.schema;
    if (selected === undefined || selected === metadata || !isOf(selected.target, metadata.target)) return plan;
    const schema = this.sources.registry(source).of(selected);
    const conditions = new ScopeReader(plan.at.context, this.settings, plan.at.moment).with(plan, [schema]);
    return Object.freeze({ ...plan, selected: schema, ...conditions });
  }
}

function metadataIn(source: DataSource, { list: { schema } }: QueryPlan): EntityMetadata | undefined {
  const { target } = schema.metadata;
  return source.hasMetadata(target) ? source.getMetadata(target) : undefined;
}

/**
 * Returns a plan with the program's facets instead of the client's, and with the scopes of their entities.
 *
 * @throws FilterConfigurationError for a name that is not a declared facet of the list
 */
export function planWithFacets(plan: QueryPlan, names: readonly string[], settings: Settings): QueryPlan {
  const facets = namedFacets(plan, names);
  const reader = new ScopeReader(plan.at.context, settings, plan.at.moment);
  return Object.freeze({ ...plan, facets, ...reader.withFacets(plan, facets) });
}

/** Returns a plan for aggregates that the program names, in the place of the client's. */
export function planWithAggregates(plan: QueryPlan, names: readonly string[]): QueryPlan {
  return Object.freeze({ ...plan, aggregates: namedAggregates(plan, names) });
}

/** Makes the plans of the program's own requests, and of its own conditions beside a client's. */
export class TrustedPlans {
  constructor(
    private readonly settings: Settings,
    private readonly sources: Sources,
    private readonly faults: Faults,
  ) {}

  /**
   * Reads a request of the program's own, which may name every column and has no limits.
   *
   * @throws FilterConfigurationError when it is wrong, because there is no client to refuse, and while boot knows of
   *   any mistake
   */
  read(entity: EntityReference, input: unknown, scope: TrustedScope): QueryPlan {
    this.faults.throwIfAny();
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
      ...new ScopeReader(context, this.settings, moment).of(parts),
      ...this.ofServer(),
      moment,
      context,
      rebind: (other) => this.read(entity, printed, { ...scope, moment, source: other }),
    });
  }

  /** Returns the parts of a plan that all requests of the program have. */
  private ofServer() {
    const { pagination, strategy, hydration, compatibility } = this.settings;
    const { keyDirection } = compatibility;
    const style = { params: usualNames, pageStyle: 'page', handler: '', settings: undefined } as const;
    return { ...style, pagination, strategy, hydration, keyDirection };
  }

  /** Returns the plan of a query with a further condition of the program's own, which may name every column. */
  add(query: FilterQuery, input: unknown): QueryPlan {
    const plan = planOf(query);
    const {
      list: { schema },
      at: { moment },
    } = plan;
    const reading = { settings: this.settings, subject: `and(${schema.name})`, moment };
    const condition = trustedConditions(schema, conditionsIn(input, schema), reading);
    return condition === undefined ? plan : this.withAdded(plan, condition);
  }

  private withAdded(plan: QueryPlan, condition: Condition): QueryPlan {
    const added = [...plan.server.added, condition];
    return Object.freeze({
      ...plan,
      added,
      ...new ScopeReader(plan.at.context, this.settings, plan.at.moment).of({ ...plan, added }),
      rebind: (source: DataSource) => {
        const other = plan.at.rebind(source);
        const reading = { settings: this.settings, subject: `and(${other.list.schema.name})`, moment: plan.at.moment };
        const bound = trustedConditions(other.list.schema, printObject(condition), reading);
        return bound === undefined ? other : this.withAdded(other, bound);
      },
    });
  }
}
