import type { DataSource, EntityMetadata } from 'typeorm';
import { type FilterQuery, type QueryPlan, planOf } from '../../ast/index.js';
import { FilterConfigurationError } from '../../configuration/index.js';
import { IssueCollector } from '../../issues/index.js';
import { isOf } from '../../schema/index.js';
import { NamedInput } from '../../wire/index.js';
import { type Profile, profileFor } from '../lists/profile.js';
import type { Profiles } from '../lists/profiles.js';
import type { RampReading } from '../options/on-ramp.js';
import type { Settings } from '../options/settings.js';
import type { Sources } from '../sources/sources.js';
import { ClientPlans } from './client-plans.js';
import { namesTold } from './names-told.js';
import { asSent, readByRamp } from './ramp.js';
import { readingOf } from './reading-of.js';
import type { ReadResult } from './read-result.js';
import { type Requester, originOf } from './request.js';
import { type Reading, RequestReader } from './request-reader.js';
import { ScopeReader } from './scopes.js';

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
    whole.checkVisibilities(requester.context);
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
      { tree: ramp.tree, isText: true, nullOfRelated: ramp.nullOfRelated },
      issues,
    );
    if (issues.count > 0) {
      // Earlier refusals have the names that were sent.
      const told = [...issues.issues.slice(0, named), ...asSent(issues.issues.slice(named), ramp)];
      return { ok: false, issues: told, used: issues.deprecated };
    }
    const plan = this.clients.understood(reading, request, undefined);
    if (ramp.all === undefined) return { ok: true, plan, ramp };
    return { ok: true, plan: Object.freeze({ ...plan, settings: `${plan.settings} all ${ramp.all}` }), ramp };
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
    const conditions = new ScopeReader(plan.context, this.settings, plan.moment).with(plan, [schema]);
    return Object.freeze({ ...plan, selected: schema, ...conditions });
  }
}

function metadataIn(source: DataSource, { schema }: QueryPlan): EntityMetadata | undefined {
  const { target } = schema.metadata;
  return source.hasMetadata(target) ? source.getMetadata(target) : undefined;
}
