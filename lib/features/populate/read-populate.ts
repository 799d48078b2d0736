import { timesWithin, workSince } from '../../cost.js';
import type { AskedOptions, Condition, PopulateRequest } from '../../ast/index.js';
import {
  type Node,
  type WantedName,
  didYouMean,
  isJson,
  isListWithGap,
  namesIn,
  parseJson,
  readFilters,
  readPositiveNumber,
  readSort,
  refuse,
  report,
  subjectOf,
} from '../../parse/index.js';
import { isShown, lookUp } from '../../schema/index.js';
import { type Populatable, type Populatables, defaultLimitOf, mostRowsOf, visibleNames } from './declared.js';
import { exceed } from '../../limits.js';
import { lengthOfName } from '../../list/index.js';
import { readSelection } from '../fields/index.js';

/** A populated relation as it was read: the client's part of it, and the declaration that it is read by. */
export interface ReadPopulate extends PopulateRequest {
  readonly declared: Populatable;
  readonly limit: number | undefined;
  readonly propertyPaths: readonly string[];
  readonly populate: readonly ReadPopulate[];
}

/** The options of a relation as far as the client named any. */
export interface ReadOptions {
  readonly filters: Condition | undefined;
  readonly asked: AskedOptions;
}

const noOptions: ReadOptions = Object.freeze({
  filters: undefined,
  asked: Object.freeze({ sort: Object.freeze([]), limit: undefined, selection: undefined }),
});

/** The relations that are populated at one place, while a request is read. */
class Level {
  readonly branches = new Map<string, PopulateBranch>();
  /** True where the client asks for all that is declared here. */
  takesAll = false;

  /**
   * @param depth the number of relations on the path here
   * @param path the names of these relations, each with a dot after it
   */
  constructor(
    readonly populatables: Populatables,
    readonly depth: number,
    readonly path: string,
  ) {}

  /**
   * Returns the branch of a relation. A new one spends a relation of the request. Undefined where none is left.
   *
   * @param given the client's name for it, by which it is answered: the present one, or a former one
   */
  branch(populatable: Populatable, root: Node, given = populatable.name): PopulateBranch | undefined {
    const { name } = populatable;
    const existing = this.branches.get(name);
    if (existing !== undefined) return existing;
    if (!root.spend('populate')) return undefined;
    const branch = new PopulateBranch(
      populatable,
      given,
      new Level(populatable.below, this.depth + 1, `${this.path}${given}.`),
    );
    this.branches.set(name, branch);
    return branch;
  }

  /** Freezes all that was read here, in the order of the declaration. The request's order means nothing. */
  finished(root: Node): readonly ReadPopulate[] {
    const ordered = [...this.populatables.keys()].flatMap((name) => this.branches.get(name) ?? []);
    return Object.freeze(ordered.map((branch) => branch.finished(root)));
  }
}

/** A relation that is populated, while a request is read. */
class PopulateBranch {
  options = noOptions;
  /** The work of its own conditions, order and fields, without that of the relations below it. */
  work: ReturnType<typeof workSince> = [];
  /** True once the client has named the relation itself, and not only one below it. */
  isNamed = false;

  constructor(
    readonly populatable: Populatable,
    readonly given: string,
    readonly below: Level,
  ) {}

  /** Returns the rows for each parent that are paid for. */
  rowsOfEach({ context }: Node): number {
    return this.options.asked.limit ?? defaultLimitOf(this.populatable, context.budget.limits) ?? 1;
  }

  finished(root: Node): ReadPopulate {
    const { populatable, below } = this;
    const { budget, context } = root.context;
    const { filters, asked } = this.options;
    return Object.freeze({
      declared: populatable,
      name: populatable.name,
      path: below.path.slice(0, -1),
      view: populatable.view,
      filters,
      asked,
      limit: asked.limit ?? defaultLimitOf(populatable, budget.limits),
      propertyPaths: asked.selection?.propertyPaths ?? this.visiblePaths(context),
      populate: below.finished(root),
    });
  }

  private visiblePaths(context: unknown): readonly string[] {
    const { columns } = this.populatable;
    return columns.filter((column) => isShown(column, context)).map(({ propertyPath }) => propertyPath);
  }
}

