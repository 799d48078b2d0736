/**
 * A text with the name under which the server is to keep its statement. The driver of PostgreSQL takes an object with `name` and
 * `text`; to logs and subscribers it is a text, with the methods of one.
 *
 * It is no `String` itself: that has a property for each of its characters, and the driver copies the properties of what it takes,
 * which makes a millisecond of a text of 1,500 characters. Nor does it inherit from `String.prototype`: as long as any object does, V8
 * takes four times as long to read a character of any text, in the whole process.
 */
export class NamedText {
  static {
    // The methods of strings ask for `toString()`, apart from `valueOf()`.
    for (const name of Reflect.ownKeys(String.prototype)) {
      const method = Reflect.getOwnPropertyDescriptor(String.prototype, name);
      if (method !== undefined && !Reflect.has(this.prototype, name))
        Reflect.defineProperty(this.prototype, name, method);
    }
  }

  constructor(
    readonly name: string,
    readonly text: string,
  ) {}

  get length(): number {
    return this.text.length;
  }

  toString(): string {
    return this.text;
  }

  valueOf(): string {
    return this.text;
  }

  toJSON(): string {
    return this.text;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return this.text;
  }
}
