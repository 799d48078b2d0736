import { FilterConfigurationError, checkEach, didYouMean } from '../../configuration/index.js';
import { type FlatTarget, type Parameter, type SentNames, namesIn } from '../../wire/index.js';
import { Location } from '../../issues/index.js';
import { docsOf, flatOptionsOf, namesOf, ruleOf } from './options.js';
import {
  type FlatDescription,
  type FlatDocs,
  type FlatListOptions,
  type FlatMeaning,
  type FlatName,
  type FlatOverrides,
  type FlatOwner,
  type FlatProfile,
  type FlatSortRule,
  flatPageKeys,
} from '../../list/index.js';
import { type FlatOrder, flatOrderOf, wayOutOf } from './sort.js';
import { type AnyOperator, existenceTokens } from '../../operators/index.js';
import { atMidnight } from '../../values/index.js';
import {
  type FieldPath,
  type ReadableValues,
  everybody,
  filterPathOf,
  isPathVisible,
  isVisible,
  keyOf,
  narrowedTo,
  nobody,
  pathNamesOf,
  relationPathOf,
  sortKeysOf,
} from '../../schema/index.js';

/** Refuses names that are impossible in a query string, given twice, or read by something else. */
function checkFlatNames(
  all: readonly { readonly name: string }[],
  { params, subject, others, settings, overrides }: FlatOwner,
): void {
  const flat = flatOptionsOf(overrides, settings);
  const taken = namesIn(params).filter((name) => name !== params.sort || !isSortItself(name, flat, overrides));
  const theirs = new Set((others?.() ?? []).flatMap((list) => flatNamesIn(list, settings)));
  const seen = new Set<string>();
  const faultOf = (name: string): string | undefined => {
    if (!/^[A-Za-z_][\w-]*$/.test(name)) return 'which is not a name; use letters, digits, _ and -';
    if (taken.includes(name) && name === params.sort)
      return 'which is a parameter of the list itself; choose another name, or `brackets: false`, with which the sort key may be called so';
    if (taken.includes(name)) return 'which is a parameter of the list itself; choose another name, or rename that one';
    if (seen.has(name)) return 'which is listed twice';
    return theirs.has(name) ? 'which another list of the handler names, too; set a prefix for one of them' : undefined;
  };
  checkEach(all, ({ name }) => {
    const fault = faultOf(name);
    seen.add(name);
    if (fault !== undefined) throw new FilterConfigurationError(`${subject}: \`flat\` names ${name}, ${fault}`);
  });
}

/** Returns true for the name of `sort` as the flat name of its key, where brackets do not have it. */
function isSortItself(name: string, flat: FlatOverrides | undefined, { prefix = '' }: FlatListOptions): boolean {
  if (flat?.brackets !== false || typeof flat.sort !== 'object') return false;
  return namesOf(flat.sort.field).some((field) => name === prefix + field.name);
}

/** Returns the flat names of a list, without a look at its entity. */
function flatNamesIn(overrides: FlatListOptions, settings: FlatOwner['settings']): readonly string[] {
  const options = flatOptionsOf(overrides, settings) ?? {};
  const { sort } = options;
  const sorts = typeof sort === 'object' ? [sort.field, sort.direction ?? []].flat() : (sort ?? []);
  const named = [...flatPageKeys.map((key) => options[key]), sorts].flatMap(namesOf).map(({ name }) => name);
  const filters = Object.entries(options.filters ?? {}).map(([name, rule]) => [name, ...(ruleOf(rule).formerly ?? [])]);
  return [...named, ...filters.flat()].map((name) => `${overrides.prefix ?? ''}${name}`);
}

/**
 * Resolves the flat names of a list: the module's and its handler's. The handler's win.
 *
 * @returns undefined where there are none
 * @throws FilterConfigurationError with every name that is wrong
 */
