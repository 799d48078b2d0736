import { meaningOf } from '../../compatibility/index.js';
import { describe } from '../../engine/index.js';
import { type LimitName, limitTable } from '../../limits.js';
import { aggregateFunctions, type groupTokens, type toManyTokens } from '../../operators/index.js';
import type { DocumentedList } from '../schemas/documented-list.js';
import type { JsonSchema } from '../schemas/json-schema.js';

/** Tokens that are no operators of fields. */
type OtherToken = (typeof groupTokens)[number] | (typeof toManyTokens)[number] | '$exists' | '$where';

/** Meanings of the tokens that have no row in the table of operators. */
const meanings: Readonly<Record<OtherToken, string>> = {
  $and: 'takes a list of conditions: all hold',
  $or: 'takes a list of conditions: at least one holds',
  $not: 'takes conditions that do not hold',
  $some: 'some related row satisfies the conditions, as names without a quantifier say',
  $every: 'every related row satisfies them, or there is none',
  $none: 'no related row satisfies them',
  $exists: 'there is a related row (with false: there is none)',
  $count: 'compares the number of related rows',
  $where: 'the conditions on the related rows that are counted or summed up',
};

/** Limits of whole requests, which no schema can say. */
const told: readonly LimitName[] = [
  ...(['conditions', 'logicalDepth', 'relationConditions', 'relationHops', 'toManyHops'] as const),
  ...(['unanchoredNeedles', 'values', 'maxPageSize', 'offset'] as const),
];

/**
 * Writes the description of a tool: its subject, the fields and relations of the caller, the meaning of every token in
 * the schema, by the rows of the operators, and the limits.
 *
 * @param subject first sentences, by the program
 */
export function toolDescription(list: DocumentedList, schema: JsonSchema, subject: string | undefined): string {
  const { profile, context } = list;
  const { entity, fields, named, relations, relativeDates } = describe(profile, context);
  const relationsOf = relations.map(({ name, toMany, entity: of }) => `${name} (${toMany ? 'many' : 'one'} ${of})`);
  const lines = [
    subject ?? `Finds rows of ${entity}.`,
    `Fields: ${fields.map((field) => `${field.name} (${field.kind}${field.list ? ' list' : ''})`).join(', ')}.`,
    named.length === 0 ? '' : `Named filters: ${named.map(({ name, kind }) => `${name} (${kind})`).join(', ')}.`,
    relations.length === 0
      ? ''
      : `Relations: ${relationsOf.join(', ')}. Conditions in one relation object are about one related row; put others into $and.`,
    `Operators: ${meaningsIn(list, schema).join('; ')}.`,
    `All conditions of an object hold. Null satisfies no comparison, $ne and $not included. Wildcards are plain text. ` +
      `A date on a datetime field is its whole day.${relativeDates ? ' now-7d, now/d and the like are dates.' : ''}`,
    `At most: ${told.map((name) => `${profile.limits[name]} ${limitTable[name].summary}`).join('; ')}.`,
    'A refused call lists what is wrong: each issue has the place (path), the reason, and the names that may stand there ' +
      '(allowed). Correct these and call again.',
  ];
  return lines.filter((line) => line !== '').join('\n');
}

/** Tells the meaning of each token that the schema allows, in the order of the operators' rows. */
function meaningsIn({ settings }: DocumentedList, schema: JsonSchema): readonly string[] {
  const { operators, compatibility } = settings;
  const known = new Map<string, string>();
  for (const { token, summary } of operators.values()) known.set(token, summary);
  for (const spelling of compatibility.spellings.keys()) {
    const { token, negated } = meaningOf(compatibility, spelling);
    const { summary } = operators.get(token) ?? {};
    if (summary !== undefined) known.set(spelling, negated ? `not: ${summary}` : summary);
  }
  for (const { name, summary } of aggregateFunctions) if (!known.has(`$${name}`)) known.set(`$${name}`, summary);
  for (const [token, meaning] of Object.entries(meanings)) known.set(token, meaning);
  const used = tokensIn(schema);
  return [...known].filter(([token]) => used.has(token)).map(([token, meaning]) => `${token} ${meaning}`);
}

/** Returns the properties of a schema that are tokens. */
function tokensIn(schema: unknown, found: Set<string> = new Set()): ReadonlySet<string> {
  if (Array.isArray(schema)) for (const each of schema) tokensIn(each, found);
  else if (typeof schema === 'object' && schema !== null) {
    for (const [name, each] of Object.entries(schema)) {
      if (/^\$(?!ref$|defs$|schema$)/.test(name)) found.add(name);
      tokensIn(each, found);
    }
  }
  return found;
}
