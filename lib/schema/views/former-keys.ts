import { FilterConfigurationError } from '../../configuration/index.js';
import type { FieldSchema, RelationSchema, SortTarget } from './filter-schema.js';
import { NameMap, lookUp } from './name-map.js';

/** Most names that a path is known by: each member on it may have several, and all together count. */
const mostKeys = 64;

/** Returns the paths of a member for clients: the present one, then the former ones. */
export function namePaths({
  clientPath,
  formerPaths,
}: Pick<FieldSchema | RelationSchema, 'clientPath' | 'formerPaths'>): readonly (readonly string[])[] {
  return [clientPath, ...formerPaths];
}

/** Lists what clients called a target before the members on its path were renamed: `score`, `cook.name`. */
export function formerKeysOf(target: SortTarget): readonly string[] {
  return variants(target, (member) => namePaths(member).map((path) => path.join('.'))).slice(1);
}

/** Returns the program's name for a target: `score`, `chef.name`, `comments.$count`. */
export function propertyKeyOf({ hops, field }: SortTarget): string {
  const name = field === 'count' ? '$count' : field.propertyPath;
  return hops.length === 0 ? name : `${hops.map(({ propertyPath }) => propertyPath).join('.')}.${name}`;
}

/**
 * Lists the program's names for a target, as they may have been before its members were renamed: the present one first.
 * A property that clients knew by its own name had its former name, too.
 */
export function propertyKeysOf(target: SortTarget): readonly string[] {
  return variants(target, ({ propertyPath, formerPaths }) => [
    propertyPath,
    ...formerPaths.map((path) => path.join('.')),
  ]);
}

/** Combines the names of all members on a path. */
function variants(
  { hops, field }: SortTarget,
  namesOf: (member: FieldSchema | RelationSchema) => readonly string[],
): readonly string[] {
  const parts = [...hops.map(namesOf), field === 'count' ? ['$count'] : namesOf(field)];
  return parts
    .reduce<readonly string[]>(
      (keys, names) => keys.flatMap((key) => names.map((name) => (key === '' ? name : `${key}.${name}`))),
      [''],
    )
    .slice(0, mostKeys);
}

/**
 * Adds the former names of targets to a list of them by their present names.
 *
 * @throws FilterConfigurationError where a former name is that of another target
 */
export function withFormerKeys<Target extends SortTarget>(
  targets: ReadonlyMap<string, Target>,
  subject: string,
): ReadonlyMap<string, Target> {
  const names = new NameMap<Target>(targets);
  for (const target of targets.values()) {
    for (const key of formerKeysOf(target)) {
      const taken = lookUp(names, key);
      if (taken === undefined) names.setFormer(key, target);
      else if (taken !== target) throw new FilterConfigurationError(`${subject}: the former name ${key} is taken`);
    }
  }
  return names;
}
