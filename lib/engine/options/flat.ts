import {
  type Option,
  type OptionTable,
  FilterConfigurationError,
  checkBoolean,
  checkChoice,
  checkEach,
  checkMembers,
  checkText,
  checkedElsewhere,
  isOptions,
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

const pageTable = Object.fromEntries(flatPageKeys.map((key) => [key, checkFlatNames]));

const moduleTable: OptionTable = {
  ...pageTable,
  sort: checkFlatSort,
  brackets: checkBoolean,
  empty: (option) => checkChoice(option, ['value']),
};

const handlerTable: OptionTable = { ...moduleTable, filters: checkedElsewhere };

const ruleTable: OptionTable = {
  formerly: checkFlatNames,
  field: checkText,
  operator: checkText,
  separator: checkSeparator,
  empty: (option) => checkChoice(option, ['value']),
};

/** Checks the flat names of the module. */
export function checkFlatOptions(option: Option): void {
  if (option.value === undefined) return;
  if (isOptions(option.value) && 'filters' in option.value) {
    throw new FilterConfigurationError(`${option.subject}: \`flat.filters\` is about one list; give it to its handler`);
  }
  checkMembers(option, moduleTable);
}

/** Checks the flat names of a handler, as far as that needs no entity. */
export function checkFlatOverrides(option: Option): void {
  if (option.value === undefined || option.value === false) return;
  checkMembers(option, handlerTable);
  const { filters }: FlatOverrides = optionsIn(option, Object.keys(handlerTable));
  if (filters === undefined) return;
  const own = { ...option, name: `${option.name}.filters`, value: filters };
  checkEach(Object.entries(optionsIn(own, Object.keys(filters))), ([name, value]) =>
    checkFlatFilter({ subject: option.subject, name: `${own.name}.${name}`, value }),
  );
}

function checkFlatFilter(option: Option): void {
  const { value } = option;
  if (value === true || (typeof value === 'string' && value !== '')) return;
  if (!isOptions(value)) throw wrongValue(option, 'an operator, true, a path, or { field, operator, separator }');
  checkMembers(option, ruleTable);
}

function checkFlatNames(option: Option): void {
  const { value } = option;
  if (value === undefined) return;
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (names.length === 0 || names.some((name) => typeof name !== 'string')) {
    throw wrongValue(option, 'a name or a list of names');
  }
}

function checkFlatSort(option: Option): void {
  const { value } = option;
  if (value === undefined || typeof value === 'string') return;
  checkMembers(option, { field: checkText, direction: checkText });
  const { field }: { readonly field?: unknown } = optionsIn(option, ['field', 'direction']);
  if (field === undefined) throw wrongValue({ ...option, name: `${option.name}.field`, value: field }, 'a name');
}

function checkSeparator(option: Option): void {
  if (option.value === '') throw wrongValue(option, 'a text such as a comma');
  checkText(option);
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
