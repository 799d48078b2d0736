import { FilterConfigurationError } from '../configuration/index.js';
import type { DeprecatedName } from '../issues/index.js';
import type { Limits } from '../limits.js';
import { type OperatorTakes, existenceTokens, operatorSuits, quantifiers } from '../operators/index.js';
import {
  type ExpressionSchema,
  type FieldSchema,
  type Member,
  type RelationSchema,
  type View,
  aggregateFieldsOf,
  isVisible,
  keyField,
} from '../schema/index.js';
import { type ValueFacts, type ValueKindName, type WholeNumberBounds, valueKinds } from '../values/index.js';
import { meaningOf } from '../compatibility/index.js';
import { type FilterEngine, type Overrides, type Profile, type Settings, profileFor } from '../engine/index.js';
import { type OperatorSpelling, countTokens, spellingsOf } from '../parse/index.js';
import type { FilterQueryParameter } from '../filter-query.overrides.js';

/** A schema in the words that OpenAPI 3.0, OpenAPI 3.1 and JSON Schema share. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** Makes the schema of an object with at least one of its properties, and no others. */
export function closed(properties: Readonly<Record<string, JsonSchema>>, more: JsonSchema = {}): JsonSchema {
  return { type: 'object', additionalProperties: false, minProperties: 1, properties, ...more };
}

/**
 * Adds a sentence to a schema. In OpenAPI 3.0 nothing may stand beside a reference, so the
 * reference goes into an `allOf`.
 */
export function described(schema: JsonSchema, description: string): JsonSchema {
  return '$ref' in schema ? { allOf: [schema], description } : { ...schema, description };
}

/** Marks the schema of a deprecated name, and tells what to do instead. */
export function deprecatedBy(schema: JsonSchema, names: readonly DeprecatedName[]): JsonSchema {
  if (names.length === 0) return schema;
  const text = names.map(endOf).join('. ');
  const { description } = schema;
  const all = typeof description === 'string' ? `${description}. Deprecated: ${text}` : `Deprecated: ${text}`;
  return { ...described(schema, all), deprecated: true };
}

function endOf({ text, since, until }: DeprecatedName): string {
  return `${text}${since === undefined ? '' : `, since ${since}`}${until === undefined ? '' : `, until ${until}`}`;
}

/** Makes a schema that also allows null, in the words of a version of OpenAPI. */
export function nullable(schema: JsonSchema, isOpenApi30: boolean): JsonSchema {
  const { type } = schema;
  if (Object.keys(schema).length === 0) return schema;
  if (typeof type !== 'string') {
    return { anyOf: [schema, isOpenApi30 ? { type: 'object', nullable: true, enum: [null] } : { type: 'null' }] };
  }
  return isOpenApi30 ? { ...schema, nullable: true } : { ...schema, type: [type, 'null'] };
}

/** Leaves out the members that have no schema. */
export function given(members: Readonly<Record<string, JsonSchema | undefined>>): Readonly<Record<string, JsonSchema>> {
  const entries = Object.entries(members).flatMap(([name, schema]) => (schema === undefined ? [] : [[name, schema]]));
  return Object.fromEntries(entries) as Readonly<Record<string, JsonSchema>>;
}

