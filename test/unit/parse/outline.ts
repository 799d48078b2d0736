import { type Condition, type Related, type RelatedCount, planOf } from '../../../lib/ast/index.js';
import type { FilterValue } from '../../../lib/values/index.js';
import { type Asking, type Input, parse } from './asking.js';

/** What was understood of the filters, as a tree in one line: `SOME comments [approved $eq true AND stars $gte 4]`. */
export function outlineOf(input: Input, asking?: Asking): string {
  const {
    asked: { filters },
  } = planOf(parse(input, asking));
  return filters === undefined ? 'everything' : outline(filters);
}

function outline(condition: Condition): string {
  switch (condition.type) {
    case 'and':
    case 'or':
      return `(${condition.conditions.map(outline).join(condition.type === 'and' ? ' AND ' : ' OR ')})`;
    case 'not':
      return `NOT ${outline(condition.condition)}`;
    case 'named':
      return `${outline(condition.said)} (${outline(condition.condition)})`;
    case 'comparison':
      return [condition.field.propertyPath, condition.operator.token, ...condition.values.map(valueText)].join(' ');
    case 'related':
      return `${condition.quantifier.toUpperCase()} ${rows(condition)}`;
    case 'relatedCount':
      return counted(condition);
  }
}

/** A count that is compared twice is told as two. */
function counted(condition: RelatedCount): string {
  const each = condition.comparisons.map(({ operator, values }) =>
    [`COUNT ${rows(condition)}`, operator.token, ...values.map(valueText)].join(' '),
  );
  return each.length === 1 ? each.join() : `(${each.join(' AND ')})`;
}

function rows({ relation, where }: Related | RelatedCount): string {
  return where === undefined ? relation.propertyPath : `${relation.propertyPath} [${outline(where)}]`;
}

function valueText(value: FilterValue): string {
  return typeof value === 'object' && value.type === 'day' ? `the day ${value.date}` : JSON.stringify(value);
}
