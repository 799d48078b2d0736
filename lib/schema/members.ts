import type { EntityMetadata } from 'typeorm';
import { didYouMean, FilterConfigurationError, withArticle } from '../configuration/index.js';
import type { AnyOperator } from '../operators/index.js';
import { operatorSuits } from '../operators/index.js';
import { type ValueKind, declarableKinds } from '../values/index.js';
import type { ColumnSchema, FieldSchema, Member } from './filter-schema.js';
import { checkNames } from './names.js';
import type { FieldRule } from './rules.js';
import type { Schemas } from './schemas.js';

/** The declaration that an error message begins with: `@Filterable() on Post`, or the name of a handler. */
export type Subject = string;

/** Returns the subject of errors in an entity's decorators. */
export function declarationOf(metadata: EntityMetadata): Subject {
  return `@Filterable() on ${metadata.name}`;
}

/** The declaration that members are made for: an entity's decorators, or one handler's overrides of them. */
export interface Declaration {
  /** The subject of its errors. */
  readonly subject: Subject;
  /** The schemas that its columns and related entities are looked up in. */
  readonly registry: Schemas;
  /** The only operators that a handler allows, behind relations too; undefined: all that the entities allow. */
  readonly operators: readonly string[] | undefined;
}

type MemberMap = Map<string, Member>;

/** The members of a view while they are gathered. */
export class MemberTree {
  /** The members by name, to be handed out as read-only when all are added. */
  readonly members: MemberMap = new Map();

  constructor(private readonly subject: Subject) {}

  /**
   * Adds a member under a path, and the embedded groups on the way to it: `['address', 'city']` is `city` in the group
   * `address`.
   *
   * @throws FilterConfigurationError where another member has the name, or a segment of the path names no group
   */
  add(path: readonly string[], member: Member): void {
    const name = path.at(-1);
    if (name === undefined) return;
    let { members } = this;
    for (const segment of path.slice(0, -1)) members = this.groupIn(members, segment);
    if (members.has(name)) throw this.duplicate(name);
    members.set(name, member);
  }

  private groupIn(members: MemberMap, name: string): MemberMap {
    const existing = members.get(name);
    if (existing === undefined) {
      const inner: MemberMap = new Map();
      members.set(name, { type: 'embedded', members: inner });
      return inner;
    }
    if (existing.type !== 'embedded') throw this.duplicate(name);
    return existing.members as MemberMap;
  }

  private duplicate(name: string): FilterConfigurationError {
    return new FilterConfigurationError(`${this.subject}: two members are named ${name}`);
  }
}

/** Returns the path by which clients know a property: the property's own, or its alias as a single segment. */
export function clientPathOf(propertyPath: string, alias: string | undefined): readonly string[] {
  return (alias ?? propertyPath).split('.');
}

/**
 * Checks that an alias can be one segment of a key: without the characters of the request syntax, and no number, which would
 * be the index of a list.
 *
 * @throws FilterConfigurationError where it cannot
 */
export function checkAlias(alias: string, subject: Subject): void {
  if (/^[^.:,$[\]]+$/.test(alias) && !/^\d+$/.test(alias)) return;
  throw new FilterConfigurationError(
    `${subject}: the alias ${alias} contains one of . : , $ [ ], is a number, or is empty`,
  );
}

/**
 * Makes a field of a column and its rule.
 *
 * @throws FilterConfigurationError where the rule declares a kind, operators or an order that the column cannot have
 */
export function fieldOf(column: ColumnSchema, rule: FieldRule, declaration: Declaration): FieldSchema {
  const { subject } = declaration;
  const path = column.metadata.propertyPath;
  checkDeclaredKind(column, subject);
  const operators = operatorsOf(column, rule, declaration);
  if (column.kind.name === 'enum' && column.facts.members === undefined) {
    throw new FilterConfigurationError(`${subject}: ${path} is an enum without members; name them: @Column({ enum })`);
  }
  const hasOrder = column.kind.ordered || isSortableOnly(column);
  if (rule.sortable === true && !hasOrder) {
    throw new FilterConfigurationError(`${subject}: ${path} is ${column.kind.name}, which has no order to sort by`);
  }
  return {
    type: 'field',
    clientPath: clientPathOf(path, rule.as),
    propertyPath: path,
    column,
    operators: new Map(operators.map((operator) => [operator.token, operator])),
    sortable: rule.sortable ?? hasOrder,
    when: rule.when,
  };
}

/** Checks a declared kind against the column. With a transformer, the column's type says nothing about the values. */
function checkDeclaredKind({ metadata, kind, storedKind, bindFacts }: ColumnSchema, subject: Subject): void {
  if (kind === storedKind || metadata.transformer !== undefined) return;
  const kinds = declarableKinds(storedKind.name, bindFacts.dialect, metadata);
  if (kinds === 'every' || kinds.includes(kind.name)) return;
  throw new FilterConfigurationError(
    `${subject}: the field ${metadata.propertyPath} has the kind ${kind.name}, which ${withArticle(typeName(metadata, storedKind))} ` +
      `column cannot hold; it can hold: ${kinds.join(', ')}.${storedKind.name === 'text' ? transformerHint : ''}`,
  );
}

const transformerHint = ' If its texts stand for other values, give the column a transformer.';

/** Names a column's type: by its kind for numbers and dates, by its declaration for `text` and `opaque`, which cover many. */
function typeName({ type, isArray }: ColumnSchema['metadata'], { name }: ValueKind): string {
  if (name !== 'opaque' && name !== 'text') return name;
  const declared = typeof type === 'function' ? name : type;
  return isArray ? `${declared} array` : declared;
}

/** Returns true for kinds without `$lt` that can be sorted by all the same: false before true, enums as they are stored. */
function isSortableOnly(column: ColumnSchema): boolean {
  return column.kind.comparable;
}

function operatorsOf(
  column: ColumnSchema,
  rule: FieldRule,
  { registry, subject }: Declaration,
): readonly AnyOperator[] {
  const all = [...registry.options.operators.values()];
  const suitable = all.filter((operator) => operatorSuits(operator, column.kind));
  if (rule.operators === undefined) return suitable;
  const field = `${subject}: ${column.metadata.propertyPath}`;
  checkNames(rule.operators, 'operators', field);
  if (rule.operators.length === 0) {
    throw new FilterConfigurationError(`${field}: \`operators\` is empty; leave the field out`);
  }
  return rule.operators.map((token) => {
    const operator = suitable.find((candidate) => candidate.token === token);
    if (operator !== undefined) return operator;
    const tokens = suitable.map((candidate) => candidate.token);
    throw new FilterConfigurationError(
      `${field}: ${token} is not an operator for ${withArticle(column.kind.name)} field; ${didYouMean(token, tokens)}`,
    );
  });
}
