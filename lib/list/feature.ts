import type {
  Asked,
  Condition,
  Declared,
  List,
  Moment,
  PrintedQuery,
  QueryPlan,
  Server,
  Slice,
  SortTerm,
} from '../ast/index.js';
import type { Check } from '../configuration/index.js';
import type { Limits } from '../limits.js';
import type { Node } from '../parse/index.js';
import type {
  AggregateRules,
  FilterSchema,
  NamedFacetRule,
  NamedPopulateRule,
  View,
  ViewKind,
  Visibility,
} from '../schema/index.js';
import type { Answer } from '../page/index.js';
import type { Parameter } from '../wire/index.js';
import type { EntityDescription } from './description.js';
import type { Reached } from './reached.js';

/** The option `deleted` in full. */
export interface DeletedRule {
  /** Decides for each context whether the parameter exists. Default: it exists for all. */
  readonly when?: Visibility | undefined;
  /** Related rows follow, in filters, counts, sorts and what is loaded. Default: deleted ones stay hidden. */
  readonly related?: boolean | undefined;
}

/** The option `deleted`: for every client, for the clients that a function chooses, or with more options. */
export type DeletedOption = true | Visibility | DeletedRule;

/** Returns the option in full. */
export function deletedRule(option: DeletedOption): DeletedRule {
  if (option === true) return {};
  return typeof option === 'function' ? { when: option } : option;
}

/** The options of a list that declare its parameters. */
export interface ListOptions {
  /** Fields that `search` looks in, instead of the entity's. `false` for a handler without a search. */
  readonly search?: false | readonly string[] | undefined;
  /** Facets that clients may request, instead of the entity's. `false` for none. */
  readonly facets?: false | readonly NamedFacetRule[] | undefined;
  /** Aggregates of the list that clients may request, instead of the entity's; `false` for none. */
  readonly aggregates?: false | AggregateRules | undefined;
  /** The relations whose rows clients may request, instead of the entity's; `false` for none. */
  readonly populate?: false | readonly NamedPopulateRule[] | undefined;
  /** Lets clients choose the fields of the answer: `true` for every exposed field, or the names of the allowed ones. */
  readonly select?: true | readonly string[] | undefined;
  /**
   * Lets clients request soft-deleted rows by `deleted=with` and `deleted=only`: `true` for all of them, or a function
   * of the context. `{ related: true }` lets related rows follow.
   */
  readonly deleted?: DeletedOption | undefined;
}

/** Reads what a program itself declares: in property names, of any column, without limits. */
export interface TrustedReader {
  /** Reads an order. */
  sort(schema: FilterSchema, sort: unknown, subject: string): readonly SortTerm[];
  /** Reads conditions, or a function of the context that gives some; one that fails refuses the request. */
  where(
    schema: FilterSchema,
    where: unknown,
    subject: string,
  ): (context: unknown, moment: Moment | undefined) => Condition | undefined;
}

/** A list while it is made: an entity's own, or a handler's. */
export interface ListInTheMaking {
  readonly schema: FilterSchema;
  readonly options: ListOptions & {
    /** Operators that the list allows. Undefined for all that the entities allow. */
    readonly operators?: readonly string[] | undefined;
  };
  /** Returns the members that requests may name. */
  readonly view: (kind: ViewKind) => View;
  /** The beginning of an error: `@FilterQuery(Post)`. */
  readonly subject: string;
  readonly limits: Pick<Limits, 'searchTerms'>;
  /** Reads the program's own declarations of populated relations. Undefined where nothing is populated. */
  readonly reader: TrustedReader | undefined;
  /** True where `populate` is read whatever is declared. */
  readonly readsPopulate?: boolean | undefined;
}

/** What a client's request of a list depends on. */
export type ReadableList = Pick<List, 'view' | 'declared'>;

/** All of a request that leads to rows of entities. */
export type Reach = Pick<QueryPlan, 'list' | 'asked' | 'server'>;

/** What the server adds to a request, while it is gathered. */
export type ServerInTheMaking = { -readonly [Member in keyof Server]: Server[Member] };

