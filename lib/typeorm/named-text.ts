/**
 * Text with the name under which the server is to keep its statement. node-postgres takes an object with `name` and
 * `text`; logs and subscribers see a text with its methods.
 *
 * It is not a `String` itself, which has a property for each character: node-postgres copies the properties, which
 * takes a millisecond for a text of 1,500 characters. Nor does it inherit from `String.prototype`: as long as any
 * object does, V8 takes four times as long to read a character of any text, in the whole process.
 */
export class NamedText {
  static {
    // String methods call `toString()`, except `valueOf()`.
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