/** The refusals of populated relations, each worded once. */
const refusePopulate = {
  unknown(wanted: WantedName, { populatables }: Level, context: unknown): undefined {
    const allowed = visibleNames(populatables, context);
    const last = wanted.name.slice(wanted.name.lastIndexOf('.') + 1);
    const text = `${subjectOf(wanted)} not a relation that can be populated${didYouMean(last, allowed)}`;
    return report(wanted.place, { code: 'unknown_field', allowed }, text);
  },
  duplicate(wanted: WantedName): undefined {
    return report(wanted.place, { code: 'duplicate_key' }, `${subjectOf(wanted)} listed more than once`);
  },
  /** Refuses names in a list beside names with options. */
  mixed(node: Node): undefined {
    return refuse.expectedObject(node, 'mixes a list of names with names that have options; write name[name]=true');
  },
  /** Refuses an option of many rows at a relation to one. */
  ofMany(node: Node, allowed: readonly string[]): undefined {
    const text = `is an option for relations to many rows; use one of: ${allowed.join(', ')}`;
    return report(node, { code: 'operator_not_allowed', allowed }, text);
  },
  unknownOption(node: Node, allowed: readonly string[]): undefined {
    const text = `is not an option of a populated relation${didYouMean(node.key, allowed)}`;
    return report(node, { code: 'unknown_parameter', allowed }, text);
  },
} as const;

/**
 * Spends the related rows that a page may have: its rows times the limits along each path, all paths together, and the
 * work in them. False where that is more than the limits allow.
 *
 * @param parents the most rows that these relations start from
 */
function spendRows(level: Level, parents: number, root: Node): boolean {
  let isPaid = true;
  for (const branch of level.branches.values()) {
    const rows = parents * branch.rowsOfEach(root);
    const isOwnPaid = root.spend('populatedRows', rows) && spendWork(branch, parents, root);
    isPaid = isOwnPaid && spendRows(branch.below, rows, root) && isPaid;
  }
  return isPaid;
}

/** Spends the work of a relation to many rows for its parents. It was spent once when it was read. */
function spendWork({ populatable: { relation }, work }: PopulateBranch, parents: number, root: Node): boolean {
  return !relation.toMany || work.every(([kind, amount]) => root.work(kind, amount * (timesWithin(kind, parents) - 1)));
}

/**
 * Adds every declared relation where a client asks for `*`, in the order of the declaration, up to the limits. It comes
 * last, because what a client names itself comes first.
 */
function addDeclared(level: Level, parents: number, root: Node): void {
  for (const branch of [...level.branches.values()]) {
    addDeclared(branch.below, parents * branch.rowsOfEach(root), root);
  }
  if (!level.takesAll || level.depth >= root.context.budget.limits.populateHops) return;
  const { context } = root.context;
  for (const populatable of level.populatables.values()) {
    if (level.branches.has(populatable.name) || !populatable.isShown(context)) continue;
    addWhereCovered(level, populatable, { parents, root });
  }
}

interface Parents {
  readonly parents: number;
  readonly root: Node;
}

function addWhereCovered(level: Level, populatable: Populatable, { parents, root }: Parents): void {
  const { budget } = root.context;
  const rows = parents * (defaultLimitOf(populatable, budget.limits) ?? 1);
  if (!budget.covers('populate', 1) || !budget.covers('populatedRows', rows)) return;
  if (level.branch(populatable, root) !== undefined) root.spend('populatedRows', rows);
}

/** The reader of the relations below a relation. */
interface LevelReader {
  level(node: Node, level: Level): void;
}

const ofOne: readonly string[] = ['filters', 'fields', 'populate'];
const ofMany: readonly string[] = ['filters', 'sort', 'limit', 'fields', 'populate'];

/** Reads the value under a relation's name: `true`, or an object of options, as for a list. */
function readOptions(node: Node, branch: PopulateBranch, levels: LevelReader): void {
  const { value, shape } = node;
  if (value === true || value === 'true') return;
  if (isJson(node)) {
    const parsed = parseJson(node);
    if (parsed !== undefined) readOptions(parsed, branch, levels);
    return;
  }
  const allowed = branch.populatable.relation.toMany ? ofMany : ofOne;
  if (shape === 'repeated') refuse.duplicateKey(node);
  else if (shape !== 'object') refuse.expectedValue(node, `must be true, or its options: ${allowed.join(', ')}`);
  else {
    for (const key of node.keys) if (!node.issues.isFull) checkName(node.child(key), allowed);
    readKnown(node, branch, levels);
  }
}

function checkName(node: Node, allowed: readonly string[]): void {
  if (allowed.includes(node.key)) return;
  if (ofMany.includes(node.key)) refusePopulate.ofMany(node, allowed);
  else refusePopulate.unknownOption(node, allowed);
}

/** Reads the options, each as the parameter of that name is read in the related entity's own list. */
function readKnown(node: Node, branch: PopulateBranch, levels: LevelReader): void {
  const { populatable, below } = branch;
  const { view, selectable, relation } = populatable;
  const option = (name: string, isTaken = true) => (isTaken && node.has(name) ? node.child(name).rooted() : undefined);
  const filters = option('filters');
  const sort = option('sort', relation.toMany);
  const limit = option('limit', relation.toMany);
  const fields = option('fields');
  const before = node.context.budget.parts;
  branch.options = {
    filters: filters && readFilters(filters, view),
    asked: {
      sort: sort === undefined ? [] : readSort(sort, view),
      limit: limit && readLimit(limit, populatable),
      selection: fields && readSelection(fields, selectable),
    },
  };
  branch.work = workSince(before, node.context.budget.parts);
  const populate = option('populate');
  if (populate !== undefined) levels.level(populate, below);
}

