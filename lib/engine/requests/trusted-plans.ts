import type { DataSource } from 'typeorm';
import { type Condition, type FilterQuery, type QueryPlan, planOf, printObject } from '../../ast/index.js';
import type { Faults } from '../../configuration/index.js';
import { selectableOf } from '../../selection/index.js';
import { usualNames } from '../../wire/index.js';
import { trustedLists } from '../lists/lists.js';
import { printQuery } from '../lists/parameters.js';
import { type TrustedScope, conditionsIn, readTrusted, trustedConditions } from '../lists/trusted.js';
import { type Settings, momentOf } from '../options/settings.js';
import type { EntityReference, Sources } from '../sources/sources.js';
import { noPopulate } from './client-plans.js';
import { ScopeReader } from './scopes.js';

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
      ...new ScopeReader(plan.context, this.settings, plan.moment).of({ ...plan, added }),
      rebind: (source: DataSource) => {
        const other = plan.rebind(source);
        const reading = { settings: this.settings, subject: `and(${other.schema.name})`, moment: plan.moment };
        const bound = trustedConditions(other.schema, printObject(condition), reading);
        return bound === undefined ? other : this.withAdded(other, bound);
      },
    });
  }
}
