import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { twin } from '../caches/index.js';
import type { Row } from '../hydration/index.js';
import {
  type Addition,
  dataSourceOf,
  entityMetadataOf,
  fingerprintOf,
  parameterNamesOf,
  sendFor,
} from '../sql/index.js';
import { debug } from './debug.js';
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
import { senderOf } from './senders.js';
import { anyBinding, listsText, parametersText, selectedTotal, useText } from './statement-key.js';

/**
 * A reading of rows by the plan of a list, and all that decides its statement.
 *
 * @typeParam Written the rows that the statement is written to select: those of the builder, or others beside them
 */
export interface StatementRequest<E extends ObjectLiteral, Written extends ObjectLiteral = E> extends StatementUse {
  readonly plan: ListPlan<E>;
  /** What the statement adds to the plan. */
  readonly addition: Addition;
  /** What {@link write} selects beside the entities, or in their place, and whatever else decides its text. */
  readonly selected: readonly string[];
  /** Writes the statement to a copy of the builder, apart from its window. */
  readonly write: () => WrittenStatement<Written>;
  /** The total that may be read beside the rows; undefined for none. */
  readonly total?: TotalBeside<E> | undefined;
  /** True where the server may plan the statement for its values alone, whatever its plan says. */
  readonly isPlannedForValues?: boolean | undefined;
}

/** A total beside the rows of a page: worth reading where the page is full, because that of a short page is known. */
interface TotalBeside<E extends ObjectLiteral> {
  /** The number of rows of a full page. */
  readonly take: number;
  /** Writes the statement with the total, whose name is the last of its names. */
  readonly write: () => WrittenStatement<E>;
}

/** The answer to a prepared statement. */
export interface PreparedRows<E> {
  readonly entities: E[];
  readonly raw: readonly Row[];
  /** The names of what was selected beside the entities. */
  readonly names: readonly string[];
  /** The total of the list, where it was read beside its rows. */
  readonly total: unknown;
}

/**
 * Reads rows by the statement of an earlier plan of the same structure, or prepares it now. Only its values and its window are of this
 * request.
 *
 * @returns undefined, and no promise, where the statement cannot be prepared, so that the builder itself has to be sent
 */
export function readPrepared<E extends ObjectLiteral, Written extends ObjectLiteral = E>(
  request: StatementRequest<E, Written>,
): Promise<PreparedRows<E>> | undefined;
export function readPrepared(
  request: StatementRequest<ObjectLiteral>,
): Promise<PreparedRows<ObjectLiteral>> | undefined {
  const usual = findStatement(request);
  if (usual === undefined) return undefined;
  const { total, selected } = request;
  const counts = total !== undefined && usual.wasFull === true;
  const withTotal = counts
    ? findStatement({ ...request, selected: [...selected, selectedTotal], write: total.write })
    : undefined;
  const values = valuesFor(request, withTotal ?? usual);
  return (
    values && send(request, compared({ usual, withTotal, values, hydrate: (withTotal ?? usual).hydrate }, request))
  );
}

/** Compares a statement, and the entities of its rows, with those of the builder that is written for this request: in tests alone. */
function compared(found: FoundStatement, request: StatementRequest<ObjectLiteral>): FoundStatement {
  if (twin === undefined) return found;
  const judge = twin;
  const { usual, withTotal, values, hydrate } = found;
  const { names } = withTotal ?? usual;
  const write = () => (withTotal === undefined ? undefined : request.total?.write()) ?? request.write();
  judge.same('a statement', { text: textWith(withTotal ?? usual, request.window), values, names }, () => {
    const written = write();
    return { ...statementWith(written.builder, request), names: written.names };
  });
  if (request.rowsAs === 'values') return found;
  const comparing: PreparedStatement['hydrate'] = (rows) => {
    const entities = hydrate(rows);
    judge.same('entities', entities, () => judge.entities(write().builder, rows));
    return entities;
  };
  return { ...found, hydrate: comparing };
}

/** Returns the statement of a request, prepared now if it has to be. */
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

/** Writes what a statement depends on beside what its plan is kept by; undefined where a value is of a kind that no driver binds. */
function keyOf(request: StatementRequest<ObjectLiteral>, { template }: KeptPlan): string | undefined {
  const { plan, addition } = request;
  const { builder, fingerprint } = plan.list;
  const added = parametersText(addition.names, addition.values, anyBinding);
  const planned =
    template === undefined
      ? parametersText(plan.names, plan.values, anyBinding)
      : listsText(template.statement.spread, plan.values);
  const own = ownText(builder, fingerprint() ?? '');
  if (added === undefined || planned === undefined || own === undefined) return undefined;
  return useText(request) + added + planned + own;
}

/** Writes the kinds of the builder's own parameters, most of which stand in its text. */
function ownText(builder: SelectQueryBuilder<ObjectLiteral>, fingerprint: string): string | undefined {
  const names = parameterNamesOf(builder);
  if (names.length === 0) return '';
  const parameters: Parameters = builder.getParameters();
  const isSpread = (name: string): boolean => fingerprint.includes(`:...${name}`);
  const values = names.map((name) => parameters[name]);
  const { writesNumbers } = keptPlansOf(dataSourceOf(builder));
  return parametersText(names, values, { numbersAreText: writesNumbers, isSpread });
}

/** Prepares a statement. What TypeORM throws it throws again, to the caller, when the builder itself is sent. */
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

/** A statement, the one that reads the total as well where that is wanted, and the values for it. */
interface FoundStatement {
  readonly usual: PreparedStatement;
  readonly withTotal: PreparedStatement | undefined;
  readonly values: readonly unknown[];
  readonly hydrate: PreparedStatement['hydrate'];
}

async function send(
  { plan, window, total: wanted, isPlannedForValues }: StatementRequest<ObjectLiteral>,
  { usual, withTotal, values, hydrate }: FoundStatement,
): Promise<PreparedRows<ObjectLiteral>> {
  const { builder, plan: sqlPlan } = plan.list;
  const statement = withTotal ?? usual;
  const text = textWith(statement, window);
  const naming = isPlannedForValues === true || plan.isPlannedForValues ? undefined : sqlPlan.naming;
  const by = senderOf(dataSourceOf(builder), { naming, dialect: sqlPlan.schema.dialect });
  const { rows, entities } = await sendFor<ObjectLiteral, Row>(builder, { text, values, by }, hydrate);
  if (wanted !== undefined) usual.wasFull = rows.length >= wanted.take;
  const total = withTotal === undefined ? undefined : rows[0]?.[withTotal.names.at(-1) ?? ''];
  return { raw: rows, entities, names: statement.names, total };
}

function tell<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, reason: string | undefined): void {
  if (!debug.enabled) return;
  const name = entityMetadataOf(builder)?.name;
  if (reason === undefined) debug('a statement for %s is prepared', name);
  else debug('a statement for %s is not prepared: %s', name, reason);
}

/** Tells why nothing is prepared for a builder. */
function tellOfBuilder<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): void {
  if (!debug.enabled) return;
  const fingerprint = fingerprintOf(builder);
  if ('reason' in fingerprint) tell(builder, fingerprint.reason);
}
