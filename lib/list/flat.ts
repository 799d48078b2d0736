import type { Check } from '../configuration/index.js';
import type { AnyOperator } from '../operators/index.js';
import type { SortNames } from '../parse/index.js';
import type { FieldPath, ReadableValues, RelationSchema, View, ViewKind } from '../schema/index.js';
import type { FlatRules, ParameterNames, SentNames } from '../wire/index.js';
import type { FlatDescription } from './description.js';

/** The parts of `pagination` that a flat name can stand for. */
export const flatPageKeys = ['page', 'pageSize', 'start', 'limit', 'after', 'before', 'withCount'] as const;
/** One of {@link flatPageKeys}. */
export type FlatPageKey = (typeof flatPageKeys)[number];

/** The documentation of a flat name in OpenAPI, where it is not to be the library's own. */
export interface FlatDocs {
  /** Text about the parameter. An empty one leaves it out. */
  readonly description?: string | undefined;
  /** A value that clients can send. */
  readonly example?: unknown;
  /** `true` where clients should not use it any more. */
  readonly deprecated?: boolean | undefined;
  /** Name of the component with its enum, and of a generated type. Default: the enum is in the parameter. */
  readonly enumName?: string | undefined;
  /** The whole JSON Schema of its values, in place of the library's. */
  readonly schema?: Readonly<Record<string, unknown>> | undefined;
}

/** A flat name with its documentation. */
export interface FlatName extends FlatDocs {
  /** The name itself. */
  readonly name: string;
}

/** One name, or several that mean the same, each as a text or with its documentation. */
export type FlatNames = string | FlatName | readonly (string | FlatName)[];

/** The flat names of an order, in two parts. */
export interface FlatSortNames {
  /** The name of the sort key. It may be `sort` where `brackets` is false. */
  readonly field: string | FlatName;
  /** The name of its direction. Default: there is none. */
  readonly direction?: string | FlatName | undefined;
  /** Name of the component with the keys of the order, in OpenAPI. Default: they stand in the parameter. */
  readonly enumName?: string | undefined;
  /** The direction of a key that is sent without one, and of `default`. Default: `asc`. */
  readonly defaultDirection?: 'asc' | 'desc' | undefined;
}

/** The flat names of one handler's order, and its keys. */
export interface FlatSortRule<Key extends string = string> extends FlatSortNames {
  /**
   * The only keys, by the names that clients send: a path in property names, or `-path` for a key that is always
   * descending. Default: the sort keys of the list.
   *
   * @example
   * flat: { sort: { field: 'sort', keys: { author: 'author.name', newest: '-createdAt' } } }
   */
  readonly keys?: Readonly<Record<string, Key | `-${Key}`>> | undefined;
  /**
   * The order where the client sends none, a path in property names. A direction sent without a key is its direction.
   * Default: `defaults.sort`.
   */
  readonly default?: Key | undefined;
}

/** Names without brackets for pages and the order, beside `pagination` and `sort`. */
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
  /** The names of the switch for a total. */
  readonly withCount?: FlatNames | undefined;
  /**
   * One name for all sort keys, which also accepts `-title`, `title,DESC` and `title DESC`; or one for the key and one
   * for its direction. `sort: 'sort'` adds these spellings to `sort` itself.
   */
  readonly sort?: string | FlatSortNames | undefined;
  /** `false` refuses `filters`, `pagination`, and `sort` unless that is a flat name, in requests of HTTP. */
  readonly brackets?: boolean | undefined;
  /** `value` reads an empty value as a value. By default it is what an empty form sends, and asks for nothing. */
  readonly empty?: 'value' | undefined;
}

/** The condition of one flat name. */
export interface FlatFilterRule<Path extends string = string> extends FlatDocs {
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
  /**
   * `moment` reads a date alone as its midnight in the module's zone, as handlers do that compare it with a date-time.
   * By default it is the whole day, so that `to=2026-03-01` with `$lte` includes it.
   */
  readonly dates?: 'moment' | undefined;
  /** The only members of an enum that the name accepts. Default: all members of the field. */
  readonly values?: readonly (string | number)[] | undefined;
}