/** One of the parameters that the core does not read itself. */
export type FeatureName = Exclude<Parameter, 'filters' | 'sort' | 'pagination'>;

/**
 * All that a parameter means: its row in the table of features. The members that every request needs must be written,
 * because one that is forgotten gives a request the answer of another, or shows rows outside of a scope.
 */
export interface Feature<P extends FeatureName> {
  /** The check of its option, as far as that needs no entity. {@link Feature.declare} checks the rest. */
  readonly rules: Readonly<Record<OptionOf<P>, Check>>;
  /** True where its option changes neither the rows nor their order, so that cursors are not bound to it. */
  readonly keepsRows?: true;
  /**
   * Reads what a list declares, at boot.
   *
   * @returns what it declares by each kind of names; {@link Feature.isRead} decides whether requests may say it
   * @throws FilterConfigurationError for a mistake in the options
   */
  declare(list: ListInTheMaking): (kind: ViewKind) => Declared[P];
  /** Returns true where a list reads the parameter. Otherwise it is the host's. Default: where it declares anything. */
  isRead?(declared: Declared[P]): boolean;
  /**
   * Reads the value of the parameter.
   *
   * @param slice the page that the client asks for
   * @returns undefined where it was refused, or asks for nothing
   */
  read(node: Node, list: ReadableList, slice: Slice | undefined): Asked[P] | undefined;
  /** The value where nothing is asked. */
  readonly none: Asked[P];
  /** Prints what was asked, in the names of a kind of view. Parsing the result gives an equal request. */
  print(asked: NonNullable<Asked[P]>, kind: ViewKind): PrintedQuery[P];
  /** Returns true where a declaration adds to every request, whatever the client asks for. Default: false. */
  isAlways?(declared: NonNullable<Declared[P]>): boolean;
  /** Adds what the server adds to a request because of the parameter, or of its declaration. */
  serve?(asked: Asked[P], declared: Declared[P], request: Serving): void;
  /** Collects the entities whose rows the request reaches by it: their scopes apply. */
  reaches(reach: Reach, into: Reached): void;
  /** Returns true where it exists for a context. Default: where the list reads it. */
  isShown?(declared: Declared[P], context: unknown): boolean;
  /** What it adds to the rows of an answer, or beside them. */
  readonly answer?: Answer;
  /**
   * Looks up what a program names in place of the client's.
   *
   * @throws FilterConfigurationError for an unknown name
   */
  named?(plan: QueryPlan, names: readonly string[]): Asked[P];
  /** Describes what a client may ask for by it, as a part of a list's description. */
  describe(declared: Declared[P], audience: Audience): Described<P>;
  /** Returns what boot logs of a declaration. `handler` begins the sentence. */
  warning?(declared: Declared[P], list: List, handler: string): string | undefined;
  /** Returns its part in cache keys: equal for requests with equal answers. */
  identify(plan: QueryPlan): unknown;
  /** The texts that may stand in brackets after its name, beside names of the list. */
  readonly options?: readonly string[];
  /** Returns true for a text by which any client may ask for something: a misspelt key with it means the parameter. */
  recognizes?(text: string, declared: Declared[P], isField: (name: string) => boolean): boolean;
  /** Names what was read from the canonical form of another request as that request did. Answers have these names. */
  renamed?(asked: Asked[P], given: Asked[P]): Asked[P];
}

/** A request for which a feature adds something. */
export interface Serving {
  readonly context: unknown;
  readonly moment: Moment | undefined;
  readonly server: ServerInTheMaking;
}

/** The option that declares a parameter, and the member of a description that it has. */
export type OptionOf<P extends FeatureName> = P extends 'fields' ? 'select' : P;

/** The part of a list's description that a feature writes. */
export type Described<P extends FeatureName> = EntityDescription[OptionOf<P>];

/** The client that a list is described for. */
export interface Audience {
  readonly limits: Limits;
  readonly context: unknown;
}

/** The features of all parameters. */
export type Features = { readonly [P in FeatureName]: Feature<P> };
