import 'reflect-metadata';
import type { DataSource } from 'typeorm';
import * as checks from '../configuration/index.js';
import {
  FilterConfigurationError,
  type Option,
  checkOptionNames,
  describeValue,
  wrongValue,
} from '../configuration/index.js';
import type { ClassRules, Deprecation, FieldRule, PropertyRule, Scope, Visibility } from './declarations.js';
import type { DeprecatedName } from '../issues/index.js';
import { midnightOf } from '../values/index.js';

/** The rules of an entity, in place of a decorator. Made by `rulesFor()`. */
export interface EntityRules {
  /** The entity, in any form that TypeORM accepts. */
  readonly entity: Parameters<DataSource['getMetadata']>[0];
  /** The options that a decorator of the class would have. */
  readonly rules: ClassRules;
  /** The name by which handlers may refer to the entity. */
  readonly name: string | undefined;
}

/**
 * Names an entity. It can be anything against its type: undefined in a circular import, a list, or a function that
 * returns the class, as relations take it.
 */
export function nameOf(entity: unknown): string {
  if (typeof entity === 'string' || (typeof entity === 'function' && entity.name !== '')) {
    return typeof entity === 'string' ? entity : entity.name;
  }
  const owner = isObject(entity) && isObject(entity['options']) ? entity['options'] : entity;
  return isObject(owner) && typeof owner['name'] === 'string' ? owner['name'] : describeValue(entity);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Returns the beginning of errors in rules: `rulesFor(User)`. */
export function subjectOfRules({ entity }: Pick<EntityRules, 'entity'>): string {
  return `rulesFor(${nameOf(entity)})`;
}

/**
 * Returns the class of an entity, or its name where it is mapped without a class. The class may be one that entities of
 * the data source extend. Undefined where the data source has no such entity.
 */
export function targetIn(source: DataSource, entity: EntityRules['entity']): unknown {
  if (source.hasMetadata(entity)) return source.getMetadata(entity).target;
  return typeof entity === 'function' ? entity : undefined;
}

/** Returns the rules by the targets of their entities. Of two rules for one entity, which boot refuses, the first. */
export function rulesByTarget(source: DataSource, all: readonly EntityRules[]): ReadonlyMap<unknown, EntityRules> {
  const found = new Map<unknown, EntityRules>();
  for (const rules of all) {
    const target = targetIn(source, rules.entity);
    if (target !== undefined && !found.has(target)) found.set(target, rules);
  }
  return found;
}

/** Declarations of a class, its properties, and its base classes: by `@Filterable()`, or by the application's rules. */
export interface FilterableRecord {
  /** Options of the nearest class that has any. They replace a base class's. */
  readonly rules: ClassRules | undefined;
  /** Rules of decorated properties, by name. The nearest class's decorator counts. */
  readonly properties: ReadonlyMap<string, PropertyRule>;
}

/** The declaration of a class, as messages name it. */
export interface DeclaredBy {
  /** The beginning of errors in it: `@Filterable() on Post`, `rulesFor(Post)`. */
  readonly subject: string;
  readonly by: '@Filterable()' | 'rulesFor()';
}

export interface DeclaredScope {
  /** The host's function. */
  readonly scope: Scope;
  /** The name of the class, for messages. */
  readonly by: string;
  /** The beginning of errors in it. */
  readonly subject: string;
}

const classKey = Symbol.for('nestjs-filterable:class');
const propertiesKey = Symbol.for('nestjs-filterable:properties');

/** Stores the options of a decorator on a class. */
export function recordClass(target: object, rules: ClassRules): void {
  Reflect.defineMetadata(classKey, rules, target);
}

/** Stores the options of a decorator on a property with the class that declares it; subclasses read them from there. */
export function recordProperty(prototype: object, property: string, rule: PropertyRule): void {
  const own = ownProperties(prototype.constructor) ?? new Map<string, PropertyRule>();
  own.set(property, rule);
  Reflect.defineMetadata(propertiesKey, own, prototype.constructor);
}

/** The declarations of all entities, as one application sees them: decorators, and the application's own rules. */
export class Records {
  /** @param ruled the rules of the application by the class of their entity, or by its name where it has no class */
  constructor(private readonly ruled: ReadonlyMap<unknown, EntityRules> = new Map()) {}

  /** Returns the declarations of a class, or undefined where neither it nor a base class has any. */
  of(target: unknown): FilterableRecord | undefined {
    const levels = levelsOf(target);
    const rules = levels.map((level) => this.ownRules(level)).find((own) => own !== undefined);
    const properties = new Map<string, PropertyRule>();
    for (const level of levels) {
      for (const [name, rule] of ownProperties(level) ?? []) if (!properties.has(name)) properties.set(name, rule);
    }
    return rules === undefined && properties.size === 0 ? undefined : { rules, properties };
  }

  /**
   * Lists the scopes that a class and its base classes declare, the class's own first. Rows must satisfy all of them.
   * Other options of a subclass replace its base's; if a scope did, a subclass would show what its base hides.
   *
   * @param until returns true for the class to stop at: an entity whose scopes are looked up on their own
   */
  scopesOf(target: unknown, until: (level: unknown) => boolean = () => false): DeclaredScope[] {
    const declared: DeclaredScope[] = [];
    for (const level of levelsOf(target)) {
      if (level !== target && until(level)) break;
      const { scope } = this.ownRules(level) ?? {};
      if (scope === undefined || declared.some((other) => other.scope === scope)) continue;
      declared.push({ scope, by: nameOfLevel(level), subject: this.declarationOf(level).subject });
    }
    return declared;
  }

  /** Says what declares a class, itself or a class that it extends. */
  declarationOf(target: unknown, name = nameOfLevel(target)): DeclaredBy {
    const nearest = levelsOf(target).find((level) => this.ownRules(level) !== undefined);
    const rules = this.ruled.get(nearest);
    if (rules === undefined) return { subject: `@Filterable() on ${name}`, by: '@Filterable()' };
    return { subject: subjectOfRules(rules), by: 'rulesFor()' };
  }

  /** Returns true where a class has these rules, and not others. */
  isGivenBy(target: unknown, rules: EntityRules): boolean {
    return this.ruled.get(target) === rules;
  }

  private ownRules(level: unknown): ClassRules | undefined {
    const ruled = this.ruled.get(level);
    if (ruled !== undefined || typeof level !== 'function') return ruled?.rules;
    return Reflect.getOwnMetadata(classKey, level) as ClassRules | undefined;
  }
}

/** Lists a class and those that it extends. An entity schema without a class has a name, which extends nothing. */
function levelsOf(target: unknown): readonly unknown[] {
  if (typeof target !== 'function') return [target];
  const levels: object[] = [];
  for (let level: object | null = target; level !== null; level = Reflect.getPrototypeOf(level)) levels.push(level);
  return levels;
}

function nameOfLevel(level: unknown): string {
  if (typeof level === 'function') return level.name;
  return typeof level === 'string' ? level : 'an object';
}

/** Returns true for a class with a decorator of its own, on itself or on a property. */
function isDecorated(target: unknown): boolean {
  if (typeof target !== 'function') return false;
  return Reflect.hasOwnMetadata(classKey, target) || Reflect.hasOwnMetadata(propertiesKey, target);
}

function ownProperties(level: unknown): Map<string, PropertyRule> | undefined {
  if ((typeof level !== 'function' && typeof level !== 'object') || level === null) return undefined;
  return Reflect.getOwnMetadata(propertiesKey, level) as Map<string, PropertyRule> | undefined;
}

/**
 * Refuses a second declaration of an entity, by a decorator or by other rules, because one of the two would have no
 * effect.
 *
 * @throws FilterConfigurationError
 */
export function checkDeclaredOnce(source: DataSource, records: Records, rules: EntityRules): void {
  const target = targetIn(source, rules.entity);
  const subject = subjectOfRules(rules);
  if (isDecorated(target)) {
    throw new FilterConfigurationError(
      `${subject}: the class is decorated with @Filterable(), too; declare it in one place`,
    );
  }
  if (target === undefined || records.isGivenBy(target, rules)) return;
  throw new FilterConfigurationError(`${subject}: \`rules\` has the entity twice; declare it in one place`);
}

/** Turns an entry of a list of fields or relations into its long form: `'title'` into `{ name: 'title' }`. */
export function asRule<Rule extends object>(
  entry: string | (Rule & { readonly name: string }),
): { name: string } & Partial<Rule> {
  return typeof entry === 'string' ? ({ name: entry } as { name: string } & Partial<Rule>) : entry;
}

/**
 * Returns the rule of one column of an embedded property. An alias renames the property, not the column: with
 * `{ name: 'address', as: 'place' }`, `address.city` becomes `place.city`. So does a former name.
 *
 * @param name the property of the rule: `address`
 * @param path the property path of the column: `address.city`
 */
export function embeddedRule(rule: FieldRule, name: string, path: string): FieldRule {
  const { as, formerly } = rule;
  if (as === undefined && formerly === undefined) return rule;
  const end = path.slice(name.length);
  return { ...rule, as: as && as + end, formerly: formerly?.map((former) => former + end) };
}

/** Completes the rules in a handler's list with the entity's rules of the same names. The handler's options win. */
export function mergedRules<Rule>(
  list: ReadonlyMap<string, Rule>,
  base: ReadonlyMap<string, Rule>,
): ReadonlyMap<string, Rule> {
  return new Map([...list].map(([name, rule]) => [name, { ...base.get(name), ...rule }]));
}

/*
 * Contexts of descriptions, which no request has. A host's `when` reads its own context type, and would fail at these,
 * so it is not called for them.
 */

/** Context that sees no member with a `when`, for a description that anyone may read. */
export const nobody = Symbol('nobody');

/** Context that sees every member, for what a programmer writes, such as an example. */
export const everybody = Symbol('everybody');

/** Returns true for a context that no `when` is called with. */
function isAudience(context: unknown): boolean {
  return context === nobody || context === everybody;
}

/** Returns true where something with or without a `when` exists in a context. Every call of a `when` passes here. */
export function isShown({ when }: { readonly when: Visibility | undefined }, context: unknown): boolean {
  if (when === undefined) return true;
  return isAudience(context) ? context === everybody : when(context);
}

/**
 * Returns true where a host's synchronous function (a `when`, a scope) returned a promise. Nobody will await it, so a
 * rejection is swallowed: unhandled, it would end the Node process.
 */
export function isPromise(result: unknown): boolean {
  if ((typeof result !== 'object' && typeof result !== 'function') || result === null) return false;
  if (!('then' in result) || typeof result.then !== 'function') return false;
  Promise.resolve(result).catch(() => undefined);
  return true;
}

/** Refuses anything but a list of names, such as a single name. `where` begins the error. */
export function checkNames(value: unknown, name: string, where: string): void {
  checks.checkNames({ subject: where, name, value });
}

/** Refuses anything but a list of names, or of rules with a `name`. */
export function checkRules(value: unknown, name: string, where: string): void {
  checks.checkNamesOrRules({ subject: where, name, value });
}

const none: readonly DeprecatedName[] = Object.freeze([]);

/** Returns what a deprecated name tells clients; nothing for any other name. */
export function deprecationOf(name: string, option: string | Deprecation | undefined): readonly DeprecatedName[] {
  if (option === undefined) return none;
  if (typeof option === 'string') return [Object.freeze({ name, text: option })];
  const { use, since, until } = option;
  return [Object.freeze({ name, text: `use ${use}`, ...(since && { since }), ...(until && { until }) })];
}

/** Refuses a deprecation without a way out, days that do not exist, and an end before the beginning. */
export function checkDeprecation(option: Option): void {
  const { subject, value } = option;
  if (value === undefined || isText(value)) return;
  if (typeof value !== 'object' || value === null) throw wrongValue(option, "a text such as 'use rating', or { use }");
  checkOptionNames(subject, value, { existing: ['use', 'since', 'until'] });
  const { use, since, until }: { readonly use?: unknown; readonly since?: unknown; readonly until?: unknown } = value;
  if (!isText(use)) throw wrongValue({ ...option, name: 'deprecated.use', value: use }, 'what takes its place');
  checkDay({ ...option, name: 'deprecated.since', value: since });
  checkDay({ ...option, name: 'deprecated.until', value: until });
  if (typeof since !== 'string' || typeof until !== 'string' || since <= until) return;
  throw new FilterConfigurationError(
    `${subject}: \`deprecated.until\` is ${until}, before \`deprecated.since\`, which is ${since}; turn them round`,
  );
}

function checkDay(option: Option): void {
  const { value } = option;
  if (value === undefined || (typeof value === 'string' && midnightOf(value) !== undefined)) return;
  throw wrongValue(option, "a day of the calendar, such as '2026-11-01'");
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
