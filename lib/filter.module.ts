import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, MetadataScanner } from '@nestjs/core';
import { FilterEngine, resolveSettings } from './engine/index.js';
import { FILTER_MODULE_OPTIONS } from './filter.constants.js';
import { FilterBoot, dataSourcesOf } from './filter.boot.js';
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
    useFactory: (options: FilterModuleOptions, discovery: DiscoveryService) =>
      new FilterEngine(resolveSettings(options), () => dataSourcesOf(discovery)),
  },
  {
    provide: FilterService,
    inject: [FilterEngine, FILTER_MODULE_OPTIONS],
    useFactory: (engine: FilterEngine, options: FilterModuleOptions) => new FilterService(engine, options),
  },
  {
    provide: FilterBoot,
    inject: [FilterEngine, DiscoveryService, MetadataScanner, FILTER_MODULE_OPTIONS, FilterService],
    useFactory: (
      engine: FilterEngine,
      discovery: DiscoveryService,
      scanner: MetadataScanner,
      options: FilterModuleOptions,
      service: FilterService,
    ) => new FilterBoot(engine, discovery, scanner, options, service),
  },
];

/**
 * Makes `FilterService` available everywhere, and checks at boot every decorated entity and every decorated handler.
 *
 * @example
 * \@Module({ imports: [TypeOrmModule.forRoot(…), FilterModule.forRoot()] })
 * export class AppModule {}
 */
@Module({})
export class FilterModule {
  /** @throws FilterConfigurationError at boot, when an option is wrong */
  static forRoot(options: FilterModuleOptions = {}): DynamicModule {
    return moduleWith([{ provide: FILTER_MODULE_OPTIONS, useValue: options }]);
  }

  /** The same with options that are made by a factory, a class, or an existing provider. */
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
    exports: [FilterService, FILTER_MODULE_OPTIONS],
  };
}

function asyncOptions({ useFactory, useClass, useExisting, inject }: FilterModuleAsyncOptions): Provider[] {
  if (useFactory !== undefined) {
    return [
      {
        provide: FILTER_MODULE_OPTIONS,
        useFactory: useFactory as () => FilterModuleOptions,
        inject: [...((inject ?? []) as [])],
      },
    ];
  }
  const factory = useExisting ?? useClass;
  if (factory === undefined) throw new TypeError('forRootAsync() takes useFactory, useClass or useExisting');
  const made: Provider = {
    provide: FILTER_MODULE_OPTIONS,
    useFactory: (made: FilterModuleOptionsFactory) => made.createFilterOptions(),
    inject: [factory],
  };
  return useClass === undefined ? [made] : [made, useClass];
}
