import type { Condition, Moment, SortTerm } from '../../ast/index.js';
import { type Limits, limitTable } from '../../limits.js';
import {
  type FieldSchema,
  type FilterSchema,
  NameMap,
  type NamedPopulateRule,
  type PopulateRule,
  type RelationSchema,
  type View,
  checkKeyOfDates,
  isShown,
  isWithinPath,
  lookUp,
  mapNames,
  relationsOf,
  sortKeysOf,
  withOperators,
} from '../../schema/index.js';
import {
  type Selectable,
  type SelectableColumn,
  checkedKeys,
  exposedColumns,
  loadedFields,
  selectableNames,
} from '../fields/index.js';
import {
  type Check,
  FilterConfigurationError,
  checkEach,
  checkFunction,
  checkNames,
  checkOptions,
  checkedElsewhere,
  checkedList,
  didYouMean,
  ofType,
  wholeNumber,
} from '../../configuration/index.js';
import type { Audience, PopulateDescription, TrustedReader } from '../../list/index.js';

/** A relation that clients may populate, as a list or an entity declares it. */
export interface Populatable {
  /** The name that requests use for it. */
  readonly name: string;
  readonly relation: RelationSchema;
  /** The members of the related entity that requests may name. */
  readonly view: View;
  /** Declared limit for each parent. Undefined for the limits' own. */
  readonly limit: number | undefined;
  /** Largest limit that a client may ask for. Undefined where none is declared. */
  readonly maximum: number | undefined;
  /** The order where the client names none. */
  readonly sort: readonly SortTerm[];
  /** The columns that the client's `fields` may name, by the names that requests use. */
  readonly selectable: Selectable;
  /** The columns that are answered where the client names no `fields`. */
  readonly columns: readonly SelectableColumn[];
  /** The aggregates of rows related to the populated ones that are part of every row. */
  readonly loaded: readonly FieldSchema[] | undefined;
  /** Relations that may be populated below it, as the related entity declares them. */
  readonly below: Populatables;
  /** Returns the declared condition in a context, if there is one. Its relative dates are read at a moment. */
  where(context: unknown, moment: Moment | undefined): Condition | undefined;
  /** Returns true where it exists for a context. */
  isShown(context: unknown): boolean;
}

/** The relations that clients may populate, by the names that requests use. */
export type Populatables = ReadonlyMap<string, Populatable>;

/** Lists the names that exist for a context, in the order of their declaration. */
export function visibleNames(populatables: Populatables, context: unknown): string[] {
  return [...populatables].filter(([, populatable]) => populatable.isShown(context)).map(([name]) => name);
}

/** Returns the default limit for each parent, or undefined for a relation to one row. */
export function defaultLimitOf(
  { relation, limit, maximum = Infinity }: Populatable,
  { populatedPerRow }: Limits,
): number | undefined {
  return relation.toMany ? (limit ?? Math.min(populatedPerRow, maximum)) : undefined;
}

export function mostRowsOf({ limit, maximum }: Populatable, { populatedPerRow }: Limits): number {
  return maximum ?? limit ?? populatedPerRow;
}

/** Describes a relation for the clients who may populate it. */
export function describePopulatable(populatable: Populatable, { limits, context }: Audience): PopulateDescription {
  const { name, relation, view, selectable, below } = populatable;
  const { toMany, target } = relation;
  const limit = defaultLimitOf(populatable, limits);
  return {
    name,
    entity: target.name,
    toMany,
    ...(limit === undefined ? {} : { limit, maximum: mostRowsOf(populatable, limits) }),
    fields: selectableNames(selectable, context),
    ...(toMany ? { sort: sortKeysOf(view, context, limits.sortHops) } : {}),
    populate: visibleNames(below, context),
  };
}

/** Turns an entry of a list into its long form: `'chef'` into `{ name: 'chef' }`. */
function asRule(entry: NamedPopulateRule): PopulateRule {
  return typeof entry === 'string' ? { name: entry } : entry;
}

/** The options of one populated relation, each with the check of its value. */
const ruleOptions = {
  name: checkedElsewhere,
  limit: wholeNumber(1, limitTable.populatedPerRow.cap),
  maximum: wholeNumber(1, limitTable.populatedPerRow.cap),
  sort: checkedElsewhere,
  fields: checkNames,
  where: ofType,
  when: (option) => checkFunction(option, 'the context'),
} as const satisfies Record<keyof PopulateRule, Check>;

/** The options that only relations to many rows have. */
const ofMany = ['limit', 'maximum', 'sort'] as const;

