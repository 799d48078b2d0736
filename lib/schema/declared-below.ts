import { getMetadataArgsStorage } from 'typeorm/globals.js';

/**
 * The properties that only classes declare which extend a class. Where they share one table, TypeORM gives the parent all
 * columns and relations of its children, although it has no such properties.
 */
export function subclassProperties(target: unknown): ReadonlySet<string> {
  const { columns, relations, embeddeds } = getMetadataArgsStorage();
  const declared = [...columns, ...relations, ...embeddeds];
  const own = new Set(declared.filter((one) => isOf(target, one.target)).map(({ propertyName }) => propertyName));
  const below = declared.filter((one) => one.target !== target && isOf(one.target, target));
  return new Set(below.map(({ propertyName }) => propertyName).filter((name) => !own.has(name)));
}

/** Whether a class is another, or extends it. */
export function isOf(child: unknown, parent: unknown): boolean {
  if (typeof child !== 'function' || typeof parent !== 'function') return false;
  return child === parent || child.prototype instanceof parent;
}
