import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Hydration } from '../ast/index.js';
import { type KeyPart, part, partsOf, twin } from '../caches/index.js';
import type { Addition } from '../sql/index.js';
import { type OpenStatement, tellStatement, tracing } from '../tracing/index.js';
import {
  type Row,
  type RowsAs,
  type TableHydrator,
  copyOf,
  dataSourceOf,
  entityMetadataOf,
  fingerprintOf,
  literalsIn,
  parameterNamesOf,
  replaceParameters,
  sendFor,
  statementOf,
  virtualLiteralIn,
} from '../typeorm/index.js';
import { senderOf } from './names.js';
import { type KeptPlan, type ListPlan, debug, keptPlansOf } from './plans.js';
import {
  type ParameterPlace,
  type Parameters,
  type PreparedStatement,
  type StatementUse,
  type WrittenStatement,
  marked,
  prepare,
  statementWith,
  textWith,
  valuesOf,
} from './prepare.js';

/** Writes the use of a statement, and its addition to the plan. */
function useText(use: StatementUse, selected: readonly KeyPart[], addition: Addition): string {
  const { rowsAs, made, window } = use;
  return rowsAs + (made ?? '') + part(window && 'window') + partsOf(selected) + part(addition.sql);
}

/** How a driver binds parameters, as far as it decides the text of a statement. */
interface BindingFacts {
  /** True where numbers are written into the text, as a part of it. */
  readonly numbersAreText: boolean;
  /** True for a list whose number of members may decide the text. */
  readonly isSpread: (name: string) => boolean;
}

/** Facts for any driver. They write more than some need. */
const anyBinding: BindingFacts = { numbersAreText: true, isSpread: () => true };

/**
 * Writes the names of parameters, and the parts of their values that decide the text or the binding.
 *
 * @returns undefined for a value that no driver binds
 */
function parametersText(names: readonly string[], values: readonly unknown[], facts: BindingFacts): string | undefined {
  let text = '';
  for (const [place, name] of names.entries()) {
    const kind = kindText(name, values[place], facts);
    if (kind === undefined) return undefined;
    text += `p${part(name)}${kind}`;
  }
  return text;
}

/**
 * Writes the part of a value that decides the text or the binding, or returns undefined for a
 * value that no driver binds.
 */
function kindText(name: string, value: unknown, { numbersAreText, isSpread }: BindingFacts): string | undefined {
  switch (typeof value) {
    case 'string':
    case 'bigint':
    case 'boolean':
    case 'undefined':
      return typeof value;
    case 'number':
      return numbersAreText ? `number ${value};` : 'number';
    case 'object':
      if (Array.isArray(value)) return isSpread(name) ? `list ${value.length};` : 'list';
      if (value === null) return 'null';
      return value instanceof Date ? 'date' : 'object';
    default:
      return undefined;
  }
}

/**
 * Request for rows by the plan of a list, and everything that decides its statement.
 *
 * @typeParam Written the rows of the written statement: the builder's, or others beside them
 */
export interface StatementRequest<E extends ObjectLiteral, Written extends ObjectLiteral = E> extends StatementUse {
  readonly plan: ListPlan<E>;
  /** Addition of the statement to the plan. */
  readonly addition: Addition;
  /** What {@link write} selects, and anything else that decides its text: objects, wherever there are any. */
  readonly selected: readonly KeyPart[];
  /** Writes the statement to a copy of the builder, without its window. */
  readonly write: () => WrittenStatement<Written>;
  /** `typeorm` for entities by TypeORM's builder, whose statement is not prepared; by default a compiled function. */
  readonly hydration?: Hydration | undefined;
  /** Number of rows of a full page, to learn whether pages are full. */
  readonly full?: number | undefined;
  /** True where the server may only plan the statement for its values, whatever its plan says. */
  readonly isPlannedForValues?: boolean | undefined;
}

/** The answer to a prepared statement. */
export interface PreparedRows<E> {
  readonly entities: E[];
  readonly raw: readonly Row[];
  /** Names of the values selected beside the entities. */
  readonly names: readonly string[];
}

