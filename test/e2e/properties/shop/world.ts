import type { ObjectLiteral } from 'typeorm';
import type { FilterQuery } from 'nestjs-filterable';
import type { EngineName } from '../../../support/databases.js';
import { ofKeys } from '../users.js';
import type { World } from '../world.js';
import type { ShopDataset } from './dataset.js';
import { shopClasses } from './entities.js';
import { insertShop } from './insert-shop.js';

/** The shop on an engine, whose columns have the types of that engine; with scopes, or without any. */
export function shopOn(engine: EngineName, { scoped = false } = {}): World<ShopDataset> {
  const classes = shopClasses(engine, scoped);
  return {
    entities: Object.values(classes) as never,
    classes,
    parse: (service, root, input, context): FilterQuery<ObjectLiteral> => {
      if (root !== 'Product' && root !== 'Maker' && root !== 'Variant') throw new TypeError(`a shop has no ${root}`);
      return service.parse(classes[root], input, context === undefined ? {} : { context, aggregates: ofKeys });
    },
    insert: (source, shop) => insertShop(source, shop, engine),
  };
}
