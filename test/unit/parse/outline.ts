import { type Condition, type Related, type RelatedCount, planOf } from '../../../lib/ast/index.js';
import type { FilterValue } from '../../../lib/values/index.js';
import { type Asking, type Input, parse } from './asking.js';

/** What was understood of the filters, as a tree in one line: `SOME comments [approved $eq true AND stars $gte 4]`. */
export function outlineOf(input: Input, asking?: Asking): string {
  const { filters } = planOf(parse(input, asking));
  return filters === undefined ? 'everything' : outline(filters);
}

function outline(condition: Condition): string {
  switch (condition.type) {
    case 'and':
    case 'or':
      return `(${condition.conditions.map(outline).join(condition.type === 'and' ? ' AND ' : ' OR ')})`;
    case 'not':
      return `NOT ${outline(condition.condition)}`;
    case 'comparison':
      return [condition.field.propertyPath, condition.operator.token, ...condition.values.map(valueText)].join(' ');
    case 'related':
      return `${condition.quantifier.toUpperCase()} ${rows(condition)}`;
    case 'relatedCount':
      return [`COUNT ${rows(condition)}`, condition.operator.token, ...condition.values.map(valueText)].join(' ');
  }
}

function rows({ relation, where }: Related | RelatedCount): string {
  return where === undefined ? relation.propertyPath : `${relation.propertyPath} [${outline(where)}]`;
}

function valueText(value: FilterValue): string {
  return typeof value === 'object' && value.type === 'day' ? `the day ${value.date}` : JSON.stringify(value);
}
