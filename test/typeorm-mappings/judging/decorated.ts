import 'reflect-metadata';
import { Filterable, FilterConfigurationError, FilterService } from 'nestjs-filterable';
import type { DataSource } from 'typeorm';

const classKey = Symbol.for('nestjs-filterable:class');

/**
 * Decorates the classes of a data source, and makes the service of its lists. Classes that it refuses are told of, and
 * decorated no more; undefined where it refuses something else.
 */
export function serviceOf(source: DataSource, tell: (entity: string, text: string) => void): FilterService | undefined {
  for (const { target } of source.entityMetadatas) decorate(target);
  for (;;) {
    try {
      return FilterService.forDataSource(source);
    } catch (error) {
      if (!(error instanceof FilterConfigurationError)) throw error;
      for (const fault of error.faults) tell(entityIn(fault), fault);
      const refused = source.entityMetadatas.filter(
        ({ name, target }) => isDecorated(target) && error.faults.some((fault) => entityIn(fault) === name),
      );
      if (refused.length === 0) return undefined;
      for (const { target } of refused) if (typeof target === 'function') Reflect.deleteMetadata(classKey, target);
    }
  }
}

/** True where a class is decorated, or one that it extends. */
export function isDecorated(target: unknown): boolean {
  return typeof target === 'function' && Reflect.hasMetadata(classKey, target);
}

function decorate(target: unknown): void {
  if (typeof target === 'function') Reflect.apply(Filterable(), undefined, [target]);
}

/** The entity that a fault is about: `@Filterable() on Post: …`, `Post.title: …`. */
function entityIn(fault: string): string {
  return /^(?:@Filterable\(\) on )?(\w+)/.exec(fault)?.[1] ?? fault;
}
