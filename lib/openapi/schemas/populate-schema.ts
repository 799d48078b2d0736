import { type Populatable, type Populatables, mostRowsOf } from '../../populate/index.js';
import { selectableNames } from '../../selection/index.js';
import type { Reference } from './components.js';
import type { DocumentedList } from './documented-list.js';
import { type JsonSchema, closed, pascal } from './json-schema.js';
import { sortSchema } from './sort-schema.js';

/**
 * Returns the reference to the relations that a list may populate, each `true` or an object of options. The options
 * nest the related entity's relations as deep as the limits allow. Undefined where there is none.
 */
export function populateSchema(populatables: Populatables, list: DocumentedList): Reference | undefined {
  return levelSchema(populatables, { list, owner: list.profile.schema.name, depth: 1 });
}

/** One level of populated relations: the entity that declares them, and the number of relations on the way. */
interface LevelFrame {
  readonly list: DocumentedList;
  readonly owner: string;
  readonly depth: number;
}

function levelSchema(populatables: Populatables, frame: LevelFrame): Reference | undefined {
  const { list, owner, depth } = frame;
  const { limits } = list.profile;
  const visible = [...populatables].filter(([, populatable]) => populatable.isShown(list.context));
  if (visible.length === 0 || depth > limits.populateHops) return undefined;
  const properties = visible.map(([name, populatable]) => [name, relationSchema(populatable, frame)] as const);
  const description = `Relations of ${owner}, each \`true\` or with options.`;
  const schema = closed(Object.fromEntries(properties), { maxProperties: limits.populate, description });
  return list.components.share([`${owner}Populate`, `${list.name}${owner}Populate`], () => schema);
}

function relationSchema(populatable: Populatable, frame: LevelFrame): JsonSchema {
  const asked = { type: 'boolean', enum: [true] };
  const options = optionsSchema(populatable, frame);
  return Object.keys(options).length === 0 ? asked : { anyOf: [asked, closed(options)] };
}

/** Makes the schemas of the options of a relation, as far as a client could say something by them. */
function optionsSchema(populatable: Populatable, { list, owner, depth }: LevelFrame): Record<string, JsonSchema> {
  const { relation, view, selectable, below } = populatable;
  const { schemas, context } = list;
  const fields = selectableNames(selectable, context);
  const options = {
    filters: schemas.filter(view, `${owner}${pascal(populatable.name)}`),
    ...(relation.toMany ? manyOptions(populatable, list) : {}),
    fields: fields.length === 0 ? undefined : listOf(fields),
    populate: levelSchema(below, { list, owner: view.schema.name, depth: depth + 1 }),
  };
  const given = Object.entries(options).flatMap(([name, schema]) => (schema === undefined ? [] : [[name, schema]]));
  return Object.fromEntries(given) as Record<string, JsonSchema>;
}

function manyOptions(populatable: Populatable, list: DocumentedList): Record<string, JsonSchema | undefined> {
  const { limits } = list.profile;
  return {
    sort: sortSchema(populatable.view, limits, list),
    limit: { type: 'integer', minimum: 1, maximum: mostRowsOf(populatable, limits) },
  };
}

function listOf(names: readonly string[]): JsonSchema {
  return {
    type: 'array',
    items: { type: 'string', enum: names },
    minItems: 1,
    maxItems: names.length,
    uniqueItems: true,
  };
}
