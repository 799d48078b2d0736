import type { EntityMetadata } from 'typeorm';
import {
  type Check,
  FilterConfigurationError,
  checkChoice,
  checkEach,
  checkFunction,
  checkOptions,
  wrongValue,
} from '../../configuration/index.js';
import { type AnyOperator, builtIn } from '../../operators/index.js';
import { type ValueKind, valueKinds } from '../../values/index.js';
import type { ExpressionSchema } from '../columns/expression.js';
import { deprecationOf } from '../rules/deprecations.js';
import type { NamedFilterRule } from '../rules/named-filter-rules.js';
import type { FieldSchema, NamedFilterSchema } from '../views/filter-schema.js';
import type { Schemas } from '../views/schemas.js';
import { type Subject, checkAlias, formerPathsOf } from './members.js';
import { nameOptions, checkVisibility } from './rule-options.js';

/** The kinds of values that need no column. An enum gets its values from one, and JSON cannot be compared. */
const kinds: readonly string[] = Object.values(valueKinds)
  .filter(({ comparable, name }) => comparable && name !== 'enum')
  .map(({ name }) => name);

const options = {
  kind: (option) => {
    checkChoice(option, kinds);
    if (option.value === undefined) throw wrongValue(option, `one of ${kinds.join(', ')}`);
  },
  where: (option) => {
    checkFunction(option, 'the value and the context');
    if (option.value === undefined) throw wrongValue(option, 'a function of the value and the context');
  },
  when: checkVisibility,
  ...nameOptions,
} as const satisfies Record<keyof NamedFilterRule, Check>;

/** The operators of every named filter. */
const operators: ReadonlyMap<string, AnyOperator> = new Map(['$eq', '$in'].map((token) => [token, builtIn(token)]));

/** The entity whose rules declare named filters. */
export interface NamedFiltersOwner {
  readonly registry: Schemas;
  readonly metadata: EntityMetadata;
  readonly subject: Subject;
}

/**
 * Makes the named filters that an entity's rules declare.
 *
 * @throws FilterConfigurationError with every mistake in them
 */
export function namedFiltersOf(named: unknown, owner: NamedFiltersOwner): readonly NamedFilterSchema[] {
  if (named === undefined) return [];
  const { subject } = owner;
  if (typeof named !== 'object' || named === null || Array.isArray(named)) {
    throw wrongValue({ subject, name: 'named', value: named }, 'an object of filters by name');
  }
  const filters: NamedFilterSchema[] = [];
  checkEach(Object.entries(named), ([name, rule]: [string, unknown]) => {
    checkName(name, owner);
    checkOptions(`${subject}: the named filter ${name}`, withRequired(rule), options);
    filters.push(namedFilterOf(name, rule as NamedFilterRule, owner));
  });
  return filters;
}

/** Adds required options as undefined, so that their checks find them missing. */
function withRequired(rule: unknown): unknown {
  const isObject = typeof rule === 'object' && rule !== null && !Array.isArray(rule);
  return isObject ? { kind: undefined, where: undefined, ...rule } : rule;
}

/** Refuses a name that no request can spell, and the name of any property. */
function checkName(name: string, { metadata, subject }: NamedFiltersOwner): void {
  checkAlias(name, subject);
  const members = [...metadata.columns, ...metadata.relations].map(({ propertyPath }) => propertyPath.split('.')[0]);
  if (!members.includes(name)) return;
  throw new FilterConfigurationError(
    `${subject}: the named filter ${name} has the name of a property of ${metadata.name}; give it another one`,
  );
}

function namedFilterOf(name: string, rule: NamedFilterRule, owner: NamedFiltersOwner): NamedFilterSchema {
  const { registry, metadata } = owner;
  const { when } = registry.visibilities.withSafeWhen(rule, `${metadata.name}.${name}`);
  const names = {
    clientPath: [name],
    formerPaths: formerPathsOf(name, { formerly: rule.formerly }),
    deprecated: deprecationOf(`${metadata.name}.${name}`, rule.deprecated),
    propertyPath: name,
    when,
  };
  const field: FieldSchema = {
    ...names,
    type: 'field',
    keyPath: undefined,
    expression: expressionOf(name, valueKinds[rule.kind], owner),
    members: undefined,
    operators,
    sortable: false,
  };
  return {
    ...names,
    type: 'named',
    field,
    members: undefined,
    owner: () => registry.of(metadata),
    where: (value, context) => rule.where(value as never, context as never),
  };
}

/** Makes the expression that values are read by. It is in no SQL: what the filter stands for takes its place. */
function expressionOf(name: string, kind: ValueKind, { registry, metadata }: NamedFiltersOwner): ExpressionSchema {
  const [column] = metadata.columns;
  if (column === undefined) throw new TypeError(`${metadata.name} has no columns`);
  return Object.freeze({
    ...registry.columns.of(column),
    propertyPath: name,
    sqlOf: () => {
      throw new TypeError(`${name} is a named filter, which has no SQL of its own`);
    },
    columnName: undefined,
    column: undefined,
    kind,
    storedKind: kind,
    stored: kind,
    facts: { zone: registry.options.zone },
    accepts: undefined,
    nullable: false,
    exactOrder: undefined,
    indexed: false,
  });
}
