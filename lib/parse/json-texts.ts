import type { IssueCollector, Location } from '../issues.js';
import { type Limits, exceed } from '../limits.js';
import { type JsonReading, looksLikeJson, mostSegments, readJson } from '../wire/index.js';
import { isPlainObject } from './nodes.js';
import { refuse } from './refusals.js';

/**
 * Reads the JSON texts of a query string, where an object or a list of conditions belongs. Inside of one, and in a body or in
 * code, a text is a text. It is there for one request, whose parts are read one after another.
 */
export class JsonTexts {
  constructor(
    private readonly limits: Limits,
    private readonly issues: IssueCollector,
    /** Whether texts may be JSON where the reader is now. */
    private isOpen: boolean,
  ) {}

  /** Whether a node is a text that stands for an object or a list; for {@link read}, where nothing else can stand. */
  isMeant(node: unknown): node is string {
    return this.isOpen && typeof node === 'string' && looksLikeJson(node);
  }

  /** Reads what a text stands for. Undefined where it was refused: it is cut off, too deep, or says something twice. */
  read<Result>(text: string, at: Location, take: (node: unknown) => Result): Result | undefined {
    const reading = this.reading(text);
    if (reading.outcome === 'read') return this.inside(reading.node, take);
    this.refuse(reading, at);
    return undefined;
  }

  /**
   * Reads a text that may be a value as well: it stands for an object where it is the JSON of one that fits. Undefined where
   * it is a value; without a `result` where it is no value and was refused.
   */
  readWhere<Result>(
    node: unknown,
    at: Location,
    take: (object: Readonly<Record<string, unknown>>) => Result,
    fits: (object: Readonly<Record<string, unknown>>) => boolean = () => true,
  ): { readonly result: Result | undefined } | undefined {
    if (!this.isMeant(node)) return undefined;
    const reading = this.reading(node);
    if (reading.outcome === 'malformed') return undefined;
    if (reading.outcome !== 'read') {
      this.refuse(reading, at);
      return { result: undefined };
    }
    const object = reading.node;
    return isPlainObject(object) && fits(object) ? { result: this.inside(object, take) } : undefined;
  }

  private reading(text: string): JsonReading {
    return readJson(text, mostSegments(this.limits));
  }

  private inside<Node, Result>(node: Node, take: (node: Node) => Result): Result {
    this.isOpen = false;
    const result = take(node);
    this.isOpen = true;
    return result;
  }

  private refuse(reading: Exclude<JsonReading, { readonly outcome: 'read' }>, at: Location): void {
    switch (reading.outcome) {
      case 'malformed':
        return refuse.expectedObject(this.issues, at, 'takes conditions, and is given JSON that cannot be read');
      case 'too_deep':
        return exceed(this.issues, this.limits, 'logicalDepth', at);
      case 'duplicate': {
        const place = reading.path.reduce<Location>((location, segment) => location.child(segment), at);
        return refuse.duplicateName(this.issues, place);
      }
    }
  }
}
