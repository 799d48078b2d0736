import type { AnyMongoAbility } from '@casl/ability';
import { permittedFieldsOf, rulesToAST } from '@casl/ability/extra';

type Conditions = Readonly<Record<string, unknown>>;
type Condition = NonNullable<ReturnType<typeof rulesToAST>>;

/** The conditions of all rows that an ability may read: the `scope` of an entity. */
export function accessibleRows(ability: AnyMongoAbility, subject: string): Conditions {
  const rules = rulesToAST(ability, 'read', subject);
  // No rule allows anything: no row. A primary key is never NULL.
  return rules === null ? { id: { $null: true } } : read(rules, false);
}

/**
 * True where an ability may read a field of every row that it may read: the `when` of the field. A field that is
 * allowed on some of these rows is hidden, because a filter or a sort would reveal its value on the others.
 */
export function accessibleField(ability: AnyMongoAbility, subject: string, field: string): boolean {
  const permitted = permittedFieldsOf(ability, 'read', subject, { fieldsFrom: (rule) => rule.fields ?? [field] });
  const [ofField, ofRows] = [ability.rulesFor('read', subject, field), ability.rulesFor('read', subject)];
  return (
    permitted.includes(field) && ofField.length === ofRows.length && ofField.every((rule) => ofRows.includes(rule))
  );
}

/** Each operator of a field: what it means here. `ne` and `nin` are the negations of others. */
const operators: Readonly<Record<string, (value: unknown) => Conditions>> = {
  eq: (value) => (value === null ? { $null: true } : { $eq: one(value) }),
  lt: (value) => ({ $lt: one(value) }),
  lte: (value) => ({ $lte: one(value) }),
  gt: (value) => ({ $gt: one(value) }),
  gte: (value) => ({ $gte: one(value) }),
  in: (value) => ({ $in: many(value) }),
  all: (value) => ({ $hasEvery: many(value) }), // a list column
  size: (value) => ({ $count: one(value) }), // a relation
  elemMatch: (value) => ({ $some: read(value as Condition, false) }), // a relation
};

const negations: Readonly<Record<string, string>> = { ne: 'eq', nin: 'in' };
const aboutRelations = ['size', 'elemMatch'];

function read(condition: Condition, isNegated: boolean): Conditions {
  const { operator, value } = condition;
  if ('field' in condition) return readField(String(condition.field), operator, value, isNegated);
  const parts = Array.isArray(value) ? value : [];
  if (operator === 'not' && parts[0] !== undefined) return read(parts[0], !isNegated);
  if (operator === 'nor') return together('and', parts, true, isNegated);
  if (operator === 'and' || operator === 'or') return together(operator, parts, false, isNegated);
  throw new TypeError(`${operator} has no equivalent; write the rule without it`);
}

/** Joins conditions. The negation of all is any negation (De Morgan). */
function together(operator: 'and' | 'or', parts: readonly Condition[], isEachNegated: boolean, isNegated: boolean) {
  const all = parts.map((part) => read(part, isEachNegated !== isNegated));
  if (all.length === 0 && !isNegated) return {};
  return { [(operator === 'and') === isNegated ? '$or' : '$and']: all };
}

function readField(field: string, operator: string, value: unknown, isNegated: boolean): Conditions {
  const opposite = negations[operator];
  if (opposite !== undefined) return readField(field, opposite, value, !isNegated);
  const write = operators[operator];
  if (write === undefined) throw new TypeError(`$${operator} of ${field} has no equivalent; write the rule without it`);
  const path = field.split('.');
  if (path.length > 1 && value === null) throw new TypeError(`${field}: null has no equivalent through a relation`);
  const condition = path.reduceRight<Conditions>((inner, name) => ({ [name]: inner }), write(value));
  if (!isNegated) return condition;
  if (path.length > 1 || aboutRelations.includes(operator)) return { $not: condition };
  if (value === null) return { [field]: { $null: false } };
  // In CASL a missing value is not equal to any other; in SQL it is neither equal nor unequal.
  return { $or: [{ [field]: { $not: write(value) } }, { [field]: { $null: true } }] };
}

function one(value: unknown): unknown {
  if (value === null || (typeof value === 'object' && !(value instanceof Date))) {
    throw new TypeError('an object or null has no equivalent as a value');
  }
  return value;
}

function many(value: unknown): readonly unknown[] {
  return (value as unknown[]).map(one);
}