/** A condition: an operator for the field of the same name, `true` for equality, a path, or a rule. */
export type FlatFilter<Path extends string = string> = `$${string}` | true | Path | FlatFilterRule<Path>;

/** The flat names of one handler, its conditions included. */
export interface FlatOverrides<Path extends string = string, Key extends string = string> extends Omit<
  FlatOptions,
  'sort'
> {
  /**
   * One name for all sort keys, which also accepts `-title`, `title,DESC` and `title DESC`; or one for the key and one
   * for its direction. `sort: 'sort'` adds these spellings to `sort` itself.
   */
  readonly sort?: string | FlatSortRule<Key> | undefined;
  /** The conditions by their names: `{ name: '$contains', deptId: 'dept.id' }`. */
  readonly filters?: Readonly<Record<string, FlatFilter<Path>>> | undefined;
}

/** The options of a list that its flat names depend on. */
export interface FlatListOptions {
  readonly flat?: false | FlatOverrides | undefined;
  readonly prefix?: string | undefined;
  readonly source?: unknown;
  readonly pagination?: unknown;
}

/** What a flat name asks for, as descriptions and documents tell it. */
export type FlatMeaning =
  | { readonly parameter: 'filters'; readonly path: FieldPath; readonly operator: AnyOperator }
  | { readonly parameter: 'filters'; readonly relations: readonly RelationSchema[]; readonly token: string }
  | { readonly parameter: 'pagination'; readonly key: FlatPageKey }
  | { readonly parameter: 'sort'; readonly part: 'keys' | 'field' | 'direction' };

/** The flat names of a list: how they are read, and what they mean. */
export interface FlatProfile {
  readonly rules: FlatRules;
  readonly meanings: ReadonlyMap<string, FlatMeaning>;
  /** Returns the rules of an order that was sent by a flat name. Undefined for the usual rules. */
  sortNamesBy(name: string | undefined): SortNames | undefined;
  /** The documentation of names in the place of the library's, in the order in which they are declared. */
  readonly docs: ReadonlyMap<string, FlatDocs>;
  /** Returns what reads the values of a name, where they are fewer than its field's. */
  valuesOf(name: string): ReadableValues | undefined;
  /** Returns what reads the values at the places that a client has asked for by such names. */
  narrowedBy(sent: SentNames): ReadonlyMap<string, ReadableValues> | undefined;
  /** Describes the names whose fields a context may see. `pageKeys` are the parts of a page that it may name. */
  describe(pageKeys: readonly string[], context: unknown): FlatDescription[];
  /** Returns the keys of the order that a context may use. Undefined where they are the list's own. */
  sortKeys(context: unknown): readonly string[] | undefined;
  /** False where a function of the application makes the text, which a link cannot repeat. */
  readonly isOfUrls: boolean;
}

/** The list that flat names are resolved for. */
export interface FlatOwner {
  readonly overrides: FlatListOptions;
  /** Returns the options of the other lists of its handler. Undefined outside of a handler. */
  readonly others: (() => readonly FlatListOptions[]) | undefined;
  readonly settings: { readonly flat?: FlatOverrides | undefined; readonly source?: unknown; readonly zone: string };
  readonly params: ParameterNames;
  readonly view: (kind: ViewKind) => View;
  readonly sortHops: number;
  /** True where the list has `defaults.sort`. */
  readonly hasDefaultSort: boolean;
  /** The parts of a page that the list reads. */
  readonly pageKeys: readonly string[];
  readonly subject: string;
}

/**
 * Flat names, which are no parameter: what was sent by them becomes what brackets would say before a request is read.
 */
export interface FlatFeature {
  /** The checks of the option, of the module and of a handler, as far as they need no entity. */
  readonly rules: { readonly module: Check; readonly handler: Check };
  /**
   * Resolves the flat names of a list: the module's and its handler's. The handler's win.
   *
   * @returns undefined where there are none
   * @throws FilterConfigurationError with every name that is wrong
   */
  declare(owner: FlatOwner): FlatProfile | undefined;
  /** Returns the default order of flat names, as `defaults.sort` writes it. */
  sortOf(overrides: FlatListOptions, settings: FlatOwner['settings']): string | undefined;
}
