import { Logger, type OnModuleInit } from '@nestjs/common';
import type { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { DataSource } from 'typeorm';
import { FilterConfigurationError } from './configuration/index.js';
import type { FilterEngine } from './engine/index.js';
import { FILTER_MODULE_OPTIONS } from './filter.constants.js';
import { filtersOf } from './handlers/index.js';
import type { FilterModuleOptions } from './filter.module-options.js';
import { type FilterSchema, fieldsOf } from './schema/index.js';

/** The check at boot: every schema is made, and every handler's `@FilterQuery(Entity)` is found and looked at. */
export class FilterBoot implements OnModuleInit {
  private readonly logger = new Logger('FilterModule');

  constructor(
    private readonly engine: FilterEngine,
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly options: FilterModuleOptions,
  ) {}

  async onModuleInit(): Promise<void> {
    this.engine.check(() => checkImportedOnce(this.discovery));
    for (const schema of this.engine.buildAll()) {
      if (schema.isBare) this.tellExposed(schema);
      if (this.options.logUnindexed) this.tellUnindexed(schema);
    }
    for (const driver of this.engine.driversByDocuments()) this.tellUntested(driver);
    for (const [name, prototype] of handlerClassesOf(this.discovery)) this.checkHandlers(name, prototype);
    this.engine.check(() => this.checkContext());
    this.engine.refuseFaults();
    // Some are initialized later, and then asked by the first who reads from them.
    await this.engine.askServers(true);
  }

  /** Without a context a scope refuses every request, or shows nobody's rows; to pass one in code alone must be said. */
  private checkContext(): void {
    const needed = 'context' in this.options ? undefined : this.engine.decidedByContext();
    if (needed === undefined) return;
    throw new FilterConfigurationError(
      `forRoot(): ${needed} is decided by a context, and there is no \`context\` to make one; give ` +
        '`context: (request) => request.user` or the like, or `context: undefined` where it is only passed in code',
    );
  }

  private tellExposed(schema: FilterSchema): void {
    // What only some contexts show, too: at boot there is none to ask for.
    const names = [...schema.view('client').members.keys()];
    this.logger.log(`${schema.name} is bare @Filterable() and exposes: ${names.join(', ')}`);
  }

  private tellUnindexed(schema: FilterSchema): void {
    const fields = [...fieldsOf(schema.view('code').members)].filter(({ column }) => !column.indexed);
    if (fields.length === 0) return;
    const names = fields.map(({ propertyPath }) => propertyPath).join(', ');
    this.logger.warn(`${schema.name} may be asked about fields that no index starts with: ${names}`);
  }

  private tellUntested(driver: string): void {
    this.logger.warn(
      `The library's tests have never run on the driver ${driver}; what is known of it is from its documentation. ` +
        `Test your own lists on it; CONTRIBUTING.md says how an engine is added to the library's tests.`,
    );
  }

  private checkHandlers(controller: string, prototype: object): void {
    for (const method of this.scanner.getAllMethodNames(prototype)) {
      for (const { entity, overrides } of filtersOf(prototype, method)) {
        this.engine.checkHandler(entity, overrides, `${controller}.${method}`);
      }
    }
  }
}

/**
 * Every import makes a service of its own, and each handler would be given that of the module which is nearest. By token,
 * because the other import may be of another copy of this package.
 */
function checkImportedOnce(discovery: DiscoveryService): void {
  const options = discovery.getProviders().filter(({ token }) => token === FILTER_MODULE_OPTIONS);
  if (options.length < 2) return;
  throw new FilterConfigurationError(
    `FilterModule.forRoot() is imported ${options.length} times; it is global, so import it once, in the root module`,
  );
}

/** Every class that may have handlers: controllers, and providers, of which gateways are some. */
export function handlerClassesOf(discovery: DiscoveryService): readonly (readonly [name: string, prototype: object])[] {
  const found = new Map<object, string>();
  for (const { metatype } of [...discovery.getControllers(), ...discovery.getProviders()]) {
    // Of a provider that is made by a factory it is the factory, which may be an arrow function.
    if (typeof metatype === 'function' && isObject(metatype.prototype)) found.set(metatype.prototype, metatype.name);
  }
  return [...found].map(([prototype, name]) => [name, prototype]);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Every data source that the application provides, named ones too, by whatever module. */
export function dataSourcesOf(discovery: DiscoveryService): readonly DataSource[] {
  const found = new Set<DataSource>();
  for (const wrapper of discovery.getProviders()) {
    const instance: unknown = wrapper.isDependencyTreeStatic() ? wrapper.instance : undefined;
    if (isDataSource(instance)) found.add(instance);
  }
  return [...found];
}

/** By what it can do: an application may load TypeORM twice. */
function isDataSource(instance: unknown): instance is DataSource {
  return (
    typeof instance === 'object' &&
    instance !== null &&
    'entityMetadatas' in instance &&
    'hasMetadata' in instance &&
    'createQueryRunner' in instance
  );
}
