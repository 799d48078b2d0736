import type { AggregateRequest, AggregateSchema } from '../../ast/index.js';
import { readable } from '../../issues/index.js';
import {
  type Node,
  type Place,
  didYouMean,
  isListWithGap,
  opened,
  namesIn,
  textsIn,
  refuse,
  report,
} from '../../parse/index.js';
import { isPathVisible, lookUp, namesVisible } from '../../schema/index.js';

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

/**
 * Reads `aggregates`: pairs such as `price:sum`, or an object of functions by field. After an issue, the result must
 * not be used.
 *
 * @returns undefined where the client wants none
 */
export function readAggregates(
  sent: Node,
  aggregates: ReadonlyMap<string, AggregateSchema>,
): readonly AggregateRequest[] | undefined {
  const node = opened(sent);
  if (node === undefined) return undefined;
  const wanted = [...wantedIn(node)];
  if (!node.isWithin('aggregates', wanted.length)) return undefined;
  const requests: AggregateRequest[] = [];
  for (const each of wanted) {
    if (node.issues.isFull) break;
    const request = readAggregate(node, aggregates, each);
    if (request === undefined) continue;
    // A field has one name in a request, and each of its functions once.
    const isTwice = requests.some(
      ({ aggregate, function: row, name }) =>
        aggregate === request.aggregate && (row === request.function || name !== request.name),
    );
    if (isTwice) report(each.place, { code: 'duplicate_key' }, `${subjectIn(each)} listed more than once`);
    else requests.push(request);
  }
  return requests.length > 0 && node.repeat() ? requests : undefined;
}

/** Takes the parameter apart into pairs, by its form. */
function* wantedIn(root: Node): Generator<Wanted> {
  const named = root.shape === 'scalar' && root.value !== '' ? textsIn(root, pairs) : namesIn(root, pairs);
  for (const { name, place, options } of named) {
    yield* options === undefined ? pairOf(name, place) : underField(options);
  }
}

/** Reads a pair; none where it has no colon. A name has none. */
function pairOf(text: string, place: Place): readonly Wanted[] {
  const colon = text.lastIndexOf(':');
  if (colon > 0) return [{ field: text.slice(0, colon), function: text.slice(colon + 1), place, isUnderField: false }];
  return report(place, { code: 'expected_value' }, pairs.takes) ?? [];
}

/** Reads the functions under the name of a field: one, a comma list, or a list. */
function underField(sent: Node): readonly Wanted[] {
  const node = opened(sent);
  if (node === undefined) return [];
  const texts = node.value === '' ? [] : [...textsIn(node, pairs)];
  if (texts.length === 0 && !isListWithGap(node.keys)) {
    refuse.expectedValue(node, 'must be names of functions, such as sum,avg');
  } else if (node.shape === 'object') refuse.listWithGap(node);
  return texts.map(({ name, place }) => ({ field: node.key, function: name, place, isUnderField: true }));
}

/** Looks an aggregate up, and spends what it costs. */
function readAggregate(
  root: Node,
  aggregates: ReadonlyMap<string, AggregateSchema>,
  wanted: Wanted,
): AggregateRequest | undefined {
  const { field: name, place, isUnderField } = wanted;
  const { context } = root.context;
  const aggregate = lookUp(aggregates, name);
  // A hidden field is refused like one that does not exist.
  if (aggregate === undefined || !isPathVisible(aggregate, context)) {
    const allowed = namesVisible(aggregates, context);
    const subject = isUnderField ? 'is' : `: '${readable(name)}' is`;
    return report(
      place,
      { code: 'unknown_field', allowed },
      `${subject} not a field with aggregates${didYouMean(name, allowed)}`,
    );
  }
  root.issues.use(aggregate.field.deprecated);
  const found = aggregate.functions.find((row) => row.name === wanted.function);
  if (found === undefined) {
    const allowed = aggregate.functions.map((row) => row.name);
    const text = `${subjectIn(wanted)} not an aggregate here${didYouMean(wanted.function, allowed)}`;
    return report(place, { code: 'operator_not_allowed', allowed }, text);
  }
  const { document, isSubquery } = aggregate.field.expression;
  if (!root.work('aggregates')) return undefined;
  if (document !== undefined && !root.work('aggregatedDocuments')) return undefined;
  if (isSubquery && !root.work('aggregatedSubqueries')) return undefined;
  return Object.freeze({ aggregate, function: found, name });
}

/** Names an aggregate in a refusal. In a list the path names only the list. */
function subjectIn({ field, function: name, isUnderField }: Wanted): string {
  return `: '${readable(isUnderField ? name : `${field}:${name}`)}' is`;
}
