import type { EntityMetadata } from 'typeorm';
import { didYouMean, FilterConfigurationError, withArticle } from '../configuration-error.js';
import type { Operator } from '../operators/index.js';
import { operatorSuits } from '../operators/index.js';
import { type ValueKind, declarableKinds } from '../values/index.js';
import type { ColumnSchema, FieldSchema, Member } from './filter-schema.js';
import { checkNames } from './names.js';
import type { FieldRule } from './rules.js';

/** What the members of a view are gathered in; the maps are handed out as read-only. */
export type MemberMap = Map<string, Member>;

/** Where an error is: `@Filterable() on Post`. */
export type Subject = string;

/** Puts a member where its path says, making the embedded levels on the way. A name taken twice is an error. */
export function place(members: MemberMap, path: readonly string[], member: Member, subject: Subject): void {
  const [name, ...deeper] = path;
  if (name === undefined) return;
  const existing = members.get(name);
  if (deeper.length === 0) {
    if (existing !== undefined) throw new FilterConfigurationError(`${subject}: two members are called ${name}`);
    members.set(name, member);
    return;
  }
  if (existing === undefined) {
    const inner: MemberMap = new Map();
    members.set(name, { type: 'embedded', members: inner });
    place(inner, deeper, member, subject);
  } else if (existing.type === 'embedded') {
    place(existing.members as MemberMap, deeper, member, subject);
  } else {
    throw new FilterConfigurationError(`${subject}: two members are called ${name}`);
  }
}

/** The path by which clients know a property: its own, or the alias in place of it. */
export function clientPathOf(propertyPath: string, alias: string | undefined): readonly string[] {
  return (alias ?? propertyPath).split('.');
}

/** An alias is one segment of a key, and a number would be the index of a list. */
export function checkAlias(alias: string, subject: Subject): void {
  if (/^[^.:,$[\]]+$/.test(alias) && !/^\d+$/.test(alias)) return;
  throw new FilterConfigurationError(
    `${subject}: the alias ${alias} contains one of . : , $ [ ], is a number, or is empty`,
  );
}

/** A field, from its column and what is said of it. Unknown operators and kinds that cannot be are errors. */
export function fieldOf(
  column: ColumnSchema,
  rule: FieldRule,
  operators: ReadonlyMap<string, Operator>,
  subject: Subject,
): FieldSchema {
  const path = column.metadata.propertyPath;
  checkDeclaredKind(column, subject);
  const suitable = [...operators.values()].filter((operator) => operatorSuits(operator, column.kind));
  const allowed =
    rule.operators === undefined ? suitable : allowedOf(rule.operators, suitable, `${subject}: ${path}`, column);
  if (column.kind.name === 'enum' && column.facts.members === undefined) {
    throw new FilterConfigurationError(`${subject}: ${path} is an enum without members; name them: @Column({ enum })`);
  }
  if (rule.sortable === true && !column.kind.ordered && !sortsAnyway(column)) {
    throw new FilterConfigurationError(`${subject}: ${path} is ${column.kind.name}, which has no order to sort by`);
  }
  return {
    type: 'field',
    clientPath: clientPathOf(path, rule.as),
    propertyPath: path,
    column,
    operators: new Map(allowed.map((operator) => [operator.token, operator])),
    sortable: rule.sortable ?? (column.kind.ordered || sortsAnyway(column)),
    when: rule.when,
  };
}

/** What a transformer makes of a value is its own affair, and is bound as it comes. */
function checkDeclaredKind({ metadata, kind, storedKind, bindFacts }: ColumnSchema, subject: Subject): void {
  if (kind === storedKind || metadata.transformer !== undefined) return;
  const kinds = declarableKinds(storedKind.name, bindFacts.dialect, metadata);
  if (kinds === 'every' || kinds.includes(kind.name)) return;
  throw new FilterConfigurationError(
    `${subject}: the field ${metadata.propertyPath} has the kind ${kind.name}, which ${withArticle(typeOf(metadata, storedKind))} ` +
      `column cannot hold; it can hold: ${kinds.join(', ')}.${storedKind.name === 'text' ? transformed : ''}`,
  );
}

const transformed = ' Where its texts stand for other values, give the column a transformer.';

/** The kind of a column says enough of a number or a date, and too little of what is opaque. */
function typeOf({ type, isArray }: ColumnSchema['metadata'], { name }: ValueKind): string {
  if (name !== 'opaque' && name !== 'text') return name;
  const called = typeof type === 'function' ? name : type;
  return isArray ? `${called} array` : called;
}

/** Kinds that cannot be compared by order may still be listed in one: false before true, members as stored. */
function sortsAnyway(column: ColumnSchema): boolean {
  return column.kind.comparable;
}

function allowedOf(
  tokens: readonly string[],
  suitable: readonly Operator[],
  subject: Subject,
  column: ColumnSchema,
): Operator[] {
  checkNames(tokens, 'operators', subject);
  if (tokens.length === 0) throw new FilterConfigurationError(`${subject}: \`operators\` is empty; leave the field out`);
  return tokens.map((token) => {
    const operator = suitable.find((candidate) => candidate.token === token);
    if (operator !== undefined) return operator;
    const existing = suitable.map((candidate) => candidate.token);
    throw new FilterConfigurationError(
      `${subject}: ${token} is no operator for ${withArticle(column.kind.name)} field; ${didYouMean(token, existing)}`,
    );
  });
}

/** How errors name an entity's declaration. */
export function declarationOf(metadata: EntityMetadata): Subject {
  return `@Filterable() on ${metadata.name}`;
}
