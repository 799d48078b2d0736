import type { FlatMeaning } from '../../engine/index.js';
import { pageKeysOf } from '../../parse/index.js';
import { isPathVisible, isVisible, sortKeysOf } from '../../schema/index.js';
import type { FlatTarget } from '../../wire/index.js';
import type { DocumentedList } from './documented-list.js';
import type { JsonSchema } from './json-schema.js';
import { pageKeySchema } from './pagination-schema.js';
import { operandSchema, valueSchema } from './value-schemas.js';

/** One flat name as OpenAPI shows it: a plain parameter. */
export interface FlatParameterSchema {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly style?: string;
  readonly explode?: boolean;
}

/** OpenAPI's names for lists in one value, by the text between their members. */
const styles: Readonly<Record<string, string>> = { ',': 'form', '|': 'pipeDelimited', ' ': 'spaceDelimited' };

/** Returns the documentation of a list's flat names. Names of fields that the context may not see are left out. */
export function flatSchemasOf(list: DocumentedList): readonly FlatParameterSchema[] {
  const { flat } = list.profile;
  if (flat === undefined) return [];
  return [...flat.meanings].flatMap(([name, meaning]) => {
    const target = flat.rules.targets.get(name);
    return target === undefined ? [] : schemaOf({ name, meaning, target }, list);
  });
}

interface Named {
  readonly name: string;
  readonly meaning: FlatMeaning;
  readonly target: FlatTarget;
}

function schemaOf({ name, meaning, target }: Named, list: DocumentedList): FlatParameterSchema | [] {
  const { profile, context } = list;
  if (meaning.parameter === 'pagination') {
    if (!pageKeysOf(profile.styles(context)).includes(meaning.key)) return [];
    const schema = pageKeySchema(meaning.key, profile.limits);
    return { name, schema, description: `The same as \`${profile.params.pagination}[${meaning.key}]\`.` };
  }
  if (meaning.parameter === 'sort') return { name, ...sortSchema(meaning.part, list) };
  if ('relations' in meaning) {
    if (!meaning.relations.every((relation) => isVisible(relation, context))) return [];
    const isNull = meaning.token === '$null';
    const description = `Rows ${isNull ? 'without' : 'with'} a related row in ${target.path.slice(0, -1).join('.')}; false for the others.`;
    return { name, description, schema: { type: 'boolean' } };
  }
  const { path, operator } = meaning;
  if (!isPathVisible(path, context)) return [];
  const value = valueSchema(path.field.expression, profile.limits);
  const schema = operandSchema(operator.takes, value, profile.limits);
  const description = `Rows whose ${target.path.slice(0, -1).join('.')} ${operator.summary}.`;
  return { name, description, ...written(schema, target) };
}

/** Says how a list is written: as a key given several times, or with a separator that OpenAPI may have a name for. */
function written(
  schema: JsonSchema,
  { takes, separator }: FlatTarget,
): Omit<FlatParameterSchema, 'name' | 'description'> {
  if (takes !== 'list') return { schema };
  if (separator === undefined) return { schema, style: 'form', explode: true };
  const style = styles[separator];
  return style === undefined ? { schema: { type: 'string' } } : { schema, style, explode: false };
}

function sortSchema(part: 'keys' | 'field' | 'direction', { profile, context }: DocumentedList) {
  if (part === 'direction') {
    return { schema: { type: 'string', enum: ['asc', 'desc'] }, description: 'The direction of the order.' };
  }
  const keys = sortKeysOf(profile.view('client'), context, profile.limits.sortHops);
  if (part === 'field') return { schema: { type: 'string', enum: keys }, description: 'The key to sort by.' };
  const description = `The order of the rows: \`key:desc\`, \`-key\`, or several with commas; of ${keys.join(', ')}.`;
  return { schema: { type: 'string' }, description };
}