/** Makes a name from words: `posts`, `few` and `address.city` give `PostsFewAddressCity`. */
export function pascal(...words: readonly string[]): string {
  return words
    .flatMap((word) => word.split(/[^A-Za-z0-9]+/))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** A reference to a component. */
export interface Reference extends JsonSchema {
  readonly $ref: string;
}

/** Named schemas of one document. Names are unique, and differ from the host's. */
export class Components {
  private readonly made = new Map<string, JsonSchema>();
  /** The names of shared schemas, by their content. */
  private readonly shared = new Map<string, string>();
  private readonly taken: Set<string>;

  /**
   * @param place the beginning of every reference: `#/components/schemas/`
   * @param taken the names of the host's own schemas
   */
  constructor(
    private readonly place: string,
    private readonly existing: Readonly<Record<string, JsonSchema>> = {},
  ) {
    this.taken = new Set(Object.keys(existing));
  }

  /**
   * Adds a schema that may refer to itself, and returns the reference.
   *
   * @param name the name, which gets a number where it is taken
   * @param make makes the schema, once the name is known
   */
  add(name: string, make: (self: Reference) => JsonSchema): Reference {
    const own = this.free(name);
    const self = this.refer(own);
    // The first reference decides the place in the document.
    this.made.set(own, {});
    this.made.set(own, make(self));
    return self;
  }

  /**
   * Adds a schema unless there is an equal one, and returns the reference.
   *
   * @param names the names to choose from: the first that is free, or the last with a number
   */
  share(names: readonly string[], make: (self: Reference) => JsonSchema): Reference {
    const content = JSON.stringify(make({ $ref: '' }));
    const known = this.shared.get(content);
    if (known !== undefined) return this.refer(known);
    const name = names.find((candidate) => !this.taken.has(candidate)) ?? names.at(-1) ?? 'Shared';
    const reference = this.add(name, make);
    this.shared.set(content, reference.$ref.slice(this.place.length));
    return reference;
  }

  /**
   * Adds an enum under a name of the application's, which generators name a type by.
   *
   * @throws FilterConfigurationError where the document has another schema of this name
   */
  named(name: string, schema: JsonSchema): Reference {
    const known = this.made.get(name) ?? this.existing[name];
    if (known !== undefined && JSON.stringify(known.enum) !== JSON.stringify(schema.enum)) {
      throw new FilterConfigurationError(
        `flat: the document has another schema named ${name}; choose another \`enumName\`, or declare the same members`,
      );
    }
    if (known === undefined) this.made.set(name, schema);
    this.taken.add(name);
    return this.refer(name);
  }

  /** Returns all schemas by name. */
  all(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries(this.made);
  }

  private refer(name: string): Reference {
    return { $ref: this.place + name };
  }

  private free(wish: string): string {
    const name = wish.replaceAll(/[^\w.-]/g, '') || 'Schema';
    let free = name;
    for (let number = 2; this.taken.has(free); number += 1) free = `${name}${number}`;
    this.taken.add(free);
    return free;
  }
}

/**
 * Readers of a schema: pages where people type, programs that make code or check requests, or agents. A model reads
 * every byte.
 */
export type Readers = 'pages' | 'programs' | 'agents';

/** Writes the pattern of the whole numbers from 0 to a greatest one, because no keyword limits a number in a text. */
function digitsWithin(most: bigint): string {
  const digits = most.toString();
  const shorter = digits.length > 1 ? [`[0-9]{1,${digits.length - 1}}`] : [];
  const smaller = [...digits].flatMap((digit, index) => smallerAt(digits, index, Number(digit)));
  return [...shorter, ...smaller, digits].join('|');
}

/** Writes the numbers that share the greatest one's beginning and then have a smaller digit. */
function smallerAt(digits: string, index: number, digit: number): readonly string[] {
  const least = index === 0 && digits.length > 1 ? 1 : 0;
  if (digit <= least) return [];
  const rest = digits.length - index - 1;
  const any = rest === 0 ? '' : `[0-9]{${rest}}`;
  return [`${digits.slice(0, index)}[${least}-${digit - 1}]${any}`];
}

/** The limits that schemas of values depend on. */
export interface ValueLimits extends Pick<Limits, 'valueLength' | 'needleLength' | 'members'> {
  /** True where dates and date-times take relative ones. */
  readonly relativeDates?: boolean;
}

const dateTime: JsonSchema = { type: 'string', format: 'date-time' };
const day: JsonSchema = { type: 'string', format: 'date' };

/** A relative date, with offsets that stay within the years that dates can have. More offsets are accepted, too. */
const moment: JsonSchema = {
  type: 'string',
  pattern: '^now([+-]([0-9]{1,3}[yQ]|[0-9]{1,4}[Mwdhms])){0,2}(/[yQMwdhms])?$',
};

/** Schemas of one value, by its kind. Every value that they allow is accepted; some other spellings are, too. */
const byKind: Readonly<Record<ValueKindName, (facts: ValueFacts, limits: ValueLimits) => JsonSchema>> = {
  text: (_, { valueLength }) => ({ type: 'string', maxLength: valueLength }),
  tinyint: wholeNumber('tinyint'),
  smallint: wholeNumber('smallint'),
  mediumint: wholeNumber('mediumint'),
  integer: wholeNumber('integer'),
  bigint: wholeNumber('bigint'),
  decimal: () => ({
    anyOf: [
      { type: 'number', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
      { type: 'string', pattern: '^-?[0-9]{1,35}(\\.[0-9]{1,30})?$' },
    ],
  }),
  real: () => ({ type: 'number', format: 'float', minimum: -3.4e38, maximum: 3.4e38 }),
  float: () => ({ type: 'number', format: 'double' }),
  boolean: () => ({ type: 'boolean' }),
  date: (_, { relativeDates }) => (relativeDates ? { anyOf: [day, moment] } : day),
  datetime: (_, { relativeDates }) => ({ anyOf: [dateTime, day, ...(relativeDates ? [moment] : [])] }),
  time: () => ({ type: 'string', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,6})?)?$' }),
  uuid: () => ({ type: 'string', format: 'uuid' }),
  enum: ({ members = [] }) => membersSchema(members),
  json: () => ({}),
  opaque: () => ({}),
};

/** Makes the schema of one value of a field, or of one element of a list. */
export function valueSchema({ kind, facts, metadata, list }: Valued, limits: ValueLimits): JsonSchema {
  const schema = byKind[kind.name](facts, limits);
  // An element is compared exactly, and a day is a range.
  if (list !== undefined && kind.name === 'datetime') return dateTime;
  if (list !== undefined && kind.name === 'date') return day;
  return kind.textual ? { ...schema, ...withoutComma(metadata) } : schema;
}

/**
 * Makes the schema that keeps commas out of the elements of a `simple-array`, because TypeORM joins them with commas.
 */
export function withoutComma(metadata: Valued['metadata']): JsonSchema {
  return metadata?.type === 'simple-array' ? { pattern: '^[^,]*$' } : {};
}

/** Parts of an expression that decide the schema of its values. A count has no column. */
type Valued = Pick<ExpressionSchema, 'kind' | 'facts'> & Partial<Pick<ExpressionSchema, 'metadata' | 'list'>>;

/** Makes the schema of an operator's operand. */
export function operandSchema(takes: OperatorTakes, value: JsonSchema, limits: ValueLimits): JsonSchema {
  const { needleLength, valueLength, members } = limits;
  switch (takes) {
    case 'value':
      return value;
    case 'needle':
      return { type: 'string', minLength: 1, maxLength: Math.min(needleLength, valueLength) };
    case 'list':
      return { type: 'array', items: value, minItems: 1, maxItems: members };
    case 'pair':
      return { type: 'array', items: value, minItems: 2, maxItems: 2 };
    case 'boolean':
      return { type: 'boolean' };
  }
}

/** Makes the schema of an enum's members, which are texts, numbers, or both. */
function membersSchema(members: readonly (string | number)[]): JsonSchema {
  const schema = { enum: [...members] };
  if (members.every((member) => typeof member === 'string')) return { type: 'string', ...schema };
  if (members.some((member) => typeof member === 'string')) return schema;
  return { type: members.every(Number.isInteger) ? 'integer' : 'number', ...schema };
}

function wholeNumber(name: 'tinyint' | 'smallint' | 'mediumint' | 'integer' | 'bigint') {
  return (facts: ValueFacts): JsonSchema => {
    const bounds = valueKinds[name].bounds?.(facts);
    if (bounds === undefined) throw new TypeError(`${name} has no bounds`);
    return name === 'bigint' ? longNumber(bounds) : shortNumber(bounds);
  };
}

function shortNumber({ least, most, orZero }: WholeNumberBounds): JsonSchema {
  const within = { type: 'integer', format: 'int32', minimum: Number(least), maximum: Number(most) };
  if (Number(most) >= 2 ** 31) within.format = 'int64';
  return orZero ? { anyOf: [within, { type: 'integer', enum: [0] }] } : within;
}

/** A number beyond 2^53 is exact only as a text. */
function longNumber({ least, most }: WholeNumberBounds): JsonSchema {
  const negative = least < 0n ? `|-(${digitsWithin(-least)})` : '';
  const minimum = least < 0n ? Number.MIN_SAFE_INTEGER : 0;
  return {
    anyOf: [
      { type: 'integer', format: 'int64', minimum, maximum: Number.MAX_SAFE_INTEGER },
      { type: 'string', pattern: `^(${digitsWithin(most)}${negative})$` },
    ],
  };
}

/** Depth of relations: none, one, or all, by references that lead back to each other. */
export type Nesting = 'none' | 'fields' | 'all';

/** Frame of one document: its readers, the context that decides which members exist, and the depth of relations. */
interface DocumentFrame {
  readonly components: Components;
  readonly context: unknown;
  readonly nesting: Nesting;
  readonly readers: Readers;
}

/** Everything beside the view that the schemas of conditions depend on. */
interface FilterFrame extends DocumentFrame {
  /** The settings that decide which words are operators. */
  readonly vocabulary: Pick<Settings, 'operators' | 'compatibility'>;
  readonly limits: ValueLimits;
  /** Beginning of component names: empty, or the name of a handler with limits of its own. */
  readonly prefix: string;
}

/**
 * The operators of fields, as schemas. Fields of one kind with the same operators share a component. For agents, every
 * kind of value is a component as well, and the tool's description says once what each operator means.
 */
class OperatorSchemas {
  constructor(private readonly frame: FilterFrame) {}

  /**
   * Returns the reference to the object of a field's operators. Undefined for a field that is only a sort key.
   *
   * @param owner the name of the field's entity or list
   */
  of(field: FieldSchema, owner: string): Reference | undefined {
    if (field.operators.size === 0) return undefined;
    const own = `${owner}${pascal(...field.clientPath)}Operators`;
    return this.shared(this.hasAll(field) ? [`${this.frame.prefix}${kindName(field)}Operators`, own] : [own], field);
  }

  /** Returns the reference to the operators of a named filter. All named filters of a kind share it. */
  ofNamed(field: FieldSchema): Reference | undefined {
    if (field.operators.size === 0) return undefined;
    return this.shared([`${this.frame.prefix}Named${kindName(field)}Operators`], field);
  }

  private shared(names: readonly string[], field: FieldSchema): Reference {
    return this.frame.components.share(names, (self) =>
      closed(this.properties(field, self), this.described(descriptionOf(field))),
    );
  }

  /**
   * Returns the operators of a field as properties.
   *
   * @param self the reference to all of them, for `$not`
   */
  properties(field: FieldSchema, self: Reference): Record<string, JsonSchema> {
    const properties: Record<string, JsonSchema> = {};
    for (const each of spellingsOf(field, this.frame.vocabulary))
      properties[each.spelling] = this.operator(field, each);
    properties.$not = this.isForAgents ? self : { allOf: [self], description: 'does not satisfy these' };
    return properties;
  }

  /** Returns the operators that compare the key of a related row, as properties of the relation. */
  keyProperties(key: FieldSchema): Record<string, JsonSchema> {
    const spellings = spellingsOf(key, this.frame.vocabulary).filter(({ spelling }) => !existence.has(spelling));
    return Object.fromEntries(spellings.map((each) => [each.spelling, this.operator(key, each)]));
  }

  /** Returns the comparisons of a number of related rows as properties. */
  countProperties(): Record<string, JsonSchema> {
    const { operators, compatibility } = this.frame.vocabulary;
    const number = this.brief(
      'Integer',
      valueSchema({ kind: valueKinds.integer, facts: { zone: 'UTC' } }, this.frame.limits),
    );
    const spellings = [...countTokens, ...compatibility.spellings.keys()];
    const properties = spellings.flatMap((spelling) => {
      const { token, negated } = meaningOf(compatibility, spelling);
      const operator = countTokens.includes(token) && !negated ? operators.get(token) : undefined;
      return operator === undefined ? [] : [[spelling, this.operand(operator, number, 'Integer')] as const];
    });
    return Object.fromEntries(properties);
  }

  /** Makes the schema of `$null` and its like. One mode ignores their value, so that only `true` tells what happens. */
  flag(): JsonSchema {
    return this.frame.vocabulary.compatibility.nullFlags === undefined
      ? { type: 'boolean', enum: [true] }
      : { type: 'boolean' };
  }

  private operator(field: FieldSchema, { operator, negated }: OperatorSpelling): JsonSchema {
    if (existence.has(operator.token)) return { ...this.flag(), ...this.described(meaningIn(operator, negated)) };
    const name = valueName(field);
    const value = this.brief(name, valueSchema(field.narrowed ?? field.expression, this.frame.limits));
    return { ...this.operand(operator, value, name), ...this.described(meaningIn(operator, negated)) };
  }

  /** Makes the schema of an operand. For agents, one of a needle, a list or a pair is a component, too. */
  private operand({ takes }: OperatorSpelling['operator'], value: JsonSchema, name: string): JsonSchema {
    return this.brief(`${name}${suffixes[takes]}`, operandSchema(takes, value, this.frame.limits));
  }

  /** Returns a schema, or for agents the reference to the component with this content, where that is shorter. */
  private brief(name: string, schema: JsonSchema): JsonSchema {
    const shortest = JSON.stringify({ $ref: `#/$defs/${name}` }).length;
    if (!this.isForAgents || JSON.stringify(schema).length <= shortest) return schema;
    return this.frame.components.share([name], () => schema);
  }

  /** Returns the keywords that describe a schema; none for agents. */
  private described(description: JsonSchema): JsonSchema {
    return this.isForAgents ? {} : description;
  }

  private get isForAgents(): boolean {
    return this.frame.readers === 'agents';
  }

  /** Returns true for a field that has every operator for its kind. */
  private hasAll({ operators, expression: { kind, list } }: FieldSchema): boolean {
    const suitable = [...this.frame.vocabulary.operators.values()].filter((each) =>
      operatorSuits(each, kind, list !== undefined),
    );
    return kind.name !== 'enum' && operators.size === suitable.length;
  }
}

const existence: ReadonlySet<string> = new Set(existenceTokens);

/** Ends of the names of components with operands. */
const suffixes: Readonly<Record<OperatorTakes, string>> = {
  value: '',
  needle: 'Needle',
  list: 's',
  pair: 'Pair',
  boolean: '',
};

function meaningIn({ summary }: OperatorSpelling['operator'], negated: boolean): JsonSchema {
  return { description: negated ? `not: ${summary}` : summary };
}

/** Names the values of a field: `Integer`, or after the field where it is an enum. */
function valueName({ clientPath, expression: { kind, list } }: FieldSchema): string {
  if (kind.name === 'enum') return pascal(...clientPath);
  return list === undefined ? pascal(kind.name) : `${pascal(kind.name)}Element`;
}

/** Names a kind of field: `DateTime`, `TextList`. */
function kindName({ expression: { kind, list } }: FieldSchema): string {
  const name = kind.name === 'datetime' ? 'DateTime' : pascal(kind.name);
  return list === undefined ? name : `${name}List`;
}

function descriptionOf({ narrowed, expression }: FieldSchema): JsonSchema {
  const { kind, facts } = narrowed ?? expression;
  return kind.comparable ? { description: `A value ${kind.expects(facts)}.` } : {};
}

type Properties = Record<string, JsonSchema>;

/**
 * Schemas of conditions, made from views. Every role of an entity is a closed, complete component: in a composition,
 * `additionalProperties: false` would refuse the other part's properties.
 *
 * - `RestaurantFilter`: conditions on the rows of a list, and in groups and quantifiers
 * - `ChefRelation`, `ReviewRelations`: conditions under a relation, to one row or to many
 * - `ReviewCount`: the comparisons of `$count`
 * - `ReviewConditions`: any conditions, where nesting ends
 */
export class FilterSchemas {
  private readonly operators: OperatorSchemas;
  private readonly bases = new Map<View, string>();
  private readonly roles = new Map<string, Map<View, Reference>>();

  constructor(private readonly frame: FilterFrame) {
    this.operators = new OperatorSchemas(frame);
  }

  /**
   * Returns the reference to the conditions on the rows of a view. Undefined where no condition exists.
   *
   * @param name the beginning of the name, where the view is not the entity's own
   */
  filter(view: View, name: string): Reference | undefined {
    const base = this.base(view, name);
    if (!this.hasConditions(view.members)) return undefined;
    return this.role('Filter', view, (self) => closed({ ...this.members(view.members, base), ...this.groups(self) }));
  }

  /** Returns the schemas of members by name: fields first, then relations. */
  private members(members: ReadonlyMap<string, Member>, base: string, nested = false): Properties {
    const visible = [...members].filter(([, member]) => isVisible(member, this.frame.context));
    const isRelation = ([, { type }]: readonly [string, Member]) => type === 'relation';
    const ordered = [...visible.filter((entry) => !isRelation(entry)), ...visible.filter(isRelation)];
    const schemas = ordered.map(([name, member]) => [name, this.marked(member, base, nested)] as const);
    return Object.fromEntries(schemas.flatMap(([name, schema]) => (schema === undefined ? [] : [[name, schema]])));
  }

  private marked(member: Member, base: string, nested: boolean): JsonSchema | undefined {
    const schema = this.member(member, base, nested);
    return schema && member.type !== 'embedded' ? deprecatedBy(schema, member.deprecated) : schema;
  }

  private member(member: Member, base: string, nested: boolean): JsonSchema | undefined {
    switch (member.type) {
      case 'relation':
        return nested ? this.open(member, base) : this.relation(member, base);
      case 'embedded':
        return this.hasConditions(member.members) ? closed(this.members(member.members, base, nested)) : undefined;
      case 'field':
        return this.field(member, base, nested);
      case 'named':
        return this.operators.ofNamed(member.field);
    }
  }

  /** Makes the schema of a field. The paths of a document stand beside its operators. */
  private field(field: FieldSchema, base: string, nested: boolean): JsonSchema | undefined {
    const operators = this.operators.of(field, base);
    const { members } = field;
    if (members === undefined || !this.hasConditions(members)) return operators;
    const own = operators === undefined ? {} : this.operators.properties(field, operators);
    return closed({ ...own, ...this.members(members, base, nested) });
  }

  private relation(relation: RelationSchema, owner: string): Reference {
    const { nesting } = this.frame;
    if (nesting === 'none') return this.open(relation, owner);
    const view = relation.view('client');
    const base = this.base(view, `${owner}${pascal(...relation.clientPath)}`);
    // Relations to one entity may have different aggregates.
    const role = relation.toMany ? `Relations${pascal(...relation.aggregates.map(({ name }) => name))}` : 'Relation';
    return this.role(role, view, () => closed(this.underRelation(relation, base, nesting === 'fields')));
  }

  /** Returns the properties under a relation. */
  private underRelation(relation: RelationSchema, base: string, isLast: boolean): Properties {
    const view = relation.view('client');
    const where = isLast ? this.open(relation, base) : this.filter(view, base);
    return {
      ...this.members(view.members, base, isLast),
      ...(where && this.hasConditions(view.members) ? this.groups(where) : {}),
      ...(this.isForAgents ? { $exists: { type: 'boolean' } } : this.ofRelatedRow(view)),
      ...(relation.toMany ? this.toMany(view, where) : {}),
      ...this.aggregates(relation, base, where),
    };
  }

  /** Returns the properties about the related row itself. Agents get `$exists` alone, and the key by its own name. */
  private ofRelatedRow(view: View): Properties {
    const key = keyField(view, this.frame.context);
    const flag = this.operators.flag();
    return {
      ...(key && this.operators.keyProperties(key)),
      ...Object.fromEntries(existenceTokens.map((token) => [token, token === '$exists' ? { type: 'boolean' } : flag])),
    };
  }

  private toMany(view: View, where: Reference | undefined): Properties {
    const count = this.role('Count', view, () => this.count(where));
    const some = where === undefined ? [] : quantifiers.map((quantifier) => [`$${quantifier}`, where] as const);
    return { ...Object.fromEntries(some), $count: count };
  }

  /** Returns the properties of functions over fields of the related rows. */
  private aggregates(relation: RelationSchema, base: string, where: Reference | undefined): Properties {
    const asked = { kind: 'client', context: this.frame.context } as const;
    const functions = relation.aggregates.flatMap((row) => {
      const fields = aggregateFieldsOf(relation, row, asked).flatMap(([name, field]) => {
        const schema = this.field(field, base, true);
        return schema === undefined ? [] : [[name, deprecatedBy(schema, field.deprecated)] as const];
      });
      if (fields.length === 0) return [];
      const properties = { ...Object.fromEntries(fields), ...(where && { $where: where }) };
      const more = where === undefined ? {} : { not: { required: ['$where'], maxProperties: 1 } };
      return [[`$${row.name}`, closed(properties, more)] as const];
    });
    return Object.fromEntries(functions);
  }

  /** Makes the schema of `$count`. A `$where` alone counts nothing. */
  private count(where: Reference | undefined): JsonSchema {
    const comparisons = this.operators.countProperties();
    if (where === undefined) return closed(comparisons);
    return closed({ ...comparisons, $where: where }, { not: { required: ['$where'], maxProperties: 1 } });
  }

  /** Returns the reference to an object of any conditions. Without it, readers that copy references would not end. */
  private open(relation: RelationSchema, owner: string): Reference {
    const view = relation.view('client');
    this.base(view, `${owner}${pascal(...relation.clientPath)}`);
    const description = `Conditions on a related row of ${view.schema.name}, as deep as the limits allow.`;
    return this.role('Conditions', view, () => ({ type: 'object', additionalProperties: true, description }));
  }

  /** Returns the reference to one role of a view, and makes its schema at the first use. */
  private role(role: string, view: View, make: (self: Reference) => JsonSchema): Reference {
    const known = this.roles.get(role) ?? new Map<View, Reference>();
    this.roles.set(role, known);
    const existing = known.get(view);
    if (existing !== undefined) return existing;
    return this.frame.components.add(`${this.base(view, view.schema.name)}${role}`, (self) => {
      known.set(view, self);
      return make(self);
    });
  }

  /** Returns the beginning of the names of a view's components: its entity, or the path to a narrowed view. */
  private base(view: View, name: string): string {
    const known = this.bases.get(view);
    if (known !== undefined) return known;
    const isOwn = view === view.schema.view('client');
    const base = isOwn ? `${this.frame.prefix}${view.schema.name}` : name;
    this.bases.set(view, base);
    return base;
  }

  /** Returns the properties of groups. For agents, the description of the tool says what they mean. */
  private groups(self: Reference): Properties {
    const list = { type: 'array', items: self, minItems: 1 };
    return this.isForAgents ? { $and: list, $or: list, $not: self } : groups(self, list);
  }

  private get isForAgents(): boolean {
    return this.frame.readers === 'agents';
  }

  /** Returns true where some condition can be written. A member that is only a sort key has none. */
  private hasConditions(members: ReadonlyMap<string, Member>): boolean {
    return [...members.values()].some((member) => {
      if (!isVisible(member, this.frame.context)) return false;
      if (member.type === 'relation') return true;
      const field = member.type === 'named' ? member.field : member;
      const isField = field.type === 'field' && field.operators.size > 0;
      return isField || (member.members !== undefined && this.hasConditions(member.members));
    });
  }
}

function groups(self: Reference, list: JsonSchema): Properties {
  return {
    $and: { ...list, description: 'All of them hold.' },
    $or: { ...list, description: 'At least one of them holds.' },
    $not: { allOf: [self], description: 'It does not hold.' },
  };
}

/** One list of a document for one audience: the parameter of a handler, or an entity. */
export interface DocumentedList {
  readonly profile: Profile;
  readonly settings: Settings;
  /** The context that decides which members exist. */
  readonly context: unknown;
  /** Beginning of component names of this list alone: `PostsFew` for `PostsController.few`. */
  readonly name: string;
  readonly components: Components;
  readonly schemas: FilterSchemas;
  readonly readers: Readers;
}

/** Makes the lists of one document. Lists with equal limits share the schemas of conditions. */
export class ListMaker {
  private readonly schemas = new Map<string, FilterSchemas>();

  constructor(
    private readonly engine: FilterEngine,
    private readonly frame: DocumentFrame,
  ) {}

  /** @param name the beginning of component names of this list alone */
  list(
    { entity, overrides }: Pick<FilterQueryParameter, 'entity'> & { overrides?: Overrides | undefined },
    name: string,
  ): DocumentedList {
    const whole = this.engine.profile(entity, overrides);
    const { settings } = this.engine;
    const { context, components, readers } = this.frame;
    const profile = profileFor(whole, context);
    const schemas = this.schemasFor({ ...profile.limits, relativeDates: profile.relativeDates }, name);
    return { profile, settings, context, name, components, schemas, readers };
  }

  private schemasFor(limits: ValueLimits, name: string): FilterSchemas {
    const { settings } = this.engine;
    const usual = keyOf({ ...settings.limits, relativeDates: settings.relativeDates });
    const key = keyOf(limits);
    const known = this.schemas.get(key);
    if (known !== undefined) return known;
    const prefix = key === usual ? '' : name;
    const made = new FilterSchemas({ ...this.frame, vocabulary: this.engine.settings, limits, prefix });
    this.schemas.set(key, made);
    return made;
  }
}

/** The limits that are part of schemas. */
function keyOf({ valueLength, needleLength, members, relativeDates }: ValueLimits): string {
  return [valueLength, needleLength, members, relativeDates].join();
}
