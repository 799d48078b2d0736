import type { JsonSchema } from './json-schema.js';

/** A reference to a component. */
export interface Reference extends JsonSchema {
  readonly $ref: string;
}

/** Named schemas of one document. Names are unique, and differ from the host's. */
export class Components {
  private readonly made = new Map<string, JsonSchema>();
  /** The names of shared schemas, by their content. */
  private readonly shared = new Map<string, string>();
  private readonly taken: Set<string>;

  /**
   * @param place the beginning of every reference: `#/components/schemas/`
   * @param taken the names of the host's own schemas
   */
  constructor(
    private readonly place: string,
    taken: Iterable<string>,
  ) {
    this.taken = new Set(taken);
  }

  /**
   * Adds a schema that may refer to itself, and returns the reference.
   *
   * @param name the name, which gets a number where it is taken
   * @param make makes the schema, once the name is known
   */
  add(name: string, make: (self: Reference) => JsonSchema): Reference {
    const own = this.free(name);
    const self = this.refer(own);
    // The first reference decides the place in the document.
    this.made.set(own, {});
    this.made.set(own, make(self));
    return self;
  }

  /**
   * Reserves a name and returns the reference. {@link define} adds its schema later, because
   * schemas refer to each other.
   */
  reserve(name: string): Reference {
    return this.add(name, () => ({}));
  }

  /** Gives a reserved name its schema. */
  define({ $ref }: Reference, schema: JsonSchema): void {
    this.made.set($ref.slice(this.place.length), schema);
  }

  /**
   * Adds a schema unless there is an equal one, and returns the reference.
   *
   * @param names the names to choose from: the first that is free, or the last with a number
   */
  share(names: readonly string[], make: (self: Reference) => JsonSchema): Reference {
    const content = JSON.stringify(make({ $ref: '' }));
    const known = this.shared.get(content);
    if (known !== undefined) return this.refer(known);
    const name = names.find((candidate) => !this.taken.has(candidate)) ?? names.at(-1) ?? 'Shared';
    const reference = this.add(name, make);
    this.shared.set(content, reference.$ref.slice(this.place.length));
    return reference;
  }

  /** Returns all schemas by name. */
  all(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries(this.made);
  }

  private refer(name: string): Reference {
    return { $ref: this.place + name };
  }

  private free(wish: string): string {
    const name = wish.replaceAll(/[^\w.-]/g, '') || 'Schema';
    let free = name;
    for (let number = 2; this.taken.has(free); number += 1) free = `${name}${number}`;
    this.taken.add(free);
    return free;
  }
}
