import { workSince } from '../cost.js';
import { exceed } from '../limits.js';
import { type Node, isJson, parseJson, readFilters, readPositiveNumber, readSort, refuse } from '../parse/index.js';
import { readSelection } from '../selection/index.js';
import { type Populatable, mostRowsOf } from './populatable.js';
import { refusePopulate } from './refusals.js';
import type { PopulateBranch, Level } from './tree.js';

/** The reader of the relations below a relation. */
interface LevelReader {
  level(node: Node, level: Level): void;
}

const ofOne: readonly string[] = ['filters', 'fields', 'populate'];
const ofMany: readonly string[] = ['filters', 'sort', 'limit', 'fields', 'populate'];

/** Reads the value under a relation's name: `true`, or an object of options, as for a list. */
export function readOptions(node: Node, branch: PopulateBranch, levels: LevelReader): void {
  const { value, shape } = node;
  if (value === true || value === 'true') return;
  if (isJson(node)) {
    const parsed = parseJson(node);
    if (parsed !== undefined) readOptions(parsed, branch, levels);
    return;
  }
  const allowed = branch.populatable.relation.toMany ? ofMany : ofOne;
  if (shape === 'repeated') refuse.duplicateKey(node);
  else if (shape !== 'object') refuse.expectedValue(node, `takes true, or its options: ${allowed.join(', ')}`);
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
