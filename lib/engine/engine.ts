import type { DataSource, EntityMetadata, QueryRunner } from 'typeorm';
import { FilterConfigurationError } from '../configuration-error.js';
import { type Condition, type FilterQuery, type QueryPlan, planOf, printObject, printQuery } from '../ast/index.js';
import { driversBy } from '../dialects/index.js';
import { type FilterIssue, IssueCollector, Location } from '../issues.js';
import { origins, parseRequest } from '../parse/index.js';
import { type FilterSchema, isOf } from '../schema/index.js';
import { type RequestTree, usualNames } from '../wire/index.js';
import type { Overrides } from './overrides.js';
import { checkCursorSort } from './page-styles.js';
import { type Profile, makeProfile } from './profile.js';
import { type Requester, isQueryText, originOf, requestTree } from './request.js';
import { scopesFor, withScopes } from './scopes.js';
import { Servers } from './servers.js';
import type { Settings } from './settings.js';
import { type EntityReference, Sources } from './sources.js';
import { readTrusted, trustedConditions } from './trusted.js';

/** A request that was read: a query, or what is wrong with it. */
export type ReadResult =
  { readonly ok: true; readonly plan: QueryPlan } | { readonly ok: false; readonly issues: readonly FilterIssue[] };

const noOverrides: Overrides = Object.freeze({});

/** A value that one data source can hold and another cannot: a client's mistake where the query is applied there. */
export class RefusedElsewhere extends Error {
  override readonly name = 'RefusedElsewhere';

  constructor(readonly issues: readonly FilterIssue[]) {
    super(issues.map(({ message }) => message).join('; '));
  }
}

/** The library without Nest: schemas and profiles, each made once, and the reading of requests. */
export class FilterEngine {
  private readonly profiles = new WeakMap<object, WeakMap<FilterSchema, Profile>>();
  private readonly servers = new Servers();
  /** Whether a server is asked before the first page of it, where it was not there to be asked at boot. */
  private asksLater = false;

  private readonly sources: Sources;

  /** @param sources the data sources in which entities are looked for, the first that has one deciding */
  constructor(
    readonly settings: Settings,
    sources: () => readonly DataSource[],
  ) {
    this.sources = new Sources(sources, settings);
  }

  /** Makes every schema of every data source, so that what is wrong with a decorator is known at boot. */
  buildAll(): readonly FilterSchema[] {
    return this.sources.all().flatMap((source) => this.sources.registry(source).buildAll());
  }

  /** The drivers of the data sources that the library knows by their documentation alone. */
  driversByDocuments(): readonly string[] {
    const used: readonly string[] = this.sources.all().map(({ options }) => options.type);
    return driversBy('documents').filter((driver) => used.includes(driver));
  }

  /** What is declared that a context decides, in words; undefined where nothing is. */
  decidedByContext(): string | undefined {
    return this.sources.decidedByContext();
  }

  /**
   * Asks the servers what the entities do not tell, and refuses one whose mode would make the library unsafe.
   *
   * @param later whether a data source that is not initialized may be asked later; otherwise it is an error
   */
  async askServers(later: boolean): Promise<void> {
    if (later) this.asksLater = true;
    for (const source of this.sources.all()) {
      if (!source.isInitialized && !later) {
        throw new FilterConfigurationError('ready(): a data source is not initialized; call its initialize() before');
      }
      await this.ask(source);
    }
  }

  /** Asks one server before it is read from, where that is done at all. */
  askBefore(source: DataSource, runner?: QueryRunner): Promise<void> | undefined {
    return this.asksLater ? this.ask(source, runner) : undefined;
  }

  /** Asks one server, unless it was asked; undefined where nothing is to be awaited. */
  ask(source: DataSource, runner?: QueryRunner): Promise<void> | undefined {
    return this.servers.ask(source, () => this.sources.registry(source), runner);
  }

  /** The profile of an entity under overrides; made once for each overrides object, which decorators keep. */
  profile(entity: EntityReference, overrides: Overrides = noOverrides, source?: DataSource): Profile {
    const from = source ?? this.sources.of(entity);
    const registry = this.sources.registry(from);
    const schema = registry.of(from.getMetadata(entity));
    const known = this.profiles.get(overrides) ?? new WeakMap<FilterSchema, Profile>();
    this.profiles.set(overrides, known);
    const existing = known.get(schema);
    if (existing !== undefined) return existing;
    const profile = makeProfile(registry, schema, this.settings, overrides);
    known.set(schema, profile);
    return profile;
  }

  /** Reads a client's request: a query string, a body, or an object of the same shape. */
  read(profile: Profile, input: unknown, context: unknown): ReadResult {
    return this.readFrom(profile, input, { origin: originOf(input), context });
  }

  /** Reads a request in code, in property names and under the limits of the clients. */
  readCode(profile: Profile, input: unknown, context: unknown): ReadResult {
    return this.readFrom(profile, input, { origin: origins.code, context });
  }

  private readFrom(profile: Profile, input: unknown, requester: Requester): ReadResult {
    profile.checkVisibilities(requester.context);
    const issues = new IssueCollector(profile.limits.issues);
    const tree = requestTree(profile, input, requester.origin, issues);
    const plan = this.plan(profile, tree, requester, issues, isQueryText(input));
    return issues.count > 0 || plan === undefined ? { ok: false, issues: issues.issues } : { ok: true, plan };
  }

