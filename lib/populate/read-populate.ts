import { type Node, type WantedName, isJson, isListWithGap, parseJson, namesIn } from '../parse/index.js';
import { lookUp } from '../schema/index.js';
import { type Populatables, lengthOfName } from './populatable.js';
import { readOptions } from './read-options.js';
import { refusePopulate } from './refusals.js';
import { addDeclared, spendRows } from './rows.js';
import { Level, type PopulateBranch, type ReadPopulate } from './tree.js';

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
  takes: 'takes the names of relations, such as chef,tags',
  each: 'takes names of relations, such as chef',
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
