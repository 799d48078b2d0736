import type { workSince } from '../cost.js';
import type { AskedOptions, Condition, PopulateRequest } from '../ast/index.js';
import type { Node } from '../parse/index.js';
import { isShown } from '../schema/index.js';
import { type Populatable, type Populatables, defaultLimitOf } from './populatable.js';

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
export class Level {
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
export class PopulateBranch {
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