/**
 * Reads rows by the statement of an earlier plan of the same structure, or prepares it now. Only its values and its
 * window come from this request.
 *
 * @returns undefined, not a promise, where the statement is not prepared, so that the builder itself must be sent
 */
export function readPrepared<E extends ObjectLiteral, Written extends ObjectLiteral = E>(
  request: StatementRequest<E, Written>,
): Promise<PreparedRows<E>> | undefined;
export function readPrepared(
  request: StatementRequest<ObjectLiteral>,
): Promise<PreparedRows<ObjectLiteral>> | undefined {
  const statement = request.hydration === 'typeorm' ? undefined : findStatement(request);
  const values = statement && valuesFor(request, statement);
  if (statement === undefined || values === undefined) return undefined;
  compare(request, statement, values);
  return send(request, statement, values);
}

/** Compares a statement, in tests alone, with what TypeORM writes for this request. */
function compare(
  request: StatementRequest<ObjectLiteral>,
  statement: PreparedStatement,
  values: readonly unknown[],
): void {
  twin?.same('a statement', { text: textWith(statement, request.window), values, names: statement.names }, () => {
    const written = request.write();
    return { ...statementWith(written.builder, request), names: written.names };
  });
}

/** Returns what makes the entities of a statement's rows. */
function judged(request: StatementRequest<ObjectLiteral>, statement: PreparedStatement): TableHydrator {
  const { rowsAs, made } = request;
  const { hydrate } = statement;
  if (twin === undefined || rowsAs === 'values') return hydrate;
  const judge = twin;
  return (rows) => {
    const entities = hydrate(rows);
    judge.same('entities', entities, () => judge.entities(request.write().builder, rows, made));
    return entities;
  };
}

/** Returns the statement of a request, and prepares it if necessary. */
function findStatement(request: StatementRequest<ObjectLiteral>): PreparedStatement | undefined {
  const { plan, window } = request;
  const { kept } = plan;
  const key = kept === undefined || window?.take === 0 ? undefined : keyOf(request, kept);
  if (kept === undefined || key === undefined) {
    tellOfBuilder(plan.list.builder);
    return undefined;
  }
  let statement = kept.statements.get(key);
  if (statement === undefined) {
    statement = tryToPrepare(request);
    tell(plan.list.builder, typeof statement === 'string' ? statement : undefined);
    const length = typeof statement === 'string' ? statement.length : 2 * statement.text.length;
    kept.statements.set(key, statement, key.length + length);
  }
  return typeof statement === 'string' ? undefined : statement;
}

/** Writes a statement's dependencies beside its plan's key, or returns undefined for a value that no driver binds. */
function keyOf(request: StatementRequest<ObjectLiteral>, { template }: KeptPlan): string | undefined {
  const { plan, addition } = request;
  const { builder, fingerprint } = plan.list;
  const added = addedText(addition);
  // The values of a template are of the same kinds, and its lists of the same lengths, in each request.
  const planned = template === undefined ? parametersText(plan.names, plan.values, anyBinding) : '';
  const own = ownText(builder, fingerprint() ?? '');
  if (added === undefined || planned === undefined || own === undefined) return undefined;
  return useText(request, request.selected, addition) + added + planned + own;
}

/** Writes the kinds of the values that are added, or their number alone. */
function addedText({ names, values, isOfAnyKind }: StatementRequest<ObjectLiteral>['addition']): string | undefined {
  return isOfAnyKind === true ? `n${names.length};` : parametersText(names, values, anyBinding);
}

/** Writes the kinds of the builder's own parameters. Most are in its text. */
function ownText(builder: SelectQueryBuilder<ObjectLiteral>, fingerprint: string): string | undefined {
  const names = parameterNamesOf(builder);
  if (names.length === 0) return '';
  const parameters: Parameters = builder.getParameters();
  const isSpread = (name: string): boolean => fingerprint.includes(`:...${name}`);
  const values = names.map((name) => parameters[name]);
  const { writesNumbers } = keptPlansOf(dataSourceOf(builder));
  return parametersText(names, values, { numbersAreText: writesNumbers, isSpread });
}

