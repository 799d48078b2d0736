import type { DataSource } from 'typeorm';
import { type Condition, type Moment, type QueryPlan, atMoment, momentBy } from '../../ast/index.js';
import { FilterConfigurationError } from '../../configuration/index.js';
import { IssueCollector, Location } from '../../issues/index.js';
import { populatedOf } from '../../populate/index.js';
import { answeredFields } from '../../selection/index.js';
import type { SentNames } from '../../wire/index.js';
import { type ParsedRequest, printQuery } from '../lists/parameters.js';
import type { Profile } from '../lists/profile.js';
import type { Profiles } from '../lists/profiles.js';
import type { Settings } from '../options/settings.js';
import { type ServerParts, planWith } from './client-plan.js';
import { withGivenNames } from './given-names.js';
import { readingOf } from './reading-of.js';
import { RefusedElsewhere } from './read-result.js';
import type { ReadRequest, Reading, RequestReader } from './request-reader.js';
import { ScopeReader } from './scopes.js';

/** The related rows of a request that names none. */
export const noPopulate: QueryPlan['populate'] = Object.freeze([]);

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
      populate,
      answered,
    });
    const { scopes, aggregated } = conditions;
    return { populate, answered, added, defaultSort, scopes, aggregated };
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
    if (issues.count === 0) return withGivenNames(this.understood(reading, request, plan.sent), plan);
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
