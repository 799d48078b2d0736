import {
  type Check,
  FilterConfigurationError,
  type Option,
  type OptionTable,
  checkChoice,
  checkEach,
  checkMembers,
  checkedElsewhere,
  isOptions,
  ofType,
  wrongValue,
} from '../../configuration/index.js';
import {
  type FlatDocs,
  type FlatFilter,
  type FlatFilterRule,
  type FlatListOptions,
  type FlatName,
  type FlatNames,
  type FlatOverrides,
  type FlatOwner,
  flatPageKeys,
} from '../../list/index.js';

/** Returns names in their long form. */
export function namesOf(names: FlatNames | undefined): readonly FlatName[] {
  return [names ?? []].flat().map((each) => (typeof each === 'string' ? { name: each } : each));
}

/** Returns the documentation of a name, without the rest of its rule. */
export function docsOf({ description, example, deprecated, enumName, schema }: FlatDocs): FlatDocs {
  return { description, example, deprecated, enumName, schema };
}

const empty: Check = (option) => checkChoice(option, ['value']);

const docsTable = {
  description: ofType,
  example: ofType,
  deprecated: ofType,
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
  { flat }: FlatListOptions,
  settings: Pick<FlatOwner['settings'], 'flat'>,
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
