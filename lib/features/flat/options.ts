import {
  type Check,
  FilterConfigurationError,
  type Option,
  type OptionTable,
  checkBoolean,
  checkChoice,
  checkEach,
  checkMembers,
  checkedElsewhere,
  isOptions,
  ofType,
  wrongValue,
} from '../../configuration/index.js';

/** The parts of `pagination` that a flat name can stand for. */
export const flatPageKeys = ['page', 'pageSize', 'start', 'limit', 'after', 'before', 'withCount'] as const;
/** One of {@link flatPageKeys}. */
export type FlatPageKey = (typeof flatPageKeys)[number];

/** The documentation of a flat name in OpenAPI, where it is not to be the library's own. */
export interface FlatDocs {
  /** Text about the parameter. An empty one leaves it out. */
  readonly description?: string | undefined;
  /** A value that clients can send. */
  readonly example?: unknown;
  /** `true` where clients should not use it any more. */
  readonly deprecated?: boolean | undefined;
  /** Name of the component with its enum, and of a generated type. Default: the enum is in the parameter. */
  readonly enumName?: string | undefined;
  /** The whole JSON Schema of its values, in place of the library's. */
  readonly schema?: Readonly<Record<string, unknown>> | undefined;
}

/** A flat name with its documentation. */
export interface FlatName extends FlatDocs {
  /** The name itself. */
  readonly name: string;
}

/** One name, or several that mean the same, each as a text or with its documentation. */
export type FlatNames = string | FlatName | readonly (string | FlatName)[];

/** Returns names in their long form. */
export function namesOf(names: FlatNames | undefined): readonly FlatName[] {
  return [names ?? []].flat().map((each) => (typeof each === 'string' ? { name: each } : each));
}

/** Returns the documentation of a name, without the rest of its rule. */
export function docsOf({ description, example, deprecated, enumName, schema }: FlatDocs): FlatDocs {
  return { description, example, deprecated, enumName, schema };
}

/** The flat names of an order, in two parts. */
export interface FlatSortNames {
  /** The name of the sort key. It may be `sort` where `brackets` is false. */
  readonly field: string | FlatName;
  /** The name of its direction. Default: there is none. */
  readonly direction?: string | FlatName | undefined;
  /** Name of the component with the keys of the order, in OpenAPI. Default: they stand in the parameter. */
  readonly enumName?: string | undefined;
  /** The direction of a key that is sent without one, and of `default`. Default: `asc`. */
  readonly defaultDirection?: 'asc' | 'desc' | undefined;
}

/** The flat names of one handler's order, and its keys. */
export interface FlatSortRule<Key extends string = string> extends FlatSortNames {
  /**
   * The only keys, by the names that clients send: a path in property names, or `-path` for a key that is always
   * descending. Default: the sort keys of the list.
   *
   * @example
   * flat: { sort: { field: 'sort', keys: { author: 'author.name', newest: '-createdAt' } } }
   */
  readonly keys?: Readonly<Record<string, Key | `-${Key}`>> | undefined;
  /**
   * The order where the client sends none, a path in property names. A direction sent without a key is its direction.
   * Default: `defaults.sort`.
   */
  readonly default?: Key | undefined;
}

/** Names without brackets for pages and the order, beside `pagination` and `sort`. */
export interface FlatOptions {
  /** The names of a page's number. */
  readonly page?: FlatNames | undefined;
  /** The names of a page's size. */
  readonly pageSize?: FlatNames | undefined;
  /** The names of the number of rows to skip. */
  readonly start?: FlatNames | undefined;
  /** The names of the number of rows after an offset. */
  readonly limit?: FlatNames | undefined;
  /** The names of the cursor to read after. */
  readonly after?: FlatNames | undefined;
  /** The names of the cursor to read before. */
  readonly before?: FlatNames | undefined;
  /** The names of the switch for a total. */
  readonly withCount?: FlatNames | undefined;
  /**
   * One name for all sort keys, which also accepts `-title`, `title,DESC` and `title DESC`; or one for the key and one
   * for its direction. `sort: 'sort'` adds these spellings to `sort` itself.
   */
  readonly sort?: string | FlatSortNames | undefined;
  /** `false` refuses `filters`, `pagination`, and `sort` unless that is a flat name, in requests of HTTP. */
  readonly brackets?: boolean | undefined;
  /** `value` reads an empty value as a value. By default it is what an empty form sends, and asks for nothing. */
  readonly empty?: 'value' | undefined;
}

/** The condition of one flat name. */
export interface FlatFilterRule<Path extends string = string> extends FlatDocs {
  /** Flat names of earlier times, which mean the same. Links and documents have the present one. */
  readonly formerly?: readonly string[] | undefined;
  /** The field to compare; by default the field of the same name. */
  readonly field?: Path | undefined;
  /** The operator of the condition; by default `$eq`, and `$has` for a list. */
  readonly operator?: `$${string}` | undefined;
  /** The text between the members of a list in one value: `ids=1,2`. */
  readonly separator?: string | undefined;
  /** `value` reads an empty value as a value. */
  readonly empty?: 'value' | undefined;
  /**
   * `moment` reads a date alone as its midnight in the module's zone, as handlers do that compare it with a date-time.
   * By default it is the whole day, so that `to=2026-03-01` with `$lte` includes it.
   */
  readonly dates?: 'moment' | undefined;
  /** The only members of an enum that the name accepts. Default: all members of the field. */
  readonly values?: readonly (string | number)[] | undefined;
}

