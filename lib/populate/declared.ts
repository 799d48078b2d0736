import type { SortTerm } from '../ast/index.js';
import { FilterConfigurationError, checkEach } from '../configuration/index.js';
import {
  type FilterSchema,
  type NamedPopulateRule,
  type PopulateRule,
  type RelationSchema,
  type View,
  NameMap,
  checkKeyOfDates,
  isShown,
  lookUp,
  relationsOf,
  withOperators,
} from '../schema/index.js';
import { checkRules } from './check-rules.js';
import { aggregatesOf, columnsOf, loadedOf, narrowedTo } from './answered-columns.js';
import type { Populatable, Populatables } from './populatable.js';
import { asRule } from './rule.js';

/** The reading of what a program itself declares: in property names, of any column, without limits. */
export interface TrustedReader {
  /** Reads an order. */
  sort(schema: FilterSchema, sort: unknown, subject: string): readonly SortTerm[];
  /** Reads conditions, or a function of the context that gives some; one that fails refuses the request. */
  where(schema: FilterSchema, where: unknown, subject: string): Populatable['where'];
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

/** An owner that is looked up once, although entities refer to each other. */
interface KnownOwner extends PopulateOwner {
  readonly known: Map<View, Populatables>;
}

/**
 * Looks up the relations that a list may populate. What stands below each of them is looked up when it is first asked
 * for, because entities refer to each other.
 *
 * @throws FilterConfigurationError with everything that is wrong with the declaration
 */
export function populatablesOf(owner: PopulateOwner): Populatables {
  return lookedUp({ ...owner, known: new Map() });
}

function lookedUp(owner: KnownOwner): Populatables {
  const { view, rules, subject } = owner;
  checkRules(view.schema, rules, subject);
  const populatables = new NameMap<Populatable>();
  checkEach(rules.map(asRule), (rule) => {
    const populatable = populatableOf(owner, rule);
    if (populatables.has(populatable.name)) {
      throw new FilterConfigurationError(`${subject}: two relations of \`populate\` are named ${populatable.name}`);
    }
    populatables.set(populatable.name, populatable);
  });
  for (const populatable of populatables.values()) addFormerNames(populatables, populatable, owner);
  return populatables;
}

function addFormerNames(populatables: NameMap<Populatable>, populatable: Populatable, owner: KnownOwner): void {
  for (const path of populatable.relation.formerPaths) {
    const former = path.join('.');
    if (lookUp(populatables, former) !== undefined) {
      throw new FilterConfigurationError(`${owner.subject}: the former name ${former} of \`populate\` is taken`);
    }
    populatables.setFormer(former, populatable);
  }
}

function populatableOf(owner: KnownOwner, rule: PopulateRule): Populatable {
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
      return (below ??= populatablesBelow(view, owner));
    },
    where,
    isShown: (context) => isShown({ when: rule.when }, context) && isShown(relation, context),
  };
}

/** Looks up what the related entity itself declares. */
function populatablesBelow(view: View, owner: KnownOwner): Populatables {
  const { declaration, lists } = view.schema;
  const existing = owner.known.get(view);
  if (existing !== undefined) return existing;
  const below =
    lists.populate === undefined
      ? new Map<string, Populatable>()
      : lookedUp({ ...owner, view, rules: lists.populate, subject: declaration.subject });
  owner.known.set(view, below);
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
    `${about} has no columns to join by in TypeORM; add @JoinColumn() or @JoinTable() on one side, or leave it out`,
  );
}
