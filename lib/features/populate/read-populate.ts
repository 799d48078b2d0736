import { timesWithin, workSince } from '../../cost.js';
import type { AskedOptions, Condition, PopulateRequest } from '../../ast/index.js';
import {
  type Node,
  type WantedName,
  didYouMean,
  isListWithGap,
  namesIn,
  opened,
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

const noOptions: AskedOptions = Object.freeze({ sort: Object.freeze([]), limit: undefined, selection: undefined });

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
  filters: Condition | undefined;
  asked = noOptions;
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
    return this.asked.limit ?? defaultLimitOf(this.populatable, context.budget.limits) ?? 1;
  }

  finished(root: Node): ReadPopulate {
    const { populatable, below, filters, asked } = this;
    const { budget, context } = root.context;
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
    addWhereCovered(level, populatable, parents, root);
  }
}

function addWhereCovered(level: Level, populatable: Populatable, parents: number, root: Node): void {
  const { budget } = root.context;
  const rows = parents * (defaultLimitOf(populatable, budget.limits) ?? 1);
  if (!budget.covers('populate', 1) || !budget.covers('populatedRows', rows)) return;
  if (level.branch(populatable, root) !== undefined) root.spend('populatedRows', rows);
}

const ofOne: readonly string[] = ['filters', 'fields', 'populate'];
const ofMany: readonly string[] = ['filters', 'sort', 'limit', 'fields', 'populate'];

/** Reads the value under a relation's name: `true`, or an object of options, as for a list. */
function readOptions(root: Node, sent: Node, branch: PopulateBranch): void {
  const node = opened(sent);
  if (node === undefined) return;
  const { value, shape } = node;
  if (value === true || value === 'true') return;
  const allowed = branch.populatable.relation.toMany ? ofMany : ofOne;
  if (shape === 'repeated') refuse.duplicateKey(node);
  else if (shape !== 'object') refuse.expectedValue(node, `must be true, or its options: ${allowed.join(', ')}`);
  else {
    for (const key of node.keys) if (!node.issues.isFull) checkName(node.child(key), allowed);
    readKnown(root, node, branch);
  }
}

function checkName(node: Node, allowed: readonly string[]): void {
  if (allowed.includes(node.key)) return;
  if (ofMany.includes(node.key)) {
    const text = `is an option for relations to many rows; use one of: ${allowed.join(', ')}`;
    report(node, { code: 'operator_not_allowed', allowed }, text);
  } else {
    const text = `is not an option of a populated relation${didYouMean(node.key, allowed)}`;
    report(node, { code: 'unknown_parameter', allowed }, text);
  }
}

/** Reads the options, each as the parameter of that name is read in the related entity's own list. */
function readKnown(root: Node, node: Node, branch: PopulateBranch): void {
  const { populatable, below } = branch;
  const { view, selectable, relation } = populatable;
  const option = (name: string, isTaken = true) => (isTaken && node.has(name) ? node.child(name).rooted() : undefined);
  const filters = option('filters');
  const sort = option('sort', relation.toMany);
  const limit = option('limit', relation.toMany);
  const fields = option('fields');
  const before = { ...node.context.budget.parts };
  branch.filters = filters && readFilters(filters, view);
  branch.asked = {
    sort: sort === undefined ? [] : readSort(sort, view),
    limit: limit && readLimit(limit, populatable),
    selection: fields && readSelection(fields, selectable),
  };
  branch.work = workSince(before, node.context.budget.parts);
  const populate = option('populate');
  if (populate !== undefined) readLevel(root, populate, below);
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
  readLevel(node, node, level);
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
function readLevel(root: Node, sent: Node, level: Level): void {
  const node = opened(sent);
  if (node === undefined) return;
  if (node.keys.some((key) => /^\d+$/.test(key)) && !isListWithGap(node.keys)) {
    refuse.expectedObject(node, 'mixes a list of names with names that have options; write name[name]=true');
  } else for (const wanted of namesIn(node, relationNames)) addRelation(root, wanted, level);
}

/** Looks a relation up, and reads its options. `populate[chef]=false` asks for nothing. */
function addRelation(root: Node, wanted: WantedName, level: Level): void {
  if (root.issues.isFull) return;
  const { options } = wanted;
  const names = wanted.name.split('.');
  const isAsked = options?.value !== false && options?.value !== 'false';
  if (isAll(root, names)) level.takesAll = true;
  else {
    const branch = findRelation(root, wanted, names, level, isAsked);
    if (branch === undefined || !isAsked) return;
    if (branch.isNamed) refuseDuplicate(wanted);
    branch.isNamed = true;
    if (options === undefined) return;
    if (isAll(root, [options.value])) branch.below.takesAll = true;
    else readOptions(root, options, branch);
  }
}

function refuseDuplicate(wanted: WantedName): undefined {
  return report(wanted.place, { code: 'duplicate_key' }, `${subjectOf(wanted)} listed more than once`);
}

/** Returns true for `*`, in the compatibility mode where it populates every declared relation. */
function isAll({ context: { compatibility } }: Node, [name, ...more]: readonly unknown[]): boolean {
  return name === '*' && more.length === 0 && compatibility.populate === 'always';
}

/**
 * Follows the names of a path, and opens each relation on it that is asked for.
 *
 * @param level where the path begins
 * @param isAsked false where its relations are only looked up
 */
function findRelation(
  root: Node,
  wanted: WantedName,
  names: readonly string[],
  level: Level,
  isAsked: boolean,
): PopulateBranch | undefined {
  const { context, budget } = root.context;
  if (!budget.within('populateHops', level.depth + 1, wanted.place.at)) return undefined;
  const length = lengthOfName(level.populatables, names, context);
  const given = names.slice(0, length).join('.');
  const populatable = lookUp(level.populatables, given);
  if (populatable === undefined || length === 0) {
    const allowed = visibleNames(level.populatables, context);
    const last = wanted.name.slice(wanted.name.lastIndexOf('.') + 1);
    const text = `${subjectOf(wanted)} not a relation that can be populated${didYouMean(last, allowed)}`;
    return report(wanted.place, { code: 'unknown_field', allowed }, text);
  }
  root.issues.use(populatable.relation.deprecated);
  const branch = isAsked ? level.branch(populatable, root, given) : undefined;
  if (branch !== undefined && branch.given !== given) return refuseDuplicate(wanted);
  const rest = names.slice(length);
  if (rest.length === 0 || (isAsked && branch === undefined)) return branch;
  const below = branch?.below ?? new Level(populatable.below, level.depth + 1, '');
  if (!isAll(root, rest)) return findRelation(root, wanted, rest, below, isAsked);
  below.takesAll = true;
  return branch;
}