/** A condition: an operator for the field of the same name, `true` for equality, a path, or a rule. */
export type FlatFilter<Path extends string = string> = `$${string}` | true | Path | FlatFilterRule<Path>;

/** The flat names of one handler, its conditions included. */
export interface FlatOverrides<Path extends string = string, Key extends string = string> extends Omit<
  FlatOptions,
  'sort'
> {
  /**
   * One name for all sort keys, which also accepts `-title`, `title,DESC` and `title DESC`; or one for the key and one
   * for its direction. `sort: 'sort'` adds these spellings to `sort` itself.
   */
  readonly sort?: string | FlatSortRule<Key> | undefined;
  /** The conditions by their names: `{ name: '$contains', deptId: 'dept.id' }`. */
  readonly filters?: Readonly<Record<string, FlatFilter<Path>>> | undefined;
}

const empty: Check = (option) => checkChoice(option, ['value']);

const docsTable = {
  description: ofType,
  example: ofType,
  deprecated: checkBoolean,
  enumName: checkEnumName,
  schema: ofType,
} as const satisfies Record<keyof FlatDocs, Check>;

/** Refuses the name of a component that OpenAPI does not allow. */
function checkEnumName(option: Option): void {
  const { value } = option;
  if (value === undefined || (typeof value === 'string' && /^[\w.-]+$/.test(value))) return;
  throw wrongValue(option, 'a name of letters, digits, _, - and .');
}

/** Checks names, each as a text or with its documentation. */
function checkFlatName({ subject, name, value }: Option): void {
  checkEach([value].flat(), (each: unknown) => {
    if (isOptions(each)) checkMembers({ subject, name, value: each }, { name: ofType, ...docsTable });
  });
}

const flatRuleTable: OptionTable = {
  ...docsTable,
  formerly: ofType,
  field: ofType,
  operator: ofType,
  separator: (option) => {
    if (option.value === '') throw wrongValue(option, 'a text such as a comma');
  },
  empty,
  dates: (option) => checkChoice(option, ['moment']),
  values: checkedElsewhere,
};

const sortTable: OptionTable = {
  field: checkFlatName,
  direction: checkFlatName,
  enumName: checkEnumName,
  keys: checkSortKeys,
  default: ofType,
  defaultDirection: (option) => checkChoice(option, ['asc', 'desc']),
};

/** Refuses keys that no request could spell, and an object without any. */
function checkSortKeys({ subject, name, value }: Option): void {
  if (value === undefined) return;
  const keys = Object.keys(isOptions(value) ? value : {});
  if (keys.length === 0)
    throw wrongValue({ subject, name, value }, "an object of paths, such as { author: 'author.name' }");
  checkEach(keys, (key) => {
    if (key !== '' && !/[,:]/.test(key)) return;
    throw new FilterConfigurationError(`${subject}: \`${name}\` has the key "${key}"; keys are texts without , and :`);
  });
}

const flatTable: OptionTable = {
  ...Object.fromEntries(flatPageKeys.map((key) => [key, checkFlatName])),
  sort: (option) => {
    if (isOptions(option.value)) checkMembers(option, sortTable);
  },
  brackets: ofType,
  empty,
  filters: ({ subject, name, value }) => {
    checkEach(Object.entries(value ?? {}), ([key, rule]: readonly [string, unknown]) => {
      if (isOptions(rule)) checkMembers({ subject, name: `${name}.${key}`, value: rule }, flatRuleTable);
    });
  },
};

/** Checks the flat names of a handler, as far as that needs no entity. */
export function checkFlat(option: Option): void {
  if (isOptions(option.value)) checkMembers(option, flatTable);
}

/** Checks the flat names of the module, which have no conditions. */
export function checkModuleFlat(option: Option): void {
  const { subject, value } = option;
  const { sort, ...flat }: { readonly sort?: unknown } = isOptions(value) ? value : {};
  const ofLists = [...Object.keys(flat), ...Object.keys(isOptions(sort) ? sort : {}).map((name) => `sort.${name}`)];
  checkEach(ofLists, (name) => {
    if (!['filters', 'sort.keys', 'sort.default'].includes(name)) return;
    throw new FilterConfigurationError(`${subject}: \`flat.${name}\` is for one list; set it at its handler`);
  });
  checkFlat(option);
}

/** Returns the flat options of a list: the module's, and over them the handler's. */
export function flatOptionsOf(
  { flat }: { readonly flat?: FlatOverrides | false | undefined },
  settings: { readonly flat?: FlatOverrides | undefined },
): FlatOverrides | undefined {
  if (flat === false) return undefined;
  return flat === undefined ? settings.flat : { ...settings.flat, ...flat };
}

/** Returns the options of a flat filter in full: it may be an operator, a path, or `true` for both of its own name. */
export function ruleOf(filter: FlatFilter): FlatFilterRule {
  if (filter === true) return {};
  if (typeof filter !== 'string') return filter;
  return filter.startsWith('$') ? { operator: filter as `$${string}` } : { field: filter };
}
