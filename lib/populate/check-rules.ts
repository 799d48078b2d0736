import {
  type Check,
  type Option,
  FilterConfigurationError,
  checkConditions,
  checkFunction,
  checkNames,
  checkedList,
  checkOptions,
  checkedElsewhere,
  didYouMean,
  wrongValue,
} from '../configuration/index.js';
import { limitTable } from '../limits.js';
import { type FilterSchema, type NamedPopulateRule, type PopulateRule } from '../schema/index.js';

/** The options of one populated relation, each with the check of its value. */
const ruleOptions = {
  name: checkedElsewhere,
  limit: checkRows,
  maximum: checkRows,
  sort: checkedElsewhere,
  fields: checkNames,
  where: checkConditions,
  when: (option) => checkFunction(option, 'the context'),
} as const satisfies Record<keyof PopulateRule, Check>;

/** The options that only relations to many rows have. */
const ofMany = ['limit', 'maximum', 'sort'] as const;

/**
 * Checks the list of a declaration against the entity.
 *
 * @param subject begins each error: `@Filterable() on Post`, or the handler
 * @throws FilterConfigurationError with everything that is wrong with the list
 */
export function checkRules(schema: FilterSchema, rules: readonly NamedPopulateRule[], subject: string): void {
  checkedList(
    { subject, name: 'populate', value: rules },
    ({ name }) => name,
    (rule) => checkRelation(schema, rule, subject),
  );
}

function checkRelation({ metadata }: FilterSchema, rule: PopulateRule, subject: string): void {
  const { name } = rule;
  const relation = metadata.relations.find(({ propertyPath }) => propertyPath === name);
  if (relation === undefined) throw unknownRelation(metadata, name, subject);
  const about = `${subject}: the populated relation ${name}`;
  checkOptions(about, rule, ruleOptions);
  if (relation.inverseEntityMetadata.primaryColumns.length === 0) {
    throw new FilterConfigurationError(
      `${about} leads to ${relation.inverseEntityMetadata.name}, which has no primary key to order its rows by; leave it out`,
    );
  }
  if (relation.isOneToMany || relation.isManyToMany) checkLimits(rule, about);
  else checkToOne(rule, about);
}

function unknownRelation({ relations, columns }: FilterSchema['metadata'], name: string, subject: string) {
  const isColumn = columns.some(({ propertyPath }) => propertyPath === name);
  const existing = relations.map(({ propertyPath }) => propertyPath);
  const wayOut = isColumn
    ? 'a column, which every row has; name a relation'
    : `no relation; ${didYouMean(name, existing)}`;
  return new FilterConfigurationError(`${subject}: \`populate\` names ${name}, which is ${wayOut}`);
}

function checkToOne(rule: PopulateRule, about: string): void {
  const option = ofMany.find((name) => rule[name] !== undefined);
  if (option === undefined) return;
  throw new FilterConfigurationError(`${about} leads to one row; leave out \`${option}\`, which is for many`);
}

function checkLimits({ limit, maximum }: PopulateRule, about: string): void {
  if (limit === undefined || maximum === undefined || maximum >= limit) return;
  throw new FilterConfigurationError(
    `${about} has the \`maximum\` ${maximum}, less than its \`limit\` ${limit}; raise the one or lower the other`,
  );
}

function checkRows(option: Option): void {
  const { value } = option;
  const { cap } = limitTable.populatedPerRow;
  if (value === undefined || (Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= cap)) return;
  throw wrongValue(option, `a whole number from 1 to ${cap}`);
}
