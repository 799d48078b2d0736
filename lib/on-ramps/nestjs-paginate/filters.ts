import type { RampPlace, RampRequest } from '../../engine/index.js';
import type { PlainObject } from '../../wire/index.js';
import { allOf, nest, objectOf, oneOf } from '../shared/conditions.js';
import type { Token } from './tokens.js';

/** The conditions that one key asks for: the field, as its path from some place, and the values in their order. */
export interface Column {
  readonly path: readonly string[];
  readonly tokens: readonly Token[];
}

/**
 * Makes the conditions of columns as nestjs-paginate puts them together. Columns are ANDed, and columns below one
 * relation are about one related row. The values of one column are a chain, where AND binds before OR.
 */
export function conditionsOf(request: RampRequest, place: RampPlace, columns: readonly Column[]): PlainObject {
  const own = columns.filter(({ path }) => place.relation(path) === undefined);
  const [alternatives, others] = [own.filter(isAlternative), own.filter((column) => !isAlternative(column))];
  const chains = others.map((column) => chainOf([column]));
  if (alternatives.length > 0) chains.push(chainOf(alternatives));
  for (const { tokens } of own) refuseQuantifiers(request, tokens);
  return allOf([...chains, ...relatedGroups(place, columns).map((group) => relatedTo(request, place, group))]);
}

/** Returns true for a column that is an alternative to the others that are: its first value begins with `$or:`. */
export function isAlternative({ tokens: [first] }: Column): boolean {
  return first?.isAlternative === true;
}

/** Makes one condition of the values of columns: an alternative begins at each `$or:` but the first. */
function chainOf(columns: readonly Column[]): PlainObject {
  const groups: PlainObject[][] = [];
  for (const { path, tokens } of columns) {
    for (const { isAlternative: isNext, condition } of tokens) {
      const last = groups.at(-1);
      const part = nest(path, condition) as PlainObject;
      if (last === undefined || isNext) groups.push([part]);
      else last.push(part);
    }
  }
  return oneOf(groups.map(allOf));
}

/** Groups the columns that are about one related row, by the relation that {@link rootOf} finds. */
function relatedGroups(place: RampPlace, columns: readonly Column[]): readonly (readonly Column[])[] {
  const groups = new Map<string, Column[]>();
  for (const column of columns) {
    const root = rootOf(place, column);
    if (root === undefined) continue;
    const key = JSON.stringify(root);
    groups.set(key, [...(groups.get(key) ?? []), column]);
  }
  return [...groups.values()];
}

/**
 * Returns the names of the relation whose rows a column is about: the first relation of its path. Under a quantifier it
 * is the first that leads to many rows, if one does.
 */
function rootOf(place: RampPlace, { path, tokens }: Column): readonly string[] | undefined {
  const first = place.relation(path);
  if (first === undefined) return undefined;
  if (tokens.every(({ quantifier }) => quantifier === '$any')) return path.slice(0, first.names);
  let [reached, relation]: [number, typeof first | undefined] = [0, first];
  for (; relation !== undefined; relation = relation.place.relation(path.slice(reached))) {
    reached += relation.names;
    if (relation.toMany) return path.slice(0, reached);
  }
  return path.slice(0, first.names);
}

function relatedTo(request: RampRequest, place: RampPlace, columns: readonly Column[]): PlainObject {
  const [column] = columns;
  const root = (column && rootOf(place, column)) ?? [];
  const inner = placeAt(place, root);
  const quantifier = quantifierOf(request, columns);
  const below = columns.map(({ path, tokens }) => ({
    path: path.slice(root.length),
    tokens: tokens.map((token) => ({ ...token, quantifier: '$any' as const })),
  }));
  if (quantifier !== '$any' && inner !== undefined) refuseFurther(request, inner, { quantifier, columns: below });
  const found = inner === undefined ? allOf([]) : conditionsOf(request, inner, below);
  const some = nest(root, found) as PlainObject;
  if (quantifier === '$any') return some;
  const none = (part: PlainObject) => objectOf([['$not', part]]);
  if (quantifier === '$none') return none(some);
  return allOf([some, none(nest(root, objectOf([['$not', found]])) as PlainObject)]);
}

function placeAt(place: RampPlace, path: readonly string[]): RampPlace | undefined {
  let [at, rest] = [place, path];
  while (rest.length > 0) {
    const relation = at.relation(rest);
    if (relation === undefined) return undefined;
    [at, rest] = [relation.place, rest.slice(relation.names)];
  }
  return at;
}

function quantifierOf(request: RampRequest, columns: readonly Column[]): Token['quantifier'] {
  const tokens = columns.flatMap(({ tokens }) => tokens).filter(({ quantifier }) => quantifier !== '$any');
  const [first] = tokens;
  const other = tokens.find(({ quantifier }) => quantifier !== first?.quantifier);
  if (other !== undefined) {
    const text = `has ${other.quantifier} beside ${first?.quantifier ?? '$any'} of the same relation`;
    request.refuse(other.key, { code: 'malformed_key' }, text);
  }
  return first?.quantifier ?? '$any';
}

/** Refuses what nestjs-paginate answers in ways of its own: a quantifier above a further relation. */
function refuseFurther(
  request: RampRequest,
  place: RampPlace,
  { quantifier, columns }: { readonly quantifier: string; readonly columns: readonly Column[] },
): void {
  for (const { path, tokens } of columns) {
    const relation = place.relation(path);
    if (relation === undefined || (quantifier === '$none' && !relation.toMany)) continue;
    const text = `has ${quantifier} above a further relation, which is not read here; send conditions without it`;
    request.refuse(tokens[0]?.key ?? '', { code: 'malformed_key' }, text);
  }
}

function refuseQuantifiers(request: RampRequest, tokens: readonly Token[]): void {
  const wrong = tokens.find(({ quantifier }) => quantifier !== '$any');
  if (wrong === undefined) return;
  request.refuse(wrong.key, { code: 'malformed_key' }, `has ${wrong.quantifier}, which is for relations`);
}
