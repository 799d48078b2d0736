import { PlainObject } from './names.js';
import { type PlainNode } from './parameters.js';

/** A number of a JSON text by its digits. As a double it might be another number: 9007199254740993 becomes …992. */
export class NumberText {
  constructor(readonly digits: string) {}
}

/** Result of reading a JSON text: a node, or the reason why there is none. */
export type JsonReading =
  | { readonly outcome: 'read'; readonly node: PlainNode }
  | { readonly outcome: 'malformed' }
  | { readonly outcome: 'too_deep' }
  /** A name is given twice in one object; `path` leads to it. */
  | { readonly outcome: 'duplicate'; readonly path: readonly (string | number)[] };

/**
 * Reads a JSON text as strictly as RFC 8259. `JSON.parse` keeps the last of two equal names and turns numbers into
 * doubles, which is refused here. The objects inherit nothing, like every object of a request.
 *
 * @param deepest greatest depth of nested objects and lists
 */
export function readJson(text: string, deepest: number): JsonReading {
  try {
    return { outcome: 'read', node: new JsonReader(text, deepest).whole() };
  } catch (fault) {
    if (fault instanceof JsonFault) return fault.reading;
    throw fault;
  }
}

/** The end of reading, with its reason. It never leaves {@link readJson}. */
class JsonFault extends Error {
  constructor(readonly reading: JsonReading) {
    super(reading.outcome);
  }
}

const space = ' \t\n\r';
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** A string up to its closing quote; a backslash takes the next character with it. */
const string = /"(?:[^"\\]|\\.)*"/y;
const words: readonly (readonly [word: string, value: boolean | null])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

/** A reader of one JSON text: a recursive descent that keeps its position and the path to it. */
class JsonReader {
  private at = 0;
  private readonly path: (string | number)[] = [];

  constructor(
    private readonly text: string,
    private readonly deepest: number,
  ) {}

  /** Reads the one value of the text; anything after it is an error. */
  whole(): PlainNode {
    const node = this.value();
    if (this.next() !== undefined) throw malformed();
    return node;
  }

  private value(): PlainNode {
    const first = this.next();
    if (first === '{') return this.nested(() => this.object());
    if (first === '[') return this.nested(() => this.list());
    if (first === '"') return this.string();
    const word = words.find(([written]) => this.text.startsWith(written, this.at));
    if (word === undefined) return new NumberText(this.match(number));
    this.at += word[0].length;
    return word[1];
  }

  /** Reads an object or a list, and checks the depth before it recurses. */
  private nested(read: () => PlainNode): PlainNode {
    if (this.path.length >= this.deepest) throw new JsonFault({ outcome: 'too_deep' });
    this.at += 1;
    return read();
  }

  private object(): PlainObject {
    const object = new PlainObject();
    if (this.takes('}')) return object;
    do {
      if (this.next() !== '"') throw malformed();
      const name = this.string();
      if (Object.hasOwn(object, name)) throw new JsonFault({ outcome: 'duplicate', path: [...this.path, name] });
      if (!this.takes(':')) throw malformed();
      object[name] = this.below(name);
    } while (this.takes(','));
    if (!this.takes('}')) throw malformed();
    return object;
  }

  private list(): PlainNode[] {
    const list: PlainNode[] = [];
    if (this.takes(']')) return list;
    do list.push(this.below(list.length));
    while (this.takes(','));
    if (!this.takes(']')) throw malformed();
    return list;
  }

  /** Reads the value under a name or an index, which is on the path while it is read. */
  private below(segment: string | number): PlainNode {
    this.path.push(segment);
    const node = this.value();
    this.path.pop();
    return node;
  }

  private string(): string {
    const quoted = this.match(string);
    try {
      return JSON.parse(quoted) as string;
    } catch {
      throw malformed();
    }
  }

  /** Consumes the text that a sticky expression matches at the position. */
  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const [found] = pattern.exec(this.text) ?? [];
    if (found === undefined) throw malformed();
    this.at += found.length;
    return found;
  }

  /** Consumes a character, if it is the next one. */
  private takes(character: string): boolean {
    if (this.next() !== character) return false;
    this.at += 1;
    return true;
  }

  /** Skips space, and returns the next character. */
  private next(): string | undefined {
    while (space.includes(this.text[this.at] ?? '-')) this.at += 1;
    return this.text[this.at];
  }
}

function malformed(): JsonFault {
  return new JsonFault({ outcome: 'malformed' });
}
