import type { DataSource, EntityTarget, ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';
import { FilterException, type FilterQuery, FilterService } from 'nestjs-filterable';
import fc from 'fast-check';
import { toQueryString } from 'nestjs-filterable/client';
import {
  type DatabaseOptions,
  type DriverName,
  type EngineName,
  type TestDatabase,
  engineOf,
  openDatabase,
} from '../../support/databases.js';
import { type BlogDataset, type Dataset, type Row, blogWorld } from './blog.js';
import { type EntityName, type ShopName, rootEntity } from './model.js';
import { type Conditions, type Node, type Reading, isList, isObject } from './evaluator.js';
import type { User } from './checks.js';
import { StatementSpy } from '../../support/spy.js';
import { roomy } from './settings.js';

/** Options of the library, in turn for each dataset. In Oslo, clocks go forward on one of the rows' days. */
const setups = [
  { timezone: 'UTC', nulls: 'engine' },
  { timezone: 'Europe/Oslo', nulls: 'first' },
  { timezone: 'UTC', nulls: 'last' },
] as const;

/** An engine, a data set in it, and the library over it. */
export class Laboratory<Data extends Dataset = Dataset> {
  private index = -1;
  private filled: Data | undefined;

  private constructor(
    readonly engine: EngineName,
    private readonly database: TestDatabase,
    private readonly spy: StatementSpy,
    private readonly services: readonly FilterService[],
    private readonly world: World<Data>,
  ) {}

  static open(driver: DriverName): Promise<Laboratory<BlogDataset>> {
    return Laboratory.openWith(driver, blogWorld);
  }

  static async openWith<Data extends Dataset>(driver: DriverName, world: World<Data>): Promise<Laboratory<Data>> {
    const spy = new StatementSpy();
    const database = await openDatabase(driver, { entities: world.entities, logger: spy, logging: ['query'] });
    const services = setups.map((setup) => FilterService.forDataSource(database.source, { ...setup, limits: roomy }));
    return new Laboratory(engineOf(driver), database, spy, services, world);
  }

  /** Replaces whatever is in the tables, and goes to the next setup. */
  async fill(dataset: Data): Promise<void> {
    await this.world.insert(this.source, dataset);
    this.filled = dataset;
    this.index += 1;
  }

  get source(): DataSource {
    return this.database.source;
  }

  get dataset(): Data {
    if (this.filled === undefined) throw new TypeError('there is no data set');
    return this.filled;
  }

  get service(): FilterService {
    const service = this.services[this.index % setups.length];
    if (service === undefined) throw new TypeError('there is no data set');
    return service;
  }

  repository(entity: EntityName): Repository<ObjectLiteral> {
    const target = this.world.classes[entity];
    if (target === undefined) throw new TypeError(`there is no ${entity}`);
    return this.source.getRepository(target);
  }

  /**
   * Reads a query string, or an object in its shape, and says in a failure why it was refused. A request beyond the
   * limits is left out.
   */
  parse(root: RootName, input: string | object, user?: User): FilterQuery<ObjectLiteral> {
    try {
      return this.world.parse(this.service, root, input, user);
    } catch (error) {
      const issues = error instanceof FilterException ? error.issues : [];
      if (issues.length > 0) fc.pre(issues.some(({ code }) => code !== 'limit_exceeded'));
      const messages = issues.map(({ message }) => message);
      throw new Error([typeof input === 'string' ? input : JSON.stringify(input), ...messages].join('\n'), {
        cause: error,
      });
    }
  }

  /** The meaning of requests on this engine, for this dataset. */
  reading({ withDeleted = false } = {}): Reading {
    const { timezone: zone, nulls } = setups[this.index % setups.length] ?? setups[0];
    const nullsAre = nulls === 'engine' ? (this.engine === 'postgres' ? 'largest' : 'smallest') : nulls;
    const decimalsAreDoubles = this.engine === 'sqlite';
    return { zone, withDeleted, decimalsAreDoubles, ignoresCase: this.engine === 'mariadb', nullsAre };
  }

  /** Statements executed in the meantime. */
  async during<Result>(work: () => Promise<Result>): Promise<{ result: Result; executed: readonly string[] }> {
    const { result, statements } = await this.spy.during(work);
    return { result, executed: statements };
  }

  close(): Promise<void> {
    return this.database.close();
  }
}

/** The entities that filters start from here. */
export type RootName = 'Post' | 'Author' | 'Tag' | ShopName;

/** A handler's own conditions, put into its builder before the query is applied. */
export interface Handler {
  readonly name: string;
  /** The condition it has, as it stands in the text; `:name` for a parameter. */
  readonly where?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly withDeleted?: true;
  /** Alias of the rows, if it is not the entity's name. */
  readonly alias?: string;
  /** A relation that it loads, under an alias that the library would have chosen for itself. */
  readonly joins?: true;
  readonly keeps?: (row: Row) => boolean;
}

export const plainHandler: Handler = { name: 'that says nothing' };

export const handlers: readonly Handler[] = [
  plainHandler,
  {
    name: 'with an OR of its own',
    where: 'post.tenantId = :tenant OR post.tenantId = :other',
    parameters: { tenant: 1, other: 2 },
    keeps: ({ tenant }) => tenant < 3,
  },
  {
    name: 'with parameters called like the library’s',
    where: 'post.tenantId <> :nf_p1 AND post.tenantId <> :nf_p3',
    parameters: { nf_p1: 2, nf_p3: 9 },
    keeps: ({ tenant }) => tenant !== 2,
  },
  { name: 'that wants deleted rows', withDeleted: true },
  { name: 'that calls the rows what the library would call its first subquery', alias: 'nf_1' },
  { name: 'that loads a relation under an alias like the library’s', joins: true },
];

/** The handlers for an entity; only posts have tenants. */
export function handlersOf(root: EntityName): readonly Handler[] {
  return handlers.filter(({ where }) => where === undefined || root === 'Post');
}

/** A relation to join, to many rows if there is one. */
function relationOf(root: EntityName): string {
  const { relations } = rootEntity(root);
  const names = Object.keys(relations);
  return names.find((name) => relations[name]?.toMany) ?? names[0] ?? '';
}

/** A builder that loads nothing but keys. */
export function builderFor(
  laboratory: Laboratory,
  root: EntityName,
  handler: Handler,
): SelectQueryBuilder<ObjectLiteral> {
  const alias = handler.alias ?? root.toLowerCase();
  const builder = laboratory.repository(root).createQueryBuilder(alias).select(`${alias}.id`);
  if (handler.where !== undefined) builder.where(handler.where, { ...handler.parameters });
  if (handler.withDeleted) builder.withDeleted();
  if (handler.joins) builder.leftJoin(`${alias}.${relationOf(root)}`, 'nf_1').addSelect('nf_1.id');
  return builder;
}

/** The rows that a handler would return without a filter. */
export function rowsFor(dataset: Dataset, root: EntityName, { withDeleted, keeps }: Handler): Row[] {
  return (dataset[root] ?? []).filter((row) => (withDeleted || !row.deleted) && keeps?.(row) !== false);
}

/** A model in a database: its entities, how requests about them are read, and how datasets get there. */
export interface World<Data extends Dataset> {
  readonly entities: DatabaseOptions['entities'];
  readonly classes: Readonly<Partial<Record<EntityName, EntityTarget<ObjectLiteral>>>>;
  readonly parse: (
    service: FilterService,
    root: RootName,
    input: string | object,
    user?: User,
  ) => FilterQuery<ObjectLiteral>;
  /** Replaces whatever is in the tables. */
  insert(source: DataSource, dataset: Data): Promise<void>;
}

/** The keys of the rows that a filter finds, in order. */
export function find(laboratory: Laboratory, root: RootName, filters: Conditions): Promise<string[]> {
  return findByText(laboratory, root, toQueryString({ filters }));
}

export async function findByText(laboratory: Laboratory, root: RootName, text: string | object): Promise<string[]> {
  const builder = builderFor(laboratory, root, plainHandler);
  return keysOf(await laboratory.service.apply(builder, laboratory.parse(root, text)).getMany());
}

export function keysOf(rows: readonly Readonly<Record<string, unknown>>[]): string[] {
  return rows.map(({ id }) => String(id)).sort();
}

/** A difference that a property has found. */
export class Mismatch extends Error {
  constructor(
    /** Subject of the comparison. A smaller request counts as the same mistake only if its subject is the same. */
    readonly what: string,
    request: string,
    found: unknown,
    expected: unknown,
  ) {
    super([what, request, `found:    ${JSON.stringify(found)}`, `expected: ${JSON.stringify(expected)}`].join('\n'));
  }
}

/** Compares lists of texts. Jest's own comparison would take longer than everything else in a property. */
export function same(request: string, what: string, found: readonly string[], expected: readonly string[]): void {
  if (found.length === expected.length && found.every((text, index) => text === expected[index])) return;
  throw new Mismatch(what, request, found, expected);
}

/** Enough for the largest of filters, and no more than seconds. */
const mostAttempts = 200;

/** Checks filters; where they fail, finds the least part of them that fails alike, and fails with that. */
export async function checkSmallest(filters: Conditions, check: (filters: Conditions) => Promise<void>): Promise<void> {
  let failure = await failureOf(filters, check);
  fc.pre(failure !== 'left out');
  if (failure === undefined) return;
  let candidates = smallerThan(filters);
  for (let attempts = 0; attempts < mostAttempts; attempts += 1) {
    const smaller = candidates.next().value;
    if (smaller === undefined) break;
    const other = await failureOf(smaller, check);
    if (other === undefined || other === 'left out' || other.what !== failure.what) continue;
    failure = other;
    candidates = smallerThan(smaller);
  }
  throw failure;
}

async function failureOf(
  filters: Conditions,
  check: (filters: Conditions) => Promise<void>,
): Promise<Mismatch | 'left out' | undefined> {
  try {
    await check(filters);
    return undefined;
  } catch (error) {
    if (fc.PreconditionFailure.isFailure(error)) return 'left out';
    return error instanceof Mismatch
      ? error
      : new Mismatch(String(error), JSON.stringify(filters), undefined, undefined);
  }
}

/** Yields smaller trees: an inner object in place of the outer, or one key or list member less. */
function* smallerThan(node: Conditions): Generator<Conditions, undefined> {
  for (const inner of Object.values(node)) {
    for (const part of isList(inner) ? inner : [inner]) if (isObject(part)) yield part;
  }
  for (const smaller of smallerNodes(node)) if (isObject(smaller)) yield smaller;
  return undefined;
}

function* smallerNodes(node: Node): Generator<Node> {
  if (isList(node)) {
    for (const [index, member] of node.entries()) {
      if (node.length > 1) yield node.toSpliced(index, 1);
      for (const smaller of smallerNodes(member)) yield node.with(index, smaller);
    }
  } else if (isObject(node)) {
    const entries = Object.entries(node);
    for (const [key, inner] of entries) {
      if (entries.length > 1) yield Object.fromEntries(entries.filter(([other]) => other !== key));
      for (const smaller of smallerNodes(inner)) yield { ...node, [key]: smaller };
    }
  }
}