export function flatOf(owner: FlatOwner): FlatProfile | undefined {
  const options = flatOptionsOf(owner.overrides, owner.settings);
  if (options === undefined) return undefined;
  checkPlace(owner);
  const found: Found[] = [...pageNames(options), ...sortNames(options, owner), ...filterNames(options, owner)];
  const prefix = owner.overrides.prefix ?? '';
  const all = found.map((each) => ({ ...each, name: prefix + each.name }));
  checkFlatNames(all, owner);
  const narrowed = new Map(
    all.flatMap(({ name, narrowed }) => (narrowed === undefined ? [] : [[name, narrowed] as const])),
  );
  const narrowedIn = (sent: SentNames) =>
    new Map(
      all.flatMap(({ name, target, narrowed }) => {
        const { pointer } = target.path.reduce((at, each) => at.child(each), Location.root(owner.params.filters));
        return narrowed !== undefined && sent.at(pointer) === name ? [[pointer, narrowed] as const] : [];
      }),
    );
  const order = typeof options.sort === 'object' ? orderIn(options.sort, owner) : undefined;
  const isOwn = typeof options.sort === 'string' && prefix + options.sort === owner.params.sort;
  const keys = sortKeysOf(owner.view('client'), everybody, owner.sortHops);
  const ambiguous = new Set(keys.filter((key) => /^(?:asc|desc)$/i.test(key)));
  const profile = {
    rules: {
      targets: new Map(all.map(({ name, target }) => [name, target])),
      former: new Map(
        all.flatMap(({ name, present }) => (present === undefined ? [] : [[name, prefix + present] as const])),
      ),
      shown: all.filter((each) => isShown(each, owner.pageKeys)).map(({ name }) => name),
      pageNames: new Map(
        [...all]
          .reverse()
          .flatMap(({ name, meaning }) =>
            meaning.parameter === 'pagination' && owner.pageKeys.includes(meaning.key)
              ? [[meaning.key, name] as const]
              : [],
          ),
      ),
      sort: typeof options.sort === 'string' ? { isOwn, ambiguous } : undefined,
      takesSort: all.some(({ name }) => name === owner.params.sort),
      keyOfDirection: order?.keyOfDirection,
      closed: closedIn(options, owner, isOwn),
    },
    meanings: new Map(
      all.flatMap(({ name, meaning, present }) => (present === undefined ? [[name, meaning] as const] : [])),
    ),
    sortNamesBy: (name: string | undefined) => (name === undefined ? undefined : order?.rules.get(name)),
    docs: new Map(
      declaredOrder(options)
        .flatMap((name) => all.filter((each) => each.name === prefix + name && each.present === undefined))
        .map(({ name, docs }) => [name, docs] as const),
    ),
    valuesOf: (name: string) => narrowed.get(name),
    narrowedBy: (sent: SentNames) => (narrowed.size === 0 ? undefined : narrowedIn(sent)),
    sortKeys: (context: unknown) =>
      order?.keys && [...order.keys].flatMap(([name, { target }]) => (isPathVisible(target, context) ? name : [])),
    isOfUrls: typeof (owner.overrides.source ?? owner.settings.source) !== 'function',
  };
  return { ...profile, describe: (keys, context) => describe(profile, keys, context) };
}

/** Describes the flat names whose fields the context may see. */
function describe(
  flat: Omit<FlatProfile, 'describe'>,
  pageKeys: readonly string[],
  context: unknown,
): FlatDescription[] {
  return [...flat.meanings].flatMap(([name, meaning]): FlatDescription | [] => {
    const { parameter } = meaning;
    if (parameter === 'sort') {
      const keys = meaning.part === 'field' ? flat.sortKeys(context) : undefined;
      return { name, parameter, means: meaning.part, ...(keys && { keys }) };
    }
    if (parameter === 'pagination')
      return pageKeys.includes(meaning.key) ? { name, parameter, means: meaning.key } : [];
    if ('relations' in meaning) {
      const { relations, token: operator } = meaning;
      if (!relations.every((relation) => isVisible(relation, context))) return [];
      const means = relations.flatMap(({ clientPath }) => clientPath).join('.');
      return { name, parameter, means, operator, kind: 'boolean', takes: 'boolean' };
    }
    const { path, operator } = meaning;
    const separator = flat.rules.targets.get(name)?.separator;
    if (!isPathVisible(path, context)) return [];
    const { token, takes } = operator;
    const kind = path.field.expression.kind.name;
    const members = flat.valuesOf(name)?.facts.members;
    return {
      ...{ name, parameter, means: keyOf('client', path), operator: token, kind, takes },
      ...(separator === undefined ? {} : { separator }),
      ...(members && { members: [...members] }),
    };
  });
}

