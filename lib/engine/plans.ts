import type { DataSource, EntityMetadata } from 'typeorm';
import {
  type Asked,
  type Condition,
  type FilterQuery,
  type List,
  type QueryPlan,
  type Server,
  planOf,
  printObject,
} from '../ast/index.js';
import { NamedInput, SentNames, usualNames } from '../wire/index.js';
import { askedByName, parameterTable, renamed, serve, trustedDeclared } from './parameters.js';
import { type Profile, type Profiles, profileFor } from './profile.js';
import type { RampReading } from './on-ramp.js';
import { type Settings, momentOf } from './settings.js';
import {
  type ReadRequest,
  type ReadResult,
  type Reading,
  RefusedElsewhere,
  RequestReader,
  type Requester,
  namesSent,
  originOf,
  readByRamp,
  readingOf,
} from './reading.js';
import { type FilterSchema, isOf } from '../schema/index.js';
import { type Faults, FilterConfigurationError } from '../configuration/index.js';
import { IssueCollector, Location } from '../issues/index.js';
import { ScopeReader } from './scopes.js';
import type { EntityReference, Sources } from './sources.js';
import { type TrustedScope, conditionsIn, readTrusted, trustedConditions } from './trusted.js';

/** Returns the flat names of links, which repeat those of the URL. */
function flatOfLinks({ flat }: Profile, { origin }: Requester, sent: SentNames | undefined): QueryPlan['at']['flat'] {
  if (flat === undefined) return undefined;
  if (!origin.isInUrl || !flat.isOfUrls) return flat.rules.closed.size > 0 ? 'closed' : undefined;
  return sent && flat.rules;
}

const unsorted: Server['defaultSort'] = Object.freeze([]);
const nothingAdded: Server['added'] = Object.freeze([]);

/**
 * Reads clients' requests into plans. A plan is bound to the schemas of one data source. It can be rebuilt for another
 * one, because a query may be applied to any builder.
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
    const sent = namesSent(profile, requester, read.sent);
    if (issues.count === 0) return { ok: true, plan: this.understood(reading, read, sent) };
    const renamed = sent === undefined ? issues.issues : issues.issues.map((issue) => sent.rename(issue));
    return { ok: false, issues: renamed, used: issues.deprecated };
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
      const renamed = issues.issues.map((issue, index) => (index < named ? issue : sent.rename(issue)));
      return { ok: false, issues: renamed, used: issues.deprecated };
    }
    const plan = this.understood(reading, request, undefined);
    if (ramp.all === undefined) return { ok: true, plan, ramp };
    const list = { ...plan.list, settings: `${plan.list.settings} all ${ramp.all}` };
    return { ok: true, plan: Object.freeze({ ...plan, list }), ramp };
  }

  /** Makes the plan of a request that was understood, with the handler's defaults and the scopes. */
  private understood(reading: Reading, request: ReadRequest, sent: SentNames | undefined): QueryPlan {
    const { profile, requester, list, moment } = reading;
    const { context } = requester;
    const { asked, used, isNamed, work } = request;
    const plan: QueryPlan = Object.freeze<QueryPlan>({
      list,
      asked,
      server: this.ofServer(reading, asked),
      at: {
        context,
        moment,
        pageStyle: list.declared.pagination.styles(context)[0] ?? 'page',
        sent,
        flat: flatOfLinks(profile, requester, sent),
        used,
        isNamed,
        work,
        rebind: (source: DataSource) => this.reread({ profile, requester: { ...requester, moment } }, plan, source),
      },
    });
    return plan;
  }

  /** Returns what the server adds to a request: defaults, scopes, and related rows to load. */
  private ofServer({ profile, requester: { context }, list, moment }: Reading, asked: Asked): Server {
    const { defaults } = profile;
    const { filters, sort } = asked;
    const usual = defaults.always || filters === undefined ? defaults.filters(context, moment) : undefined;
    const added = usual === undefined ? nothingAdded : [usual];
    const defaultSort = sort.length === 0 ? defaults.sort : unsorted;
    const server = serve(list, asked, { context, moment, added, defaultSort });
    server.order = defaults.around?.(sort);
    const { scopes, aggregated } = new ScopeReader(context, this.settings, moment).of({ list, asked, server });
    server.scopes = scopes;
    server.aggregated = aggregated;
    return server;
  }

  /**
   * Reads a query again for another data source, from its canonical form: the caller may have changed the original
   * input. The answer has the client's names, even former ones.
   */
  private reread(
    { profile, requester }: Pick<Reading, 'profile' | 'requester'>,
    plan: QueryPlan,
    source: DataSource,
  ): QueryPlan {
    const issues = new IssueCollector(1);
    const reading = readingOf(this.profiles.in(source, profile), requester, this.settings);
    const tree = parameterTable.print(plan);
    const request = this.reader.readTree(reading, { tree, isText: false }, issues);
    if (issues.count === 0) {
      const asked = renamed(request.asked, plan.asked);
      return this.understood(reading, { ...request, asked }, plan.at.sent);
    }
    if (issues.issues.every(({ code }) => code === 'invalid_value')) throw new RefusedElsewhere(issues.issues);
    const path = Location.root(profile.params.filters).path;
    throw new FilterConfigurationError(`${path}: ${profile.schema.name} is mapped otherwise in another data source`);
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
      `The query is for ${name}, which is not in the builder's data source; pass a builder of ${name}.`,
    );
  }

  /** Returns the plan for a builder of an entity that extends the query's: its additional scopes apply, too. */
  private selecting(plan: QueryPlan, source: DataSource, selected: EntityMetadata | undefined): QueryPlan {
    const { metadata } = plan.list.schema;
    if (selected === undefined || selected === metadata || !isOf(selected.target, metadata.target)) return plan;
    const schema = this.sources.registry(source).of(selected);
    const { scopes, aggregated } = new ScopeReader(plan.at.context, this.settings, plan.at.moment).with(
      plan.server,
      schema,
    );
    return Object.freeze({ ...plan, server: { ...plan.server, selected: schema, scopes, aggregated } });
  }
}

