import type { EntityDescription, FieldDescription } from 'nestjs-filterable';
import type { FullField, FullOption } from 'react-querybuilder';
import { type RuleOperator, ruleOperators } from '../address/rule-operators.js';
import { labelOf } from '../list/labels.js';
import type { ListDescription } from '../server.js';

/** A field of the query builder. */
export interface BuilderField extends FullField {
  /** What its values are, in the server's words. */
  readonly expects: string;
  /** The values to choose from, where there are only some. */
  readonly members: readonly string[];
  readonly operators: FullOption[];
}

/** The fields of the rows, or of one relation. */
export interface BuilderFieldGroup {
  readonly label: string;
  readonly options: BuilderField[];
}

/** Makes the fields of the query builder from the description of the list: its own, and those of its relations. */
export function builderFields(description: ListDescription): BuilderFieldGroup[] {
  const own = { label: description.entity, options: fieldsOf(description.fields, '') };
  const related = description.relations.map((relation) => ({
    label: labelOf(relation.name),
    options: [
      ...(relation.toMany ? [countOf(relation.name)] : []),
      ...fieldsOf(visibleIn(description.related[relation.entity], relation.fields), `${relation.name}.`),
    ],
  }));
  return [own, ...related].filter(({ options }) => options.length > 0);
}

function visibleIn(entity: EntityDescription | undefined, names: readonly string[] | undefined) {
  const fields = entity?.fields ?? [];
  return names === undefined ? fields : fields.filter(({ name }) => names.includes(name));
}

function fieldsOf(fields: readonly FieldDescription[], prefix: string): BuilderField[] {
  return fields
    .map((field) => ({
      ...optionOf(`${prefix}${field.name}`),
      expects: field.expects,
      members: field.kind === 'boolean' ? ['true', 'false'] : (field.members ?? []).map(String),
      operators: operatorsOf(field),
    }))
    .filter(({ operators }) => operators.length > 0);
}

function operatorsOf({ operators, nullable, list }: FieldDescription): BuilderField['operators'] {
  const tokens = new Set(operators.map(({ operator }) => operator));
  const isUseful = ({ takes }: RuleOperator) => nullable || takes !== 'nothing';
  return ruleOperators.filter((each) => list !== true && tokens.has(each.token) && isUseful(each)).map(comparisonOf);
}

function optionOf(name: string): FullOption {
  return { name, value: name, label: labelOf(name) };
}

function comparisonOf({ name, label }: RuleOperator): FullOption {
  return { name, value: name, label };
}

/** Returns the field for the number of related rows. */
function countOf(relation: string): BuilderField {
  const comparisons = new Set(['=', '>=', '<=', '>', '<']);
  return {
    ...optionOf(`${relation}.$count`),
    expects: 'a number',
    members: [],
    operators: ruleOperators.filter(({ name }) => comparisons.has(name)).map(comparisonOf),
  };
}