/** Prepares a statement. TypeORM throws an error again, to the caller, when the builder itself is sent. */
function tryToPrepare(request: StatementRequest<ObjectLiteral>): PreparedStatement | string {
  const { plan, addition } = request;
  const planned = [...plan.names, ...addition.names];
  const values = [...plan.values, ...addition.values];
  const given = Object.fromEntries(planned.map((name, place) => [name, values[place]]));
  try {
    return prepare(request.write(), request, {
      parameters: { ...plan.list.builder.getParameters(), ...given },
      planned,
    });
  } catch (error) {
    return error instanceof Error ? error.message : 'TypeORM refuses the builder';
  }
}

/** Returns the values of a request in the order of a statement. */
function valuesFor(
  { plan, addition }: StatementRequest<ObjectLiteral>,
  { binding }: PreparedStatement,
): unknown[] | undefined {
  const { builder } = plan.list;
  const { values } = plan;
  let own: Parameters | undefined;
  const valueOf = (place: ParameterPlace): unknown => {
    if (typeof place === 'string') return (own ??= builder.getParameters())[place];
    return place < values.length ? values[place] : addition.values[place - values.length];
  };
  return valuesOf(binding, valueOf, dataSourceOf(builder).driver);
}

async function send(
  request: StatementRequest<ObjectLiteral>,
  statement: PreparedStatement,
  values: readonly unknown[],
): Promise<PreparedRows<ObjectLiteral>> {
  const { plan, window, full, isPlannedForValues } = request;
  const { builder, plan: sqlPlan } = plan.list;
  const text = textWith(statement, window);
  const naming = isPlannedForValues === true || plan.isPlannedForValues ? undefined : sqlPlan.naming;
  const told = tracing.hasSubscribers ? tellText(builder, text) : undefined;
  const by = senderOf(dataSourceOf(builder), { naming, dialect: sqlPlan.schema.dialect });
  const { rows, entities } = await sendFor<ObjectLiteral, Row>(
    builder,
    { text, values, by },
    judged(request, statement),
  );
  if (told !== undefined) told.rows = rows.length;
  if (full !== undefined && plan.kept !== undefined) plan.kept.learnt.wasFull = rows.length >= full;
  return { raw: rows, entities, names: statement.names };
}

/** Reports that a statement is prepared, or the reason why it is not. */
function tell<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, reason: string | undefined): void {
  if (!debug.enabled) return;
  const name = entityMetadataOf(builder)?.name;
  if (reason === undefined) debug('a statement for %s is prepared', name);
  else debug('a statement for %s is not prepared: %s', name, reason);
}

/** Reports why nothing is prepared for a builder. */
function tellOfBuilder<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): void {
  if (!debug.enabled) return;
  const fingerprint = fingerprintOf(builder);
  if ('reason' in fingerprint) tell(builder, fingerprint.reason);
}

/** Tells of a prepared statement. Its text holds no value of a parameter. */
function tellText<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, text: string): OpenStatement {
  const withheld = literalsIn(builder) ?? virtualLiteralIn(dataSourceOf(builder), text);
  return tellStatement(withheld === undefined ? { text } : { text: undefined, withheld });
}

/**
 * Tells of a statement that a builder sends. Its text is told if it is the same for other values of its parameters.
 *
 * @param host the application's builder that it was copied from
 */
export function tellWritten<E extends ObjectLiteral, Written extends ObjectLiteral>(
  host: SelectQueryBuilder<E>,
  written: SelectQueryBuilder<Written>,
  rowsAs: RowsAs,
): OpenStatement {
  const copy = copyOf(written);
  const { text } = statementOf(copy, rowsAs);
  const withheld = literalsIn(host) ?? virtualLiteralIn(dataSourceOf(host), text);
  if (withheld !== undefined) return tellStatement({ text: undefined, withheld });
  replaceParameters(copy, marked(copy.getParameters(), dataSourceOf(copy).driver));
  const isTold = statementOf(copy, rowsAs).text === text;
  return tellStatement(isTold ? { text } : { text: undefined, withheld: 'a value is a part of the text' });
}
