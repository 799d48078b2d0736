import { decode } from './decode.js';
import { plainPath } from './key-syntax.js';
import { type Parameter, type ParameterNames, nameOf, parameterOf } from './parameters.js';
import { type Path, locate } from './segments.js';

/** The place in a request that a key leads to. */
export interface KeyPlace {
  readonly parameter: Parameter;
  /** The names from the parameter inwards; `[]` is the index that it stands for. */
  readonly path: Path;
  readonly pointer: string;
}

/** Returns the places that the keys of a request lead to. Undefined where a key needs a closer look, or is repeated. */
export function placesOf(keys: readonly string[], params: ParameterNames): readonly KeyPlace[] | undefined {
  const places = new Map<string, KeyPlace>();
  const lengths = new Map<string, number>();
  for (const key of keys) {
    const place = placeOf(key, params, lengths);
    if (place === undefined || places.has(place.pointer)) return undefined;
    places.set(place.pointer, place);
  }
  return [...places.values()];
}

/** @param lengths how many members each list with `[]` has so far */
function placeOf(raw: string, params: ParameterNames, lengths: Map<string, number>): KeyPlace | undefined {
  const key = decode(raw);
  const parameter = key === undefined ? undefined : parameterOf(key, params);
  if (key === undefined || parameter === undefined) return undefined;
  const path = plainPath(key, nameOf(parameter, params));
  if (path === undefined) return undefined;
  if (path.at(-1) === '') {
    path.pop();
    const { pointer } = locate(path);
    const index = lengths.get(pointer) ?? 0;
    lengths.set(pointer, index + 1);
    path.push(String(index));
  }
  return { parameter, path, pointer: locate(path).pointer };
}