/** Reads the limit for each parent, which is refused above the declared maximum, and never cut. */
function readLimit(node: Node, populatable: Populatable): number | undefined {
  const number = readPositiveNumber(node);
  if (number === undefined) return undefined;
  const { limits } = node.context.budget;
  const populatedPerRow = mostRowsOf(populatable, limits);
  if (number <= populatedPerRow) return number;
  exceed(node.issues, { ...limits, populatedPerRow }, 'populatedPerRow', node.at);
  return undefined;
}

/**
 * Reads `populate`: the relations whose rows a client wants with each row, with their options.
 * Undefined where it wants none.
 *
 * @param parents the most rows of the page
 */
export function readPopulate(
  node: Node,
  populatables: Populatables,
  parents: number,
): readonly ReadPopulate[] | undefined {
  const level = new Level(populatables, 0, '');
  new PopulateParser(node).level(node, level);
  if (!spendRows(level, parents, node)) return undefined;
  addDeclared(level, parents, node);
  return level.branches.size === 0 ? undefined : level.finished(node);
}

const relationNames = {
  limit: 'members',
  takes: 'must be names of relations, such as chef,tags',
  each: 'must be names of relations, such as chef',
} as const;

/** Reads relations in each of their forms: a text, a comma list, a list, an object of options by name. */
class PopulateParser {
  constructor(private readonly root: Node) {}

  /** Reads the relations of one level into it. */
  level(node: Node, level: Level): void {
    if (isJson(node)) {
      const parsed = parseJson(node);
      if (parsed !== undefined) this.level(parsed, level);
    } else if (node.keys.some((key) => /^\d+$/.test(key)) && !isListWithGap(node.keys)) refusePopulate.mixed(node);
    else for (const wanted of namesIn(node, relationNames)) this.add(wanted, level);
  }

  /** Looks a relation up, and reads its options. */
  private add(wanted: WantedName, level: Level): void {
    if (this.root.issues.isFull) return;
    const names = wanted.name.split('.');
    if (this.isAll(names)) level.takesAll = true;
    else if (isRefusal(wanted.options)) this.find(wanted, names, { level, isAsked: false });
    else {
      const branch = this.find(wanted, names, { level, isAsked: true });
      if (branch === undefined) return;
      if (branch.isNamed) refusePopulate.duplicate(wanted);
      branch.isNamed = true;
      this.options(wanted, branch);
    }
  }

  private options({ options }: WantedName, branch: PopulateBranch): void {
    if (options === undefined) return;
    if (this.isAll([options.value])) branch.below.takesAll = true;
    else readOptions(options, branch, this);
  }

  /** Returns true for `*`, in the compatibility mode where it populates every declared relation. */
  private isAll([name, ...more]: readonly unknown[]): boolean {
    return name === '*' && more.length === 0 && this.root.context.compatibility.populate === 'always';
  }

  /** Follows the names of a path, and opens each relation on it that is asked for. */
  private find(wanted: WantedName, names: readonly string[], from: Search): PopulateBranch | undefined {
    const { level, isAsked } = from;
    const { context, budget } = this.root.context;
    if (!budget.within('populateHops', level.depth + 1, wanted.place.at)) return undefined;
    const length = lengthOfName(level.populatables, names, context);
    const given = names.slice(0, length).join('.');
    const populatable = lookUp(level.populatables, given);
    if (populatable === undefined || length === 0) return refusePopulate.unknown(wanted, level, context);
    this.root.issues.use(populatable.relation.deprecated);
    const branch = isAsked ? level.branch(populatable, this.root, given) : undefined;
    if (branch !== undefined && branch.given !== given) return refusePopulate.duplicate(wanted);
    const rest = names.slice(length);
    if (rest.length === 0 || (isAsked && branch === undefined)) return branch;
    const below = branch?.below ?? new Level(populatable.below, level.depth + 1, '');
    if (this.isAll(rest)) {
      below.takesAll = true;
      return branch;
    }
    return this.find(wanted, rest, { level: below, isAsked });
  }
}

/** The level where a path begins, and whether its relations are asked for, or only looked up. */
interface Search {
  readonly level: Level;
  readonly isAsked: boolean;
}

/** Returns true for `populate[chef]=false`, which asks for nothing. */
function isRefusal(options: Node | undefined): boolean {
  return options?.value === false || options?.value === 'false';
}