function orderIn(sort: FlatSortRule, { overrides, view, sortHops, subject, hasDefaultSort }: FlatOwner): FlatOrder {
  const { prefix = '' } = overrides;
  return flatOrderOf(sort, { view: view('code'), sortHops, subject, prefix, hasDefaultSort });
}

/** Lists the names in the order of their declaration: a generated client has its parameters in that order. */
function declaredOrder(options: FlatOverrides): readonly string[] {
  return Object.keys(options).flatMap((key) => {
    const { sort, filters = {} } = options;
    if (key === 'filters') return Object.keys(filters);
    if (key === 'sort')
      return typeof sort === 'object' ? namesOf([sort.field, sort.direction ?? []].flat()).map(nameOf) : (sort ?? []);
    return namesOf(flatPageKeys.flatMap((each) => (each === key ? (options[each] ?? []) : []))).map(nameOf);
  });
}

function nameOf({ name }: FlatName): string {
  return name;
}

interface Found {
  readonly name: string;
  readonly target: FlatTarget;
  readonly meaning: FlatMeaning;
  /** Its documentation in the place of the library's. */
  readonly docs: FlatDocs;
  /** What reads its values, where they are fewer than its field's. */
  readonly narrowed?: ReadableValues | undefined;
  /** Present name of a former one, which is read and never shown. Undefined for any other. */
  readonly present?: string;
}

/** Returns true for a present name whose field everybody may see, of a part of a page that is read, or of an order. */
function isShown({ meaning, present }: Found, pageKeys: readonly string[]): boolean {
  if (meaning.parameter === 'pagination') return pageKeys.includes(meaning.key);
  if (present !== undefined || meaning.parameter !== 'filters') return present === undefined;
  if ('path' in meaning) return isPathVisible(meaning.path, nobody);
  return meaning.relations.every((relation) => isVisible(relation, nobody));
}

/** Refuses flat names of a handler that reads a body, and names of pages where the handler has no pages. */
function checkPlace({ overrides, subject }: FlatOwner): void {
  const { flat, source, pagination } = overrides;
  if (flat === undefined || flat === false) return;
  if (source === 'body') {
    throw new FilterConfigurationError(`${subject}: \`flat\` is read in query strings, and this list reads a body`);
  }
  const page = flatPageKeys.find((key) => flat[key] !== undefined);
  if (page === undefined || pagination !== false) return;
  throw new FilterConfigurationError(`${subject}: \`flat.${page}\` names a page, and this list has none`);
}

function pageNames(options: FlatOverrides): Found[] {
  return flatPageKeys.flatMap((key) =>
    namesOf(options[key]).map(({ name, ...docs }) => ({
      name,
      docs,
      // An empty cursor is the first page, in brackets as here.
      target: target('pagination', [key], { keepsEmpty: key === 'after' || key === 'before' || keepsEmpty(options) }),
      meaning: { parameter: 'pagination', key },
    })),
  );
}

function sortNames(options: FlatOverrides, { overrides, params }: FlatOwner): Found[] {
  const { sort } = options;
  const named = (part: 'keys' | 'field' | 'direction', { name, ...docs }: FlatName): Found => ({
    name,
    docs,
    target: target('sort', [], { takes: part, keepsEmpty: keepsEmpty(options) }),
    meaning: { parameter: 'sort', part },
  });
  if (sort === undefined) return [];
  if (typeof sort === 'string')
    return (overrides.prefix ?? '') + sort === params.sort ? [] : [named('keys', { name: sort })];
  const fields = namesOf(sort.field).map((field) => named('field', { enumName: sort.enumName, ...field }));
  return [...fields, ...namesOf(sort.direction).map((direction) => named('direction', direction))];
}

