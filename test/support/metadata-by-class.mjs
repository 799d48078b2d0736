import metadataArgs from 'typeorm/metadata-args/MetadataArgsStorage.js';

const { MetadataArgsStorage } = metadataArgs;

/** The methods that ask for what is known of a class, or of several; the first parameter names them. */
const questions = Object.getOwnPropertyNames(MetadataArgsStorage.prototype).filter(
  (name) => /^(filter|find)/.test(name) && !/^filterBy|^filterSingleTableChildren$/.test(name),
);

/**
 * TypeORM's list of everything that decorators say, by class. TypeORM's own goes through all of it a dozen times for
 * each entity of each data source, and in a group that is what all of its specs declare.
 */
export class MetadataByClass extends MetadataArgsStorage {
  #lists = Object.keys(this).map((name) => ({ name, seen: 0, items: new Map() }));

  /** Returns a storage that has what is known of these classes alone, in the order in which it became known. */
  of(target) {
    const few = new MetadataArgsStorage();
    const targets = [...new Set([target].flat())];
    for (const list of this.#lists) few[list.name] = this.#known(list, targets);
    return few;
  }

  #known(list, targets) {
    const all = this[list.name];
    for (; list.seen < all.length; list.seen++) {
      const { target } = all[list.seen];
      if (!list.items.has(target)) list.items.set(target, []);
      list.items.get(target).push(list.seen);
    }
    const places = targets.flatMap((target) => list.items.get(target) ?? []);
    return places.sort((one, other) => one - other).map((place) => all[place]);
  }
}

for (const question of questions) {
  MetadataByClass.prototype[question] = function (target, ...rest) {
    return MetadataArgsStorage.prototype[question].call(this.of(target), target, ...rest);
  };
}