  /** Reads a condition object of the program's own: any name, no limits. A mistake in it is the program's. */
  readTrusted(entity: EntityReference, input: unknown, context: unknown, source?: DataSource): QueryPlan {
    const from = source ?? this.sources.of(entity);
    const schema = this.sources.registry(from).of(from.getMetadata(entity));
    const parsed = readTrusted(schema, input, this.settings, `filter(${schema.name})`);
    const view = schema.view('all');
    const asked = { schema, filters: parsed.filters, added: [], sort: parsed.sort ?? [], defaultSort: [] };
    return Object.freeze({
      ...asked,
      view,
      slice: parsed.slice,
      scopes: scopesFor(asked, context, this.settings),
      params: usualNames,
      pagination: this.settings.pagination,
      pageStyle: 'page',
      handler: '',
      settings: undefined,
      keyDirection: this.settings.compatibility.keyDirection,
      context,
      rebind: (other) => this.readTrusted(entity, printQuery({ ...parsed, sort: asked.sort, view }), context, other),
    });
  }

  /** The same query with a condition of the server's own. */
  add(query: FilterQuery, input: unknown): QueryPlan {
    const plan = planOf(query);
    const { schema } = plan;
    const filters = isWholeInput(input, schema) ? input.filters : input;
    const condition = trustedConditions(schema, filters, this.settings, `and(${schema.name})`);
    return condition === undefined ? plan : this.withAdded(plan, condition);
  }

  /** The plan of a query for the data source of a builder, and for the entity that it selects: read again where it must be. */
  planFor(query: FilterQuery, source: DataSource, selected: EntityMetadata | undefined): QueryPlan {
    const plan = planOf(query);
    const metadata = metadataIn(source, plan);
    const bound = metadata === plan.schema.metadata ? plan : metadata && plan.rebind(source);
    if (bound !== undefined) return this.selecting(bound, source, selected);
    const { name } = plan.schema;
    throw new FilterConfigurationError(
      `The query is about ${name}, which the builder's data source does not have; give it a builder of ${name}.`,
    );
  }

  /** The plan for a builder of an entity that extends the query's: what that entity adds to its scopes holds as well. */
  private selecting(plan: QueryPlan, source: DataSource, selected: EntityMetadata | undefined): QueryPlan {
    const { metadata } = plan.schema;
    if (selected === undefined || selected === metadata || !isOf(selected.target, metadata.target)) return plan;
    const schema = this.sources.registry(source).of(selected);
    const scopes = withScopes(plan.scopes, [schema], plan.context, this.settings);
    return Object.freeze({ ...plan, selected: schema, scopes });
  }

  /** The data source that has an entity; an error where there are several. */
  sourceOf(entity: EntityReference): DataSource {
    return this.sources.onlyOf(entity);
  }

  private withAdded(plan: QueryPlan, condition: Condition): QueryPlan {
    const added = [...plan.added, condition];
    return Object.freeze({
      ...plan,
      added,
      scopes: scopesFor({ ...plan, added }, plan.context, this.settings),
      rebind: (source: DataSource) => {
        const other = plan.rebind(source);
        const where = `and(${other.schema.name})`;
        const again = trustedConditions(other.schema, printObject(condition), this.settings, where);
        return again === undefined ? other : this.withAdded(other, again);
      },
    });
  }

  private plan(
    profile: Profile,
    tree: RequestTree,
    requester: Requester,
    issues: IssueCollector,
    isText = false,
  ): QueryPlan | undefined {
    const { schema, params, limits, defaults, pagination, handler, settings } = profile;
    const { compatibility, operators } = this.settings;
    const view = profile.view(requester.origin.view);
    const styles = profile.styles(requester.context);
    const options = { params, limits, compatibility, operators, context: requester.context, styles, isText };
    const { filters, sort = [], slice } = parseRequest(tree, view, options, issues);
    checkCursorSort(slice, sort, params, issues);
    if (issues.count > 0) return undefined;
    const byDefault = defaults.always || filters === undefined ? defaults.filters : undefined;
    const added = byDefault === undefined ? [] : [byDefault];
    const defaultSort = sort.length === 0 ? defaults.sort : [];
    // Written out at once: to copy so many parts from one object to another costs as much as to read a condition.
    return Object.freeze({
      schema,
      view,
      filters,
      sort,
      slice,
      added,
      defaultSort,
      scopes: scopesFor({ schema, filters, added, sort, defaultSort }, requester.context, this.settings),
      params,
      pagination,
      pageStyle: styles[0] ?? 'page',
      handler,
      keyDirection: compatibility.keyDirection,
      limits,
      settings,
      context: requester.context,
      rebind: (source) => this.reread(profile, printQuery({ filters, sort, slice, view }), requester, source),
    });
  }

  /**
   * What was understood once is understood again, from its canonical form: what it was read from belongs to the caller, who
   * may have changed it since.
   */
  private reread(profile: Profile, tree: RequestTree, requester: Requester, source: DataSource): QueryPlan {
    const other = this.profile(profile.schema.metadata.target, profile.overrides, source);
    const issues = new IssueCollector(1);
    const plan = this.plan(other, tree, requester, issues);
    if (plan !== undefined) return plan;
    if (issues.issues.every(({ code }) => code === 'invalid_value')) throw new RefusedElsewhere(issues.issues);
    const where = Location.root(profile.params.filters).path;
    throw new FilterConfigurationError(`${where}: ${profile.schema.name} is mapped otherwise in another data source`);
  }
}

function metadataIn(source: DataSource, { schema }: QueryPlan): EntityMetadata | undefined {
  const { target } = schema.metadata;
  return source.hasMetadata(target) ? source.getMetadata(target) : undefined;
}

/** `and()` takes conditions, or the whole input with `filters` in it, as everywhere else; unless that is what a member is called. */
function isWholeInput(input: unknown, schema: FilterSchema): input is { readonly filters: unknown } {
  const isWrapped = typeof input === 'object' && input !== null && Object.keys(input).join() === 'filters';
  return isWrapped && !schema.view('all').members.has('filters');
}