function metadataIn(source: DataSource, { list: { schema } }: QueryPlan): EntityMetadata | undefined {
  const { target } = schema.metadata;
  return source.hasMetadata(target) ? source.getMetadata(target) : undefined;
}

/**
 * Returns a plan that asks for what a program names.
 *
 * @throws FilterConfigurationError for an unknown name
 */
export function planNaming(
  plan: QueryPlan,
  name: 'facets' | 'aggregates',
  names: readonly string[],
  settings: Settings,
): QueryPlan {
  return widened(plan, { ...plan, asked: askedByName(plan, name, names) }, settings);
}

/** Returns a plan that was made of another, with the scopes of what it reaches beyond that. */
function widened(before: QueryPlan, plan: QueryPlan, settings: Settings): QueryPlan {
  const { list, asked, server, at } = plan;
  const { scopes, aggregated } = new ScopeReader(at.context, settings, at.moment).widened(before, plan);
  return Object.freeze({ list, asked, server: { ...server, scopes, aggregated }, at });
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
    const list = this.listOf(schema, select);
    const subject = `filter(${schema.name})`;
    const asked = readTrusted(schema, input, { settings: this.settings, subject, declared: list.declared, moment });
    const server = serve(list, asked, { context, moment, added: nothingAdded, defaultSort: unsorted });
    const conditions = new ScopeReader(context, this.settings, moment).of({ list, asked, server });
    const printed = parameterTable.print({ list, asked });
    return Object.freeze<QueryPlan>({
      list,
      asked,
      server: { ...server, ...conditions },
      at: {
        context,
        moment,
        pageStyle: 'page',
        sent: undefined,
        flat: undefined,
        used: [],
        isNamed: false,
        work: undefined,
        rebind: (other) => this.read(entity, printed, { ...scope, moment, source: other }),
      },
    });
  }

  /** Returns the list of an entity for requests of the program, which may name every column. */
  private listOf(schema: FilterSchema, select: TrustedScope['select']): List {
    const { pagination, strategy, hydration, compatibility } = this.settings;
    return {
      schema,
      view: schema.view('all'),
      declared: trustedDeclared(schema, select, `filter(${schema.name})`),
      params: usualNames,
      limits: undefined,
      pagination,
      handler: '',
      settings: undefined,
      strategy,
      hydration,
      naming: undefined,
      keyDirection: compatibility.keyDirection,
      isForeign: undefined,
      parameters: parameterTable,
    };
  }

  /** Returns the plan of a query with a further condition of the program's own, which may name every column. */
  add(query: FilterQuery, input: unknown): QueryPlan {
    const plan = planOf(query);
    const { schema } = plan.list;
    const condition = this.conditionOf(plan, conditionsIn(input, schema));
    return condition === undefined ? plan : this.withAdded(plan, condition);
  }

  private conditionOf({ list: { schema }, at: { moment } }: QueryPlan, input: unknown): Condition | undefined {
    return trustedConditions(schema, input, { settings: this.settings, subject: `and(${schema.name})`, moment });
  }

  private withAdded(plan: QueryPlan, condition: Condition): QueryPlan {
    const { at, server } = plan;
    const rebind = (source: DataSource) => {
      const other = at.rebind(source);
      const bound = this.conditionOf(other, printObject(condition));
      return bound === undefined ? other : this.withAdded(other, bound);
    };
    const added = { ...server, added: [...server.added, condition] };
    return widened(plan, { ...plan, server: added, at: { ...at, rebind } }, this.settings);
  }
}
