import {
  type Check,
  FilterConfigurationError,
  type Option,
  type OptionTable,
  checkChoice,
  checkEach,
  checkMembers,
  isOptions,
  ofType,
  optionsIn,
  wrongValue,
} from '../../configuration/index.js';

/** The parts of `pagination` that a flat name can stand for. */
export const flatPageKeys = ['page', 'pageSize', 'start', 'limit', 'after', 'before', 'withCount'] as const;
/** One of {@link flatPageKeys}. */
export type FlatPageKey = (typeof flatPageKeys)[number];

/** One name, or several that mean the same. */
export type FlatNames = string | readonly string[];

/** Names without brackets that ask for pages and an order, beside `pagination` and `sort`. */
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
  /** The names of the switch that asks for a total. */
  readonly withCount?: FlatNames | undefined;
  /**
   * One name for all sort keys, which also takes `-title`, `title,DESC` and `title DESC`; or one for the key and
   * one for its direction. `sort: 'sort'` adds these spellings to `sort` itself.
   */
  readonly sort?:
    | string
    | {
        /** The name of the sort key. */
        readonly field: string;
        /** The name of its direction. */
        readonly direction?: string | undefined;
      }
    | undefined;
  /** `false` refuses `filters`, `pagination`, and `sort` unless that is a flat name, in requests of HTTP. */
  readonly brackets?: boolean | undefined;
  /** `value` reads an empty value as a value. By default it is what an empty form sends, and asks for nothing. */
  readonly empty?: 'value' | undefined;
}

/** The condition of one flat name. */
export interface FlatFilterRule<Path extends string = string> {
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
}

/** A condition: an operator for the field of the same name, `true` for equality, a path, or a rule. */
export type FlatFilter<Path extends string = string> = `$${string}` | true | Path | FlatFilterRule<Path>;

/** The flat names of one handler, its conditions included. */
export interface FlatOverrides<Path extends string = string> extends FlatOptions {
  /** The conditions by their names: `{ name: '$contains', deptId: 'dept.id' }`. */
  readonly filters?: Readonly<Record<string, FlatFilter<Path>>> | undefined;
}

const empty: Check = (option) => checkChoice(option, ['value']);

const flatRuleTable: OptionTable = {
  formerly: ofType,
  field: ofType,
  operator: ofType,
  separator: (option) => {
    if (option.value === '') throw wrongValue(option, 'a text such as a comma');
  },
  empty,
};

const flatTable: OptionTable = {
  ...Object.fromEntries(flatPageKeys.map((key) => [key, ofType])),
  sort: (option) => {
    if (isOptions(option.value)) optionsIn(option, ['field', 'direction']);
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
  if (isOptions(value) && 'filters' in value) {
    throw new FilterConfigurationError(`${subject}: \`flat.filters\` is about one list; give it to its handler`);
  }
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
