import { numberOfObject } from '../../caches/index.js';
import { type FilterConfigurationError, didYouMean } from '../../configuration/index.js';
import { type AggregateFunction, aggregateFunction } from '../../operators/index.js';
import type { ColumnMetadata, RelationMetadata } from '../columns/typeorm-metadata.js';
import type { ExpressionSchema } from '../columns/expression.js';
import { isWithinPath } from '../columns/property-path.js';
import { type AggregateRule, besideAggregate, declaredFunctions } from '../rules/aggregate-rule.js';
import {
  type RelatedAggregate,
  aggregateExpression,
  countExpression,
  hasAggregate,
} from '../views/related-aggregate.js';
import { type DeclaredField, wrongField } from './declared-field.js';
import { relationOf } from './relations.js';

/** Makes the expression of an aggregate of related rows that a rule declares by `of`. */
export function declaredAggregate(field: DeclaredField): ExpressionSchema | undefined {
  const { rule, path, registry, subject, column } = field;
  if (rule.of === undefined) return refuseStray(field, rule);
  checkName(field);
  const metadata = relationAt(field, rule.of);
  const [name, of] = functionOf(field, rule);
  const row = aggregateFunction(name);
  if (row === undefined) throw new TypeError(`there is no aggregate ${name}`);
  const relation = relationOf(metadata, {}, { registry, subject, operators: undefined });
  const where = rule.where && { conditions: rule.where, subject: `\`where\` of ${path} in ${subject}` };
  const related: RelatedAggregate = { relation, function: row, of: undefined, where, group: groupOf(rule) };
  if (of === true) return countExpression(related, path, registry.columns.of(column));
  return aggregateExpression({ ...related, of: valuesOf(field, { metadata, of, row }) }, path, column);
}

/** Names the related rows of a rule: equal objects are equal conditions, and a function is equal to itself alone. */
function groupOf({ of = '', where }: AggregateRule): string {
  if (where === undefined) return of;
  return `${of} ${typeof where === 'function' ? numberOfObject(where) : JSON.stringify(where, bigintsAsTexts)}`;
}

function bigintsAsTexts(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}

/** Refuses the options of an aggregate where nothing says that the field is one. */
function refuseStray(field: DeclaredField, rule: AggregateRule): undefined {
  const stray = [...declaredFunctions, ...besideAggregate].find((option) => rule[option] !== undefined);
  if (stray === undefined) return undefined;
  throw wrongField(field, `has \`${stray}\`, which is for aggregates of related rows; name their relation by \`of\``);
}

/** The options of fields that say how a column is read. */
const ofColumns = ['kind', 'list', 'paths'] as const;

function checkName(field: DeclaredField): void {
  const { path, rule, entity } = field;
  if (path.includes('.') || /[:,$[\]]/.test(path)) {
    throw wrongField(field, 'is an aggregate of related rows, whose name is that of a property; leave out . : , $ [ ]');
  }
  if (entity.columns.some(({ propertyPath }) => isWithinPath(propertyPath, path))) {
    throw wrongField(field, 'is a column, and an aggregate of related rows is none; give the aggregate another name');
  }
  const stray = ofColumns.find((option) => rule[option] !== undefined);
  if (stray === undefined) return;
  throw wrongField(field, `has \`${stray}\`, which is for columns; leave it out, the function has a kind of its own`);
}

/** Finds the relation to many rows. */
function relationAt(field: DeclaredField, of: string): RelationMetadata {
  const { relations } = field.entity;
  const relation = relations.find(({ propertyPath }) => propertyPath === of);
  const many = relations.filter(({ isOneToMany, isManyToMany }) => isOneToMany || isManyToMany);
  const names = many.map(({ propertyPath }) => propertyPath);
  if (relation !== undefined && many.includes(relation)) return relation;
  const reason = relation === undefined ? 'which is no relation' : 'which leads to one row and has no aggregates';
  const wayOut = names.length === 0 ? 'the entity has no relation to many rows' : didYouMean(of, names);
  throw wrongField(field, `is an aggregate of ${of}, ${reason}; ${wayOut}`);
}

type DeclaredFunction = (typeof declaredFunctions)[number];

/** Returns the function of a rule, and the column that it is over: `true` for the number of rows. */
function functionOf(field: DeclaredField, rule: AggregateRule): readonly [DeclaredFunction, string | true] {
  const given = declaredFunctions.flatMap((name) => {
    const of = rule[name];
    return of === undefined ? [] : [[name, of] as const];
  });
  const [only, another] = given;
  if (only !== undefined && another === undefined) return only;
  const names = given.map(([name]) => `\`${name}\``).join(' and ');
  const what = only === undefined ? 'has no function' : `has ${names}`;
  throw wrongField(field, `is an aggregate of related rows and ${what}; give one of: ${declaredFunctions.join(', ')}`);
}

/** A function over a column of related rows. */
interface Aggregated {
  readonly metadata: RelationMetadata;
  /** Property path of the column. */
  readonly of: string;
  readonly row: AggregateFunction;
}

/** Returns the values that the related rows have in a column, exposed or not. */
function valuesOf({ registry, ...field }: DeclaredField, { metadata, of, row }: Aggregated): ExpressionSchema {
  const { columns, name } = metadata.inverseEntityMetadata;
  const own = columns.filter(({ isVirtual }) => !isVirtual);
  const column = own.find(({ propertyPath }) => propertyPath === of);
  const suits = (each: ColumnMetadata): boolean =>
    !each.isVirtualProperty && hasAggregate(row, registry.columns.of(each));
  const wrong = (reason: string): FilterConfigurationError => {
    const names = own.filter(suits).map(({ propertyPath }) => propertyPath);
    const wayOut = names.length === 0 ? `${name} has no such column` : didYouMean(of, names);
    return wrongField({ registry, ...field }, `has \`${row.name}\` of ${of}, which ${reason}; ${wayOut}`);
  };
  if (column === undefined) throw wrong(`is no column of ${name}`);
  if (suits(column)) return registry.columns.of(column);
  if (column.isVirtualProperty) throw wrong('is a virtual column');
  const { kind } = registry.columns.of(column);
  const isChanged = column.transformer !== undefined && row.suits(kind);
  throw wrong(isChanged ? 'has a transformer, which a sum cannot be changed back by' : `is ${kind.name}`);
}
