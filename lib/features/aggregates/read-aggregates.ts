import type { AggregateRequest, AggregateSchema } from '../../ast/index.js';
import { readable } from '../../issues/index.js';
import {
  type Node,
  type Place,
  didYouMean,
  isJson,
  isListWithGap,
  parseJson,
  namesIn,
  textsIn,
  refuse,
  report,
} from '../../parse/index.js';
import { isPathVisible, lookUp, namesVisible } from '../../schema/index.js';

/**
 * Reads `aggregates`: pairs such as `price:sum`, or an object of functions by field. Undefined where the client wants
 * none.
 */
export function readAggregates(
  node: Node,
  aggregates: ReadonlyMap<string, AggregateSchema>,
): readonly AggregateRequest[] | undefined {
  if (isJson(node)) {
    const parsed = parseJson(node);
    return parsed && readAggregates(parsed, aggregates);
  }
  const requests = new AggregatesParser(node, aggregates).read();
  return requests.length === 0 ? undefined : requests;
}

/** An aggregate of a request before anyone has looked whether it exists, and the place where the client wrote it. */
interface Wanted {
  readonly field: string;
  readonly function: string;
  readonly place: Place;
  /** True where the place names the field, so that a refusal need not repeat it. */
  readonly isUnderField: boolean;
}

const pairs = {
  limit: 'aggregates',
  takes: 'must be pairs: a field, a colon and a function',
  each: 'must be pairs as texts',
} as const;

/** Reads the aggregates in each of their forms. */
class AggregatesParser {
  constructor(
    private readonly root: Node,
    private readonly aggregates: ReadonlyMap<string, AggregateSchema>,
  ) {}

  /** Reads all of them. One that was refused is missing in the result, which then means nothing. */
  read(): readonly AggregateRequest[] {
    const { root } = this;
    const wanted = [...this.wanted()];
    if (!root.isWithin('aggregates', wanted.length)) return [];
    const asked = new Asked();
    const requests = wanted.flatMap((each) => {
      if (root.issues.isFull) return [];
      const request = this.request(each);
      if (request === undefined) return [];
      return asked.add(request) ? request : (refuseAggregate.duplicate(each) ?? []);
    });
    return requests.length > 0 && root.repeat() ? requests : [];
  }

  /** Takes the parameter apart into pairs, by its form. */
  private *wanted(): Generator<Wanted> {
    const { root } = this;
    const named = root.shape === 'scalar' && root.value !== '' ? textsIn(root, pairs) : namesIn(root, pairs);
    for (const { name, place, options } of named) {
      yield* options === undefined ? pairOf(name, place) : this.underField(options);
    }
  }

  /** Reads the functions under the name of a field: one, a comma list, or a list. */
  private underField(node: Node): readonly Wanted[] {
    if (isJson(node)) {
      const parsed = parseJson(node);
      return parsed === undefined ? [] : this.underField(parsed);
    }
    const texts = node.value === '' ? [] : [...textsIn(node, pairs)];
    if (texts.length === 0 && !isListWithGap(node.keys)) {
      refuse.expectedValue(node, 'must be names of functions, such as sum,avg');
    } else if (node.shape === 'object') refuse.listWithGap(node);
    return texts.map(({ name, place }) => ({ field: node.key, function: name, place, isUnderField: true }));
  }

  /** Looks an aggregate up, and spends what it costs. */
  private request(wanted: Wanted): AggregateRequest | undefined {
    const aggregate = lookUp(this.aggregates, wanted.field);
    const { context } = this.root.context;
    // A hidden field is refused like one that does not exist.
    if (aggregate === undefined || !isPathVisible(aggregate, context)) {
      return refuseAggregate.unknown(wanted, namesVisible(this.aggregates, context));
    }
    this.root.issues.use(aggregate.field.deprecated);
    const found = aggregate.functions.find(({ name }) => name === wanted.function);
    if (found === undefined) return refuseAggregate.notDeclared(wanted, aggregate);
    return this.isPaidFor(aggregate) ? Object.freeze({ aggregate, function: found, name: wanted.field }) : undefined;
  }

  private isPaidFor({ field: { expression } }: AggregateSchema): boolean {
    const { root } = this;
    if (!root.work('aggregates')) return false;
    if (expression.document !== undefined && !root.work('aggregatedDocuments')) return false;
    return !expression.isSubquery || root.work('aggregatedSubqueries');
  }
}

/** The aggregates that a request has named, each field by one of its names. */
class Asked {
  private readonly names = new Map<AggregateSchema, string>();
  private readonly pairs = new Map<AggregateSchema, Set<AggregateRequest['function']>>();

  /** Adds an aggregate. False where it was there, or its field under another name. */
  add({ aggregate, function: row, name }: AggregateRequest): boolean {
    const pairs = this.pairs.get(aggregate) ?? new Set();
    if (pairs.has(row) || (this.names.get(aggregate) ?? name) !== name) return false;
    this.names.set(aggregate, name);
    this.pairs.set(aggregate, pairs.add(row));
    return true;
  }
}

/** Reads a pair; none where it has no colon. A name has none. */
function pairOf(text: string, place: Place): readonly Wanted[] {
  const colon = text.lastIndexOf(':');
  if (colon > 0) return [{ field: text.slice(0, colon), function: text.slice(colon + 1), place, isUnderField: false }];
  return report(place, { code: 'expected_value' }, pairs.takes) ?? [];
}

/** Refusals of aggregates. In a list they repeat the name, because the path names only the list. */
const refuseAggregate = {
  unknown({ field, place, isUnderField }: Wanted, allowed: readonly string[]): undefined {
    const subject = isUnderField ? 'is not' : `: '${readable(field)}' is not`;
    const text = `${subject} a field with aggregates${didYouMean(field, allowed)}`;
    return report(place, { code: 'unknown_field', allowed }, text);
  },
  notDeclared({ field, function: name, place, isUnderField }: Wanted, { functions }: AggregateSchema): undefined {
    const allowed = functions.map((each) => each.name);
    const subject = `: '${readable(isUnderField ? name : `${field}:${name}`)}' is not`;
    const text = `${subject} an aggregate here${didYouMean(name, allowed)}`;
    return report(place, { code: 'operator_not_allowed', allowed }, text);
  },
  duplicate({ field, function: name, place, isUnderField }: Wanted): undefined {
    const subject = `: '${readable(isUnderField ? name : `${field}:${name}`)}' is`;
    return report(place, { code: 'duplicate_key' }, `${subject} listed more than once`);
  },
} as const;