/**
 * Checks the list of a declaration against the entity.
 *
 * @param subject begins each error: `@Filterable() on Post`, or the handler
 * @throws FilterConfigurationError with everything that is wrong with the list
 */
function checkRules(schema: FilterSchema, rules: readonly NamedPopulateRule[], subject: string): void {
  checkedList(
    { subject, name: 'populate', value: rules },
    ({ name }) => name,
    (rule) => checkRelation(schema, rule, subject),
  );
}

function checkRelation({ metadata }: FilterSchema, rule: PopulateRule, subject: string): void {
  const { name } = rule;
  const relation = metadata.relations.find(({ propertyPath }) => propertyPath === name);
  if (relation === undefined) throw unknownRelation(metadata, name, subject);
  const about = `${subject}: the populated relation ${name}`;
  checkOptions(about, rule, ruleOptions);
  if (relation.inverseEntityMetadata.primaryColumns.length === 0) {
    throw new FilterConfigurationError(
      `${about} leads to ${relation.inverseEntityMetadata.name}, which has no primary key to order its rows by; leave it out`,
    );
  }
  if (relation.isOneToMany || relation.isManyToMany) checkLimits(rule, about);
  else checkToOne(rule, about);
}

function unknownRelation({ relations, columns }: FilterSchema['metadata'], name: string, subject: string) {
  const isColumn = columns.some(({ propertyPath }) => propertyPath === name);
  const existing = relations.map(({ propertyPath }) => propertyPath);
  const wayOut = isColumn
    ? 'a column, which every row has; name a relation'
    : `not a relation; ${didYouMean(name, existing)}`;
  return new FilterConfigurationError(`${subject}: \`populate\` names ${name}, which is ${wayOut}`);
}

function checkToOne(rule: PopulateRule, about: string): void {
  const option = ofMany.find((name) => rule[name] !== undefined);
  if (option === undefined) return;
  throw new FilterConfigurationError(`${about} leads to one row; leave out \`${option}\`, which is for many`);
}

function checkLimits({ limit, maximum }: PopulateRule, about: string): void {
  if (limit === undefined || maximum === undefined || maximum >= limit) return;
  throw new FilterConfigurationError(
    `${about} has the \`maximum\` ${maximum}, less than its \`limit\` ${limit}; raise the maximum, or lower the limit`,
  );
}

/**
 * Returns the columns of related rows that a declaration answers, by the names of a view: every exposed column that
 * TypeORM selects, or those among them that the declaration lists.
 *
 * @param fields the property paths that the declaration lists; an embedded property stands for all of its columns
 * @throws FilterConfigurationError with every name that is no such column
 */
function narrowedTo(fields: readonly string[] | undefined, view: View, about: string): Selectable {
  const exposed = exposedColumns(view, about);
  if (fields === undefined) return checkedKeys(exposed, view, about);
  const existing = [...columnsOf(exposed), ...aggregatesOf(exposed)];
  const paths = existing.map(({ propertyPath }) => propertyPath);
  const kept = new Set<string>();
  checkEach(fields, (name) => {
    const found = paths.filter((path) => isWithinPath(path, name));
    if (found.length === 0) throw unknown(name, view, { paths, about });
    for (const path of found) kept.add(path);
  });
  const answered = mapNames(exposed, (columns) => {
    const narrowed = columns.filter(isIn(kept));
    return narrowed.length > 0 ? narrowed : undefined;
  });
  return checkedKeys(answered, view, about);
}

/** Lists the columns of a selection, each once, because groups such as `address` repeat their columns. */
function columnsOf(selectable: Selectable): readonly SelectableColumn[] {
  const columns = new Map<string, SelectableColumn>();
  for (const column of [...selectable.values()].flat()) {
    if (column.aggregate === undefined) columns.set(column.propertyPath, column);
  }
  return [...columns.values()];
}

/** Lists the aggregates of related rows in a selection, each once. */
function aggregatesOf(selectable: Selectable): readonly FieldSchema[] {
  return [...new Set([...selectable.values()].flat().flatMap(({ aggregate }) => aggregate ?? []))];
}

/** Lists the aggregates that are answered to a client who names none: those of every row, and the declared ones. */
function loadedOf(view: View, named: readonly FieldSchema[]): readonly FieldSchema[] | undefined {
  const loaded = [...new Set([...named, ...(loadedFields(view) ?? [])])];
  return loaded.length === 0 ? undefined : loaded;
}

function isIn(paths: ReadonlySet<string>): (column: SelectableColumn) => boolean {
  return ({ propertyPath }) => paths.has(propertyPath);
}