function filterNames(options: FlatOverrides, { view, subject, settings }: FlatOwner): Found[] {
  const found: Found[] = [];
  checkEach(Object.entries(options.filters ?? {}), ([name, filter]) => {
    const { field = name, operator, separator, empty, dates, values, formerly = [] } = ruleOf(filter);
    const at = `${subject}: \`flat.filters.${name}\``;
    const path = filterPathOf(view('code'), field);
    const keeps = empty === 'value' || keepsEmpty(options);
    const relations = path === undefined ? relationPathOf(view('code'), field) : undefined;
    if (relations !== undefined) {
      const misfit = dates === undefined ? values && 'values' : 'dates';
      if (misfit !== undefined) throw new FilterConfigurationError(`${at} has ${misfit}, and ${field} is a relation`);
      const token = existenceOf(operator, field, at);
      const names = [...relations.flatMap(({ clientPath }) => clientPath), token];
      const means: Omit<Found, 'name'> = {
        target: target('filters', names, { keepsEmpty: keeps }),
        meaning: { parameter: 'filters', relations, token },
        docs: docsOf(ruleOf(filter)),
      };
      found.push({ name, ...means }, ...formerly.map((former) => ({ name: former, ...means, present: name })));
      return;
    }
    if (path === undefined) {
      const names = pathNamesOf(view('code'));
      throw new FilterConfigurationError(
        `${at} names ${field}, which is not an exposed field; ${wayOutOf(field, names, view('code'))}`,
      );
    }
    const row = operatorOf(path, operator, at);
    const isList = row.takes === 'list' || row.takes === 'pair';
    if (separator !== undefined && !isList) {
      throw new FilterConfigurationError(
        `${at} has a separator, and ${row.token} accepts one value; give it an operator such as $in, or leave the separator out`,
      );
    }
    if (dates !== undefined) checkDates(path, row, at);
    const respell = dates && ((text: string) => atMidnight(text, settings.zone));
    const narrowed = values && narrowedTo(values, path.field.narrowed ?? path.field.expression, at);
    const names = [...path.hops.flatMap(({ clientPath }) => clientPath), ...path.field.clientPath, row.token];
    const means: Omit<Found, 'name'> = {
      target: target('filters', names, { takes: isList ? 'list' : 'value', separator, keepsEmpty: keeps, respell }),
      meaning: { parameter: 'filters', path, operator: row },
      narrowed,
      docs: docsOf(ruleOf(filter)),
    };
    found.push({ name, ...means }, ...formerly.map((former) => ({ name: former, ...means, present: name })));
  });
  return found;
}

/** Refuses `dates` for what is compared with no moments. */
function checkDates({ field }: FieldPath, { token, takes }: AnyOperator, at: string): void {
  const { name } = field.expression.kind;
  const fault = takes === 'boolean' ? `${token} accepts no date` : `${field.propertyPath} has the kind ${name}`;
  if (takes !== 'boolean' && name === 'datetime') return;
  throw new FilterConfigurationError(`${at}: \`dates\` is for date-times, and ${fault}; leave it out`);
}

/** Returns the operator of a relation, which says whether there is a related row. */
function existenceOf(token: string | undefined, name: string, at: string): string {
  if (existenceTokens.some((each) => each === token)) return token ?? '';
  throw new FilterConfigurationError(
    `${at} names ${name}, which is a relation, not a field; name a field of its rows, or one of the operators ` +
      existenceTokens.join(', '),
  );
}

/** Returns the operator of a condition: the one that is named, or equality. */
function operatorOf({ field }: FieldPath, token: string | undefined, at: string): AnyOperator {
  const wanted = token ?? (field.expression.list === undefined ? '$eq' : '$has');
  const found = field.operators.get(wanted);
  if (found !== undefined) return found;
  const existing = [...field.operators.keys()];
  throw new FilterConfigurationError(
    `${at} means ${wanted}, which ${field.propertyPath} does not accept; ${didYouMean(wanted, existing)}`,
  );
}

function target(
  parameter: FlatTarget['parameter'],
  path: readonly string[],
  { takes = 'value', separator, keepsEmpty: keeps, respell }: Partial<FlatTarget>,
): FlatTarget {
  return { parameter, path, takes, separator, keepsEmpty: keeps === true, respell };
}

function keepsEmpty({ empty }: FlatOverrides): boolean {
  return empty === 'value';
}

/** Returns the parameters whose usual spelling is refused in what a client has sent, which only handlers read. */
function closedIn({ brackets }: FlatOverrides, { others }: FlatOwner, isOwnSort: boolean): ReadonlySet<Parameter> {
  if (brackets !== false || others === undefined) return new Set();
  return new Set<Parameter>(isOwnSort ? ['filters', 'pagination'] : ['filters', 'pagination', 'sort']);
}
