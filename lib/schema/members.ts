import type { EntityMetadata } from 'typeorm';
import { didYouMean, FilterConfigurationError, withArticle } from '../configuration/index.js';
import type { Operator } from '../operators/index.js';
import { operatorSuits } from '../operators/index.js';
import { type ValueKind, declarableKinds } from '../values/index.js';
import type { ColumnSchema, FieldSchema, Member } from './filter-schema.js';
import { checkNames } from './names.js';
import type { FieldRule } from './rules.js';

/** What the members of a view are gathered in; the maps are handed out as read-only. */
export type MemberMap = Map<string, Member>;

/** Where an error is: `@Filterable() on Post`. */
export type Where = string;

/** Puts a member where its path says, making the embedded levels on the way. A name taken twice is an error. */
export function place(members: MemberMap, path: readonly string[], member: Member, where: Where): void {
  const [name, ...deeper] = path;
  if (name === undefined) return;
  const existing = members.get(name);
  if (deeper.length === 0) {
    if (existing !== undefined) throw new FilterConfigurationError(`${where}: two members are called ${name}`);
    members.set(name, member);
    return;
  }
  if (existing === undefined) {
    const inner: MemberMap = new Map();
    members.set(name, { type: 'embedded', members: inner });
    place(inner, deeper, member, where);
  } else if (existing.type === 'embedded') {
    place(existing.members as MemberMap, deeper, member, where);
  } else {
    throw new FilterConfigurationError(`${where}: two members are called ${name}`);
  }
}

/** The path by which clients know a property: its own, or the alias in place of it. */
export function clientPathOf(propertyPath: string, alias: string | undefined): readonly string[] {
  return (alias ?? propertyPath).split('.');
}

/** An alias is one segment of a key, and a number would be the index of a list. */
export function checkAlias(alias: string, where: Where): void {
  if (/^[^.:,$[\]]+$/.test(alias) && !/^\d+$/.test(alias)) return;
  throw new FilterConfigurationError(
    `${where}: the alias ${alias} contains one of . : , $ [ ], is a number, or is empty`,
  );
}

/** A field, from its column and what is said of it. Unknown operators and kinds that cannot be are errors. */
export function fieldOf(
  column: ColumnSchema,
  rule: FieldRule,
  operators: ReadonlyMap<string, Operator>,
  where: Where,
): FieldSchema {
  const path = column.metadata.propertyPath;
  checkHeld(column, where);
  const suitable = [...operators.values()].filter((operator) => operatorSuits(operator, column.kind));
  const allowed =
    rule.operators === undefined ? suitable : chosen(rule.operators, suitable, `${where}: ${path}`, column);
  if (column.kind.name === 'enum' && column.facts.members === undefined) {
    throw new FilterConfigurationError(`${where}: ${path} is an enum without members; name them: @Column({ enum })`);
  }
  if (rule.sortable === true && !column.kind.ordered && !sortsAnyway(column)) {
    throw new FilterConfigurationError(`${where}: ${path} is ${column.kind.name}, which has no order to sort by`);
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
function checkHeld({ metadata, kind, storedKind, bindFacts }: ColumnSchema, where: Where): void {
  if (kind === storedKind || metadata.transformer !== undefined) return;
  const kinds = declarableKinds(storedKind.name, bindFacts.dialect, metadata);
  if (kinds === 'every' || kinds.includes(kind.name)) return;
  throw new FilterConfigurationError(
    `${where}: the field ${metadata.propertyPath} has the kind ${kind.name}, which ${withArticle(typeOf(metadata, storedKind))} ` +
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

function chosen(
  tokens: readonly string[],
  suitable: readonly Operator[],
  where: Where,
  column: ColumnSchema,
): Operator[] {
  checkNames(tokens, 'operators', where);
  if (tokens.length === 0) throw new FilterConfigurationError(`${where}: \`operators\` is empty; leave the field out`);
  return tokens.map((token) => {
    const operator = suitable.find((candidate) => candidate.token === token);
    if (operator !== undefined) return operator;
    const existing = suitable.map((candidate) => candidate.token);
    throw new FilterConfigurationError(
      `${where}: ${token} is no operator for ${withArticle(column.kind.name)} field; ${didYouMean(token, existing)}`,
    );
  });
}

/** How errors name an entity's declaration. */
export function declarationOf(metadata: EntityMetadata): Where {
  return `@Filterable() on ${metadata.name}`;
}
