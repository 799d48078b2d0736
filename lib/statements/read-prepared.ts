import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Hydration } from '../ast/index.js';
import { type KeyPart, twin } from '../caches/index.js';
import type { Row, TableHydrator } from '../typeorm/index.js';
import { type Addition } from '../sql/index.js';
import { dataSourceOf, parameterNamesOf, sendFor } from '../typeorm/index.js';
import { tracing } from '../tracing/index.js';
import { type KeptPlan, keptPlansOf } from './kept-plans.js';
import type { ListPlan } from './list-plan.js';
import { type Parameters, type ParameterPlace, valuesOf } from './parameter-slots.js';
import {
  type PreparedStatement,
  type StatementUse,
  type WrittenStatement,
  prepare,
  statementWith,
  textWith,
} from './prepare.js';
import { senderOf } from './names.js';
import { anyBinding, parametersText, useText } from './statement-key.js';
import { tell, tellOfBuilder } from './tell-prepared.js';
import { tellText } from './told-text.js';

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
function hydratorFor(request: StatementRequest<ObjectLiteral>, statement: PreparedStatement): TableHydrator {
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
    hydratorFor(request, statement),
  );
  if (told !== undefined) told.rows = rows.length;
  if (full !== undefined && plan.kept !== undefined) plan.kept.learnt.wasFull = rows.length >= full;
  return { raw: rows, entities, names: statement.names };
}
