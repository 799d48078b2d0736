import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { APP_INTERCEPTOR, DiscoveryModule, DiscoveryService, MetadataScanner } from '@nestjs/core';
import {
  type Check,
  Faults,
  FilterConfigurationError,
  checkFunction,
  checkOptions,
  checkedElsewhere,
  describeValue,
} from './configuration/index.js';
import { FilterEngine, resolveSettings } from './engine/index.js';
import { FILTER_MODULE_OPTIONS } from './filter.constants.js';
import { logFailure } from './service/index.js';
import { FilterBoot, dataSourcesOf, handlerClassesOf } from './filter.boot.js';
import {
  FilterRequestInterceptor,
  PageAnswerInterceptor,
  filtersOf,
  hasHostQuery,
  hasDtoFilters,
} from './handlers/index.js';
import type {
  FilterModuleAsyncOptions,
  FilterModuleOptions,
  FilterModuleOptionsFactory,
} from './filter.module-options.js';
import { FilterService } from './filter.service.js';

const providers: Provider[] = [
  {
    provide: FilterEngine,
    inject: [FILTER_MODULE_OPTIONS, DiscoveryService],
    useFactory: (options: FilterModuleOptions, discovery: DiscoveryService) => {
      // FilterBoot throws the mistakes in the options, with entities' and handlers'.
      const faults = new Faults();
      const settings = resolveSettings(options, logFailure, faults);
      return new FilterEngine(settings, () => dataSourcesOf(discovery), faults);
    },
  },
  {
    provide: FilterService,
    inject: [FilterEngine, FILTER_MODULE_OPTIONS],
    useFactory: (engine: FilterEngine, options: FilterModuleOptions) => new FilterService(engine, options),
  },
  {
    provide: FilterBoot,
    inject: [FilterEngine, DiscoveryService, MetadataScanner, FILTER_MODULE_OPTIONS],
    useFactory: (
      engine: FilterEngine,
      discovery: DiscoveryService,
      scanner: MetadataScanner,
      options: FilterModuleOptions,
    ) => new FilterBoot(engine, discovery, scanner, options),
  },
  {
    provide: APP_INTERCEPTOR,
    inject: [FilterService, DiscoveryService, MetadataScanner],
    // An interceptor costs every request of an application. Nest leaves out an interceptor that is not made.
    useFactory: (filters: FilterService, discovery: DiscoveryService, scanner: MetadataScanner) =>
      hasDtoFilters() || usesHostQuery(discovery, scanner) ? new FilterRequestInterceptor(filters) : undefined,
  },
  {
    provide: APP_INTERCEPTOR,
    inject: [FILTER_MODULE_OPTIONS, DiscoveryService, MetadataScanner],
    useFactory: (options: FilterModuleOptions, discovery: DiscoveryService, scanner: MetadataScanner) =>
      options.answer !== undefined || options.onRamp !== undefined || hasOwnAnswers(discovery, scanner)
        ? new PageAnswerInterceptor()
        : undefined,
  },
];

/** Returns true where a handler has an answer of its own. */
function hasOwnAnswers(discovery: DiscoveryService, scanner: MetadataScanner): boolean {
  return handlerClassesOf(discovery).some(([, prototype]) =>
    scanner
      .getAllMethodNames(prototype)
      .flatMap((method) => filtersOf(prototype, method))
      .some(({ overrides }) => overrides?.answer || overrides?.onRamp),
  );
}

function usesHostQuery(discovery: DiscoveryService, scanner: MetadataScanner): boolean {
  return handlerClassesOf(discovery).some(([, prototype]) =>
    scanner.getAllMethodNames(prototype).some((method) => hasHostQuery(prototype, method)),
  );
}

/**
 * Provides `FilterService` to the whole application, and checks all decorated entities and handlers at boot. Import it
 * once, in the root module.
 *
 * @example
 * \@Module({ imports: [TypeOrmModule.forRoot(…), FilterModule.forRoot()] })
 * export class AppModule {}
 */
@Module({})
export class FilterModule {
  /**
   * Creates the module from options.
   *
   * @throws FilterConfigurationError at boot, when an option, an entity or a handler is wrong
   */
  static forRoot(options: FilterModuleOptions = {}): DynamicModule {
    return moduleWith([{ provide: FILTER_MODULE_OPTIONS, useValue: options }]);
  }

  /**
   * Creates the module from the options of a factory, a class, or an existing provider.
   *
   * @example
   * FilterModule.forRootAsync({ inject: [Config], useFactory: (config: Config) => ({ timezone: config.timezone }) });
   */
  static forRootAsync(options: FilterModuleAsyncOptions): DynamicModule {
    return moduleWith(asyncOptions(options), options.imports);
  }
}

function moduleWith(options: Provider[], imports: DynamicModule['imports'] = []): DynamicModule {
  return {
    module: FilterModule,
    global: true,
    imports: [DiscoveryModule, ...imports],
    providers: [...options, ...providers],
    // Nest makes a program's subclass of the service of these.
    exports: [FilterService, FilterEngine, FILTER_MODULE_OPTIONS],
  };
}

/** The options of `forRootAsync()`, each with the check of its value. */
const asyncOptionTable = {
  imports: checkedElsewhere,
  inject: checkedElsewhere,
  useFactory: (option) => checkFunction(option, 'what `inject` names'),
  useClass: checkedElsewhere,
  useExisting: checkedElsewhere,
} as const satisfies Record<keyof FilterModuleAsyncOptions, Check>;

function asyncOptions(options: FilterModuleAsyncOptions = {}): Provider[] {
  checkOptions('forRootAsync()', options, asyncOptionTable);
  const { useFactory, useClass, useExisting, inject = [] } = options;
  const given = makers.filter((maker) => options[maker] !== undefined);
  if (given.length > 1) throw wrongMakers(given.join(' and '));
  if (useFactory !== undefined) {
    const make = async (...dependencies: never[]) => made(await useFactory(...dependencies), 'useFactory');
    return [{ provide: FILTER_MODULE_OPTIONS, useFactory: make, inject: [...(inject as [])] }];
  }
  const factory = useExisting ?? useClass;
  if (factory === undefined) throw wrongMakers('none');
  const make = async (maker: FilterModuleOptionsFactory) => {
    if (typeof maker.createFilterOptions === 'function') return made(await maker.createFilterOptions(), factory.name);
    throw new FilterConfigurationError(`forRootAsync(): ${factory.name} has no method createFilterOptions(); add it`);
  };
  const provider: Provider = { provide: FILTER_MODULE_OPTIONS, useFactory: make, inject: [factory] };
  return useClass === undefined ? [provider] : [provider, useClass];
}

const makers = ['useFactory', 'useClass', 'useExisting'] as const;

function wrongMakers(given: string): FilterConfigurationError {
  return new FilterConfigurationError(`forRootAsync() needs one of ${makers.join(', ')}, and has ${given}`);
}

/** A factory that forgot its `return` has made nothing. */
function made(options: unknown, by: string): FilterModuleOptions {
  if (typeof options === 'object' && options !== null) return options;
  throw new FilterConfigurationError(
    `forRootAsync(): ${by} must return an object of options, such as {}, not ${describeValue(options)}`,
  );
}