function unknown(name: string, { schema }: View, found: { readonly paths: readonly string[]; readonly about: string }) {
  return new FilterConfigurationError(
    `${found.about}: \`fields\` names ${name}, which is not an exposed column of ${schema.name} that TypeORM selects; ${didYouMean(name, found.paths)}`,
  );
}

/** The list, or the entity behind a relation, that declares which relations may be populated. */
export interface PopulateOwner {
  /** The members that requests may name there. */
  readonly view: View;
  readonly rules: readonly NamedPopulateRule[];
  /** Begins each error: `@Filterable() on Post`, or the handler. */
  readonly subject: string;
  /** Operators that the handler allows, behind relations too. Undefined for all that the entities allow. */
  readonly operators: readonly string[] | undefined;
  readonly reader: TrustedReader;
}

/**
 * Looks up the relations that a list may populate. What stands below each of them is looked up when it is first asked
 * for, because entities refer to each other.
 *
 * @param known the entities that were looked up before
 * @throws FilterConfigurationError with everything that is wrong with the declaration
 */
export function populatablesOf(owner: PopulateOwner, known = new Map<View, Populatables>()): Populatables {
  const { view, rules, subject } = owner;
  checkRules(view.schema, rules, subject);
  const populatables = new NameMap<Populatable>();
  checkEach(rules.map(asRule), (rule) => {
    const populatable = populatableOf(owner, rule, known);
    if (populatables.has(populatable.name)) {
      throw new FilterConfigurationError(`${subject}: two relations of \`populate\` are named ${populatable.name}`);
    }
    populatables.set(populatable.name, populatable);
  });
  for (const populatable of populatables.values()) addFormerNames(populatables, populatable, owner);
  return populatables;
}

function addFormerNames(populatables: NameMap<Populatable>, populatable: Populatable, owner: PopulateOwner): void {
  for (const path of populatable.relation.formerPaths) {
    const former = path.join('.');
    if (lookUp(populatables, former) !== undefined) {
      throw new FilterConfigurationError(`${owner.subject}: the former name ${former} of \`populate\` is taken`);
    }
    populatables.setFormer(former, populatable);
  }
}

function populatableOf(owner: PopulateOwner, rule: PopulateRule, known: Map<View, Populatables>): Populatable {
  const { view: from, subject, operators, reader } = owner;
  const about = `${subject}: the populated relation ${rule.name}`;
  const relation = relationIn(from, rule.name, about);
  const { target } = relation;
  checkKeyOfDates(from.schema, about);
  if (!target.filterable) {
    throw new FilterConfigurationError(
      `${about} leads to ${target.name}, which is not filterable; decorate the class with @Filterable()`,
    );
  }
  const view = withOperators(relation.view(from.kind), operators);
  const selectable = narrowedTo(rule.fields, view, about);
  const where = rule.where === undefined ? () => undefined : reader.where(target, rule.where, about);
  let below: Populatables | undefined;
  return {
    name: from.kind === 'client' ? relation.clientPath.join('.') : relation.propertyPath,
    relation,
    view,
    limit: rule.limit,
    maximum: rule.maximum,
    sort: rule.sort === undefined ? [] : reader.sort(target, rule.sort, about),
    selectable,
    columns: columnsOf(selectable),
    loaded: loadedOf(view, rule.fields === undefined ? [] : aggregatesOf(selectable)),
    get below() {
      return (below ??= populatablesBelow(view, owner, known));
    },
    where,
    isShown: (context) => isShown({ when: rule.when }, context) && isShown(relation, context),
  };
}

/** Looks up what the related entity itself declares. */
function populatablesBelow(view: View, owner: PopulateOwner, known: Map<View, Populatables>): Populatables {
  const {
    declaration: { subject },
    lists: { populate: rules },
  } = view.schema;
  let below = known.get(view);
  if (below === undefined) {
    below = rules === undefined ? new Map() : populatablesOf({ ...owner, view, rules, subject }, known);
    known.set(view, below);
  }
  return below;
}

/**
 * Finds a relation by its property: as the list exposes it, as the entity does, or as the program may use it. A
 * relation may be populated that nobody may filter by.
 */
function relationIn(view: View, name: string, about: string): RelationSchema {
  const { schema, kind } = view;
  for (const { members } of [view, schema.view(kind), schema.view('all')]) {
    for (const relation of relationsOf(members)) if (relation.propertyPath === name) return relation;
  }
  throw new FilterConfigurationError(
    `${about} has no join columns in TypeORM; add @JoinColumn() or @JoinTable() on one side, or leave it out`,
  );
}
