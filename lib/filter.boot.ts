import { Logger, type OnModuleInit } from '@nestjs/common';
import type { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { DataSource } from 'typeorm';
import { FilterConfigurationError, checkPeerVersions } from './configuration/index.js';
import type { IndexAdvice } from './contract/index.js';
import { type FilterEngine, type Profile, warningsOf } from './engine/index.js';
import { FilterQuery } from './filter-query.decorator.js';
import { FILTER_MODULE_OPTIONS } from './filter.constants.js';
import { filtersOf, hasOwnDecorator, checkQueryHandler, isQueryHandler } from './handlers/index.js';
import type { FilterModuleOptions } from './filter.module-options.js';
import { type FilterSchema, fieldsOf, isRounded } from './schema/index.js';
import { adviceOn, errorMessage, unindexedOf } from './service/index.js';
import { allowInValidation } from './validation-rule.js';

/**
 * Check at boot: builds all schemas, checks all handlers with `@FilterQuery()` or `@Filters()`, and checks the servers.
 */
export class FilterBoot implements OnModuleInit {
  private readonly logger = new Logger('FilterModule');
  /** The lists of all handlers. */
  private readonly lists: (readonly [handler: string, profile: Profile])[] = [];

  constructor(
    private readonly engine: FilterEngine,
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly options: FilterModuleOptions,
  ) {}

  async onModuleInit(): Promise<void> {
    await allowInValidation(FilterQuery.prototype as object);
    this.engine.check(() => checkPeerVersions());
    this.engine.check(() => checkImportedOnce(this.discovery));
    // The servers come first, because the allowed declarations depend on them. A data source that is initialized later
    // is checked by the first page or count on it.
    await this.engine.servers.askAll(this.engine.sources.all(), true);
    const schemas = this.engine.buildAll();
    this.engine.checkRules();
    for (const schema of schemas) {
      if (schema.isBare) this.logExposed(schema);
      this.logRoundedLists(schema);
      if (this.options.logUnindexed === true) this.logUnindexed(schema);
    }
    for (const name of this.engine.knownByDocuments()) this.logUntested(name);
    this.logUnprepared();
    const unsure = handlerClassesOf(this.discovery).flatMap(([name, prototype]) => this.checkHandlers(name, prototype));
    if (unsure.length > 0 && (this.engine.settings.unknownParameters ?? 'similar') === 'similar')
      this.logUnsure(unsure);
    this.engine.check(() => this.checkContext());
    this.engine.refuseFaults();
    for (const [handler, profile] of this.lists) this.logFieldsRefused(handler, profile);
    if (this.options.logUnindexed === true) for (const schema of schemas) await this.logUnindexedRelations(schema);
    if (this.options.logUnindexed === 'ddl') await this.logMissing(schemas);
  }

  /**
   * Refuses scopes and `when` without a `context` option: every request would fail. `context: undefined` declares that
   * code passes the context.
   */
  private checkContext(): void {
    const needed = 'context' in this.options ? undefined : this.engine.sources.decidedByContext();
    if (needed === undefined) return;
    throw new FilterConfigurationError(
      `forRoot(): ${needed} needs a context, and \`context\` is not configured; set ` +
        '`context: (request) => request.user` or the like, or `context: undefined` if only code passes it',
    );
  }

  private logExposed(schema: FilterSchema): void {
    // Fields with a `when` included: boot has no context to evaluate it with.
    const names = [...schema.view('client').members.keys()];
    this.logger.log(`${schema.name}: the bare ${schema.declaration.by} exposes ${names.join(', ')}`);
    for (const [path, fault] of schema.leftOut()) this.logger.warn(`${schema.name} leaves out ${path}, which ${fault}`);
  }

  /** Names lists of date-times with more digits than answers show. An index finds only whole elements. */
  private logRoundedLists(schema: FilterSchema): void {
    const fields = [...fieldsOf(schema.view('client').members)].filter(
      ({ expression }) => expression.list !== undefined && isRounded(expression),
    );
    if (fields.length === 0) return;
    const names = fields.map(({ propertyPath }) => propertyPath).join(', ');
    this.logger.warn(
      `${schema.name} has lists of date-times with microseconds, which answers do not show, so requests may not find ` +
        `elements by what they were shown; declare the columns with \`precision: 3\`: ${names}`,
    );
  }

  private logUnindexed(schema: FilterSchema): void {
    const fields = [...fieldsOf(schema.view('code').members)].filter(({ expression }) => !expression.indexed);
    if (fields.length === 0) return;
    const names = fields.map(({ propertyPath }) => propertyPath).join(', ');
    this.logger.warn(`${schema.name} has filterable fields that no index starts with: ${names}`);
  }

  private async logUnindexedRelations(schema: FilterSchema): Promise<void> {
    if (schema.lists.populate === undefined) return;
    for (const { relation, columns } of await unindexedOf(this.engine, schema)) {
      const { propertyPath, target } = relation;
      this.logger.warn(
        `${schema.name} has the populated relation ${propertyPath}, and no index finds its rows in their order: ` +
          `declare an index of ${target.name} on (${columns.join(', ')})`,
      );
    }
  }

  /**
   * Logs the statements that make the missing indexes, each of them once. A data source is asked for all of its
   * entities together, because an index may serve several of them. One that is away or unfinished stops no boot.
   */
  private async logMissing(schemas: readonly FilterSchema[]): Promise<void> {
    const hasLists = ({ entityMetadatas }: DataSource) =>
      schemas.some(({ metadata }) => entityMetadatas.includes(metadata));
    for (const source of this.engine.sources.all().filter(hasLists)) {
      try {
        for (const [name, ddl] of ddlByEntity(await adviceOn(this.engine, source))) {
          this.logger.warn(
            `${name} has filters and sorts that no index serves; these statements add the indexes:\n${ddl.join('\n')}`,
          );
        }
      } catch (error) {
        this.logger.warn(`The missing indexes of a data source could not be found: ${errorMessage(error)}`);
      }
    }
  }

  /** Names the fields that a list refuses as parameters of their own: a guard may read some of them. */
  private logFieldsRefused(handler: string, { schema, foreign, onRamp }: Profile): void {
    const names = foreign.fieldsRefused().filter((key) => onRamp?.claims({ key, value: '' }) !== true);
    if (names.length === 0) return;
    const shown = names.length > 6 ? [...names.slice(0, 5), `and ${names.length - 5} more`] : names;
    this.logger.log(
      `${handler}: parameters with the names of fields of ${schema.name} are refused (${shown.join(', ')}); ` +
        'if a guard or the like reads one, list it in allowParameters',
    );
  }

  private logUntested(name: string): void {
    this.logger.warn(
      `The ${name} is supported from its documentation only: the tests of this library do not run on it. ` +
        'Test your lists on it.',
    );
  }

  private logUnprepared(): void {
    const [unknown, missing] = [this.engine.unknownBuilderState(), this.engine.missingInternals()];
    if (unknown.length > 0)
      this.logSlow('The query builders of this TypeORM have members that are not supported', unknown);
    if (missing.length > 0) this.logSlow('This TypeORM lacks members that prepared statements need', missing);
  }

  private logSlow(fact: string, names: readonly string[]): void {
    this.logger.warn(
      `${fact} (${names.join(', ')}), so page() builds each statement anew: answers are the same, but slower. ` +
        'Look for a newer version of nestjs-filterable.',
    );
  }

  /** Warns of a list whose pages fail: without a primary key they could overlap. `apply()` reads it all the same. */
  private logKeyless({ schema, overrides }: Profile, handler: string): void {
    if (schema.primaryKey.length > 0 || overrides.pagination === false) return;
    this.logger.warn(
      `${handler}: ${schema.name} has no primary key, which page() needs; declare one with @PrimaryColumn(), which ` +
        'a view may have on any unique column, or set `pagination: false` at the handler and use apply()',
    );
  }

  private logUnsure(handlers: readonly string[]): void {
    this.logger.log(
      'These handlers ignore parameters of other libraries (page, limit, sortBy …), because a parameter ' +
        `decorator of the application may read them: ${handlers.join(', ')}`,
    );
  }

  /** Checks the handlers of a class. Returns the names of those whose decorators may read any parameter. */
  private checkHandlers(controller: string, prototype: object): readonly string[] {
    return this.scanner.getAllMethodNames(prototype).flatMap((method) => {
      const lists = filtersOf(prototype, method);
      const handler = `${controller}.${method}`;
      for (const { entity, overrides } of lists) {
        const profile = this.engine.checkHandler(entity, overrides, handler);
        if (profile !== undefined) {
          this.lists.push([handler, profile]);
          this.logKeyless(profile, handler);
          for (const warning of warningsOf(profile.list('client'), handler)) this.logger.log(warning);
        }
      }
      if (lists.length > 0 && isQueryHandler(prototype, method)) this.engine.check(checkQueryHandler, handler);
      return lists.length > 0 && hasOwnDecorator(prototype, method) ? [handler] : [];
    });
  }
}

/** Returns the statements that make the missing indexes, under the entity of each, with what it serves. */
function ddlByEntity({ missing }: IndexAdvice): ReadonlyMap<string, readonly string[]> {
  const texts = new Map<string, string[]>();
  for (const { entity, serves, ddl } of missing) {
    const own = texts.get(entity) ?? [];
    texts.set(entity, [...own, `-- ${serves.join(', ')}`, ...ddl.map((sql) => `${sql};`)]);
  }
  return texts;
}

/**
 * Refuses a second import of the module: each makes a service of its own, and handlers would get the nearest module's.
 * It looks for the token, because the other import may come from another copy of this package.
 */
function checkImportedOnce(discovery: DiscoveryService): void {
  const options = discovery.getProviders().filter(({ token }) => token === FILTER_MODULE_OPTIONS);
  if (options.length < 2) return;
  throw new FilterConfigurationError(
    `FilterModule.forRoot() is imported ${options.length} times; import it once, in the root module: it is global`,
  );
}

/**
 * Returns the name and prototype of every class that may have handlers: controllers, and providers,
 * because gateways are providers.
 */
export function handlerClassesOf(discovery: DiscoveryService): readonly (readonly [name: string, prototype: object])[] {
  const found = new Map<object, string>();
  for (const { metatype } of [...discovery.getControllers(), ...discovery.getProviders()]) {
    // The metatype of a factory provider is the factory, and an arrow function has no prototype.
    if (typeof metatype === 'function' && isObject(metatype.prototype)) found.set(metatype.prototype, metatype.name);
  }
  return [...found].map(([prototype, name]) => [name, prototype]);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Returns every data source that the application provides, named ones included. */
export function dataSourcesOf(discovery: DiscoveryService): readonly DataSource[] {
  const found = new Set<DataSource>();
  for (const wrapper of discovery.getProviders()) {
    const instance: unknown = wrapper.isDependencyTreeStatic() ? wrapper.instance : undefined;
    if (isDataSource(instance)) found.add(instance);
  }
  return [...found];
}

/** Recognizes a data source by its members: `instanceof` fails where an application loads TypeORM twice. */
function isDataSource(instance: unknown): instance is DataSource {
  return (
    typeof instance === 'object' &&
    instance !== null &&
    'entityMetadatas' in instance &&
    Array.isArray(instance.entityMetadatas) &&
    'hasMetadata' in instance &&
    'createQueryRunner' in instance
  );
}
