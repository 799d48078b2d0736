import { jest } from '@jest/globals';
import { isDeepStrictEqual } from 'node:util';
import { FilterException, type FilterQuery, type FilterService, type ParseOverrides } from 'nestjs-filterable';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { planOf } from '../../../lib/ast/index.js';
import { KnownShape, KnownShapes } from '../../../lib/shapes/index.js';

/** The parts of a plan that a request decides. */
const parts = [
  'filters',
  'sort',
  'slice',
  'search',
  'facets',
  'selection',
  'added',
  'defaultSort',
  'pageStyle',
] as const;

type Outcome = FilterQuery<ObjectLiteral> | FilterException;

/** Makes the overrides of a handler that has seen no request, because no other handler has this very object. */
export function handlerOf(overrides: ParseOverrides<ObjectLiteral> = {}): ParseOverrides<ObjectLiteral> {
  return { unknownParameters: 'similar', ...overrides };
}

/** A list whose requests are read in two ways: by a handler that knows the shapes it has seen, and by one that knows none. */
export class BothWays {
  /** How many requests were read by their shape. */
  byShape = 0;
  private readonly overrides: ParseOverrides<ObjectLiteral>;

  constructor(
    private readonly service: FilterService,
    private readonly entity: EntityTarget<ObjectLiteral>,
    overrides: ParseOverrides<ObjectLiteral> = {},
  ) {
    this.overrides = handlerOf(overrides);
  }

  /** Describes how the outcomes of a request differ; undefined where they are one outcome. */
  difference(text: string): string | undefined {
    const known = this.readKnown(text);
    const found = (['find', 'findRecent'] as const).map((name) =>
      jest.spyOn(KnownShapes.prototype, name).mockReturnValue(undefined),
    );
    const first = this.outcome(text);
    for (const find of found) find.mockRestore();
    const difference = differenceOf(known, first);
    return difference === undefined ? undefined : `${JSON.stringify(text)}: ${difference}`;
  }

  /** Reads a request, and says whether it was read by its shape. */
  isReadByShape(text: string): boolean {
    const before = this.byShape;
    this.readKnown(text);
    return this.byShape > before;
  }

  private readKnown(text: string): Outcome {
    const read = jest.spyOn(KnownShape.prototype, 'read');
    const outcome = this.outcome(text);
    if (read.mock.results.some(({ value }) => value !== undefined)) this.byShape += 1;
    read.mockRestore();
    return outcome;
  }

  private outcome(text: string): Outcome {
    try {
      return this.service.parse(this.entity, text, this.overrides);
    } catch (error) {
      if (error instanceof FilterException) return error;
      throw error;
    }
  }
}

function differenceOf(known: Outcome, first: Outcome): string | undefined {
  if (known instanceof FilterException || first instanceof FilterException) {
    const [one, other] = [known, first].map((outcome) =>
      outcome instanceof FilterException ? JSON.stringify(outcome.getResponse()) : outcome.toString(),
    );
    return one === other ? undefined : `${one} / ${other}`;
  }
  if (known.toString() !== first.toString()) return `${known.toString()} / ${first.toString()}`;
  if (known.cacheKey() !== first.cacheKey()) return 'their cache keys differ';
  const [one, other] = [planOf(known), planOf(first)];
  const part = parts.find((name) => !isDeepStrictEqual(one[name], other[name]));
  if (part !== undefined) return `${part} differs`;
  return isFrozen(one.filters) && isFrozen(other.filters) ? undefined : 'its conditions are not frozen';
}

/** Returns true for frozen conditions. A value may be an object, which the parser leaves as it is. */
function isFrozen(node: unknown): boolean {
  if (typeof node !== 'object' || node === null || 'epoch' in node || 'date' in node) return true;
  if (!Object.isFrozen(node)) return false;
  const inner = Array.isArray(node) ? (node as unknown[]) : innerOf(node);
  return inner.every(isFrozen);
}

/** The schemas that conditions refer to are not a part of them. */
function innerOf(node: object): unknown[] {
  return ['conditions', 'condition', 'values', 'where', 'comparisons'].map((name): unknown => Reflect.get(node, name));
}
