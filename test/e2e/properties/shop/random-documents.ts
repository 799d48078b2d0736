import fc from 'fast-check';
import type { Field } from '../model-types.js';
import { dice } from '../permutations.js';
import type { Document } from './dataset.js';
import { type Json, type JsonObject, isJsonObject, printJson } from './json.js';
import { keysOf } from './model.js';
import { mostlyFirst } from '../value-pools.js';
import { jsonOf, notJson, strangers } from './spellings-of-values.js';

const stranger = fc.constantFrom(...strangers);

/** How a column keeps texts: a strict one takes no text that is not JSON. */
interface Storage {
  readonly strict: boolean;
}

/**
 * Documents with values at some of the paths; now and then there is something else in the place of a value or an
 * object.
 */
export function documents(paths: Readonly<Record<string, Field>>, storage: Storage): fc.Arbitrary<Document | null> {
  const members: Record<string, fc.Arbitrary<Json | undefined>> = {};
  for (const [path, field] of Object.entries(paths))
    members[path] = fc.option(valueOf(field), { nil: undefined, freq: 4 });
  const whole = fc.record(members).map((values) => objectOf(values));
  const shape = fc.oneof(
    { weight: 12, arbitrary: whole },
    {
      weight: 4,
      arbitrary: fc.tuple(whole, inTheWay(paths)).map(([object, [keys, other]]) => put(object, keys, other)),
    },
    { weight: 1, arbitrary: whole.map((object) => [object]) },
    { weight: 1, arbitrary: stranger },
    { weight: 1, arbitrary: fc.constant(null) },
  );
  return written(shape, storage);
}

/** Documents of a column that is to hold lists. */
export function lists(field: Field, storage: Storage): fc.Arbitrary<Document | null> {
  return written(fc.oneof({ weight: 9, arbitrary: listOf(field) }, { weight: 1, arbitrary: stranger }), storage);
}

/** Texts of values, texts that are no JSON, and NULL. */
function written(value: fc.Arbitrary<Json>, { strict }: Storage): fc.Arbitrary<Document | null> {
  const valid = fc.tuple(value, dice).map(([json, roll]): Document => ({ text: printJson(json, roll()), json }));
  const invalid = fc.constantFrom(...notJson).map((text): Document => ({ text, json: undefined }));
  const text = strict ? valid : fc.oneof({ weight: 9, arbitrary: valid }, { weight: 1, arbitrary: invalid });
  return fc.option(text, { freq: 9 });
}

function valueOf(field: Field): fc.Arbitrary<Json> {
  const own = field.list === undefined ? fc.constantFrom(...jsonOf(field.pool)) : listOf(field);
  return fc.oneof({ weight: 9, arbitrary: own }, { weight: 2, arbitrary: stranger });
}

function listOf({ pool }: Field): fc.Arbitrary<Json> {
  const element = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...mostlyFirst(jsonOf(pool))) },
    { weight: 1, arbitrary: stranger },
  );
  return fc.array(element, { maxLength: 5, size: 'max' });
}

/** Something else in the place of an object that leads to a value, or the list of it. */
function inTheWay(paths: Readonly<Record<string, Field>>): fc.Arbitrary<readonly [readonly string[], Json]> {
  const inner = Object.keys(paths)
    .map(keysOf)
    .flatMap((keys) => keys.slice(0, -1).map((_, index) => keys.slice(0, index + 1)));
  return fc.tuple(fc.constantFrom(...inner, ['0']), stranger);
}

function objectOf(values: Readonly<Record<string, Json | undefined>>): Json {
  const empty: Json = { members: new Map() };
  return Object.entries(values).reduce<Json>(
    (json, [path, value]) => (value === undefined ? json : put(json, keysOf(path), value)),
    empty,
  );
}

/** Puts a value at the end of some keys, and objects on the way to it. */
function put(json: Json | undefined, [key, ...rest]: readonly string[], value: Json): Json {
  if (key === undefined) return value;
  const members = new Map(isJsonObject(json) ? json.members : []);
  members.set(key, put(members.get(key), rest, value));
  return { members } satisfies JsonObject;
}
