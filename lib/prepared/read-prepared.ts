import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { twin } from '../caches/index.js';
import type { Row } from '../hydration/index.js';
import { checkTables } from '../schema/index.js';
import {
  type Addition,
  type ChangesTemplate,
  type Sender,
  dataSourceOf,
  parameterNamesOf,
  sendFor,
  valuesFrom,
} from '../sql/index.js';
import { type KnownList, templateFor } from './known-changes.js';
import { type Parameters, valuesOf } from './parameter-slots.js';
import { type PreparedStatement, type StatementWindow, statementWith, textWith } from './prepare.js';
import { type StatementRequest, statementsOf } from './prepared-statements.js';
import { senderOf } from './senders.js';

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
 * Reads rows by a statement that was written for an earlier request of the same shape. Only its values and its window are of
 * this one.
 *
 * @returns undefined, and no promise, where the statement cannot be prepared, so that the builder itself has to be sent
 */
export function readPrepared<E extends ObjectLiteral, Written extends ObjectLiteral = E>(
  request: StatementRequest<E, Written>,
): Promise<PreparedRows<E>> | undefined;
export function readPrepared(
  request: StatementRequest<ObjectLiteral>,
): Promise<PreparedRows<ObjectLiteral>> | undefined {
  const { builder, changes, window, total } = request;
  const source = dataSourceOf(builder);
  const statements = statementsOf(source);
  changes.statement.checkTables();
  const parameters: Parameters = Object.assign(builder.getParameters(), changes.statement.parameters);
  const usual = statements.find(request, parameters);
  if (usual === undefined) return undefined;
  const withTotal = statements.findWithTotal(request, usual, parameters);
  const values = valuesOf((withTotal ?? usual).binding, parameters, source.driver);
  if (values === undefined) return undefined;
  const by = senderOf(source, changes.statement);
  const found = { usual, withTotal, values, by, page: { window, full: total?.take } };
  return send(builder, twin === undefined ? found : compared(found, request), asTheyAre);
}

/** Compares a statement, and the entities of its rows, with those of the builder that is written for this request. */
function compared(found: FoundStatement, request: StatementRequest<ObjectLiteral>): FoundStatement {
  const { usual, withTotal, values, page } = found;
  const { names, hydrate } = withTotal ?? usual;
  const kept = { text: textWith(withTotal ?? usual, page.window), values, names };
  const write = () => (withTotal === undefined ? undefined : request.total?.write()) ?? request.write();
  twin?.same('a statement', kept, () => {
    const written = write();
    return { ...statementWith(written.builder, request), names: written.names };
  });
  const comparing: PreparedStatement['hydrate'] = (rows) => {
    const entities = hydrate(rows);
    if (request.rowsAs === 'entities') twin?.same('entities', entities, () => twin?.entities(write().builder, rows));
    return entities;
  };
  return { ...found, hydrate: comparing };
}

function asTheyAre<Rows>(rows: Rows): Rows {
  return rows;
}

/** A page of a list that is known. */
export interface KnownPage {
  /** The window at the end of the statement; undefined where its numbers are among the values that are added. */
  readonly window: StatementWindow | undefined;
  /** What was added to the list's plan; undefined for nothing. */
  readonly addition: Addition | undefined;
  /** What is selected beside the entities. */
  readonly selected: readonly string[];
  /** The number of rows of a full page, whose total is then wanted beside them; undefined where none is. */
  readonly full: number | undefined;
}

/** Returns the template of a list's plan, which {@link readKnown} reads by; undefined where there is none yet, or the builder has parameters of its own. */
export function knownTemplate<E extends ObjectLiteral>(list: KnownList<E>, way: string): ChangesTemplate | undefined {
  return parameterNamesOf(list.builder).length > 0 ? undefined : templateFor(list, way);
}

/**
 * Reads the rows of a page by the statement of an earlier request of the same shape, with nothing made for this one but the values of
 * its parameters: no plan, and no condition as SQL.
 *
 * @param template as {@link knownTemplate} returns it for the list
 * @param resultOf makes the result of the rows
 * @returns undefined, and no promise, where such a statement is not there yet
 */
export function readKnown<E extends ObjectLiteral, Result>(
  list: KnownList<E>,
  template: ChangesTemplate,
  page: KnownPage,
  resultOf: (rows: PreparedRows<E>) => Result,
): Promise<Result> | undefined;
export function readKnown<Result>(
  { builder, plan, shaped }: KnownList<ObjectLiteral>,
  template: ChangesTemplate,
  { window, addition, selected, full }: KnownPage,
  resultOf: (rows: PreparedRows<ObjectLiteral>) => Result,
): Promise<Result> | undefined {
  if (shaped === undefined || window?.take === 0) return undefined;
  const source = dataSourceOf(builder);
  const { dialect } = plan.schema;
  const statements = statementsOf(source);
  checkTables(template.statement.tables);
  const made = valuesFrom(template.statement, shaped.operands, dialect);
  if (made === undefined) return undefined;
  const page = { isLimited: window !== undefined, withTotal: false, values: made, addition, selected };
  const usual = statements.findPage(template, page);
  const withTotal = full !== undefined && usual?.statement.wasFull === true;
  const found = withTotal ? statements.findPage(template, { ...page, withTotal }) : usual;
  if (usual === undefined || found?.binding === undefined) return undefined;
  if (addition !== undefined) made.push(...addition.values);
  const values = valuesOf(found.binding, made, source.driver);
  if (values === undefined) return undefined;
  const { isPlannedForValues } = template.statement.progress;
  const statement = {
    usual: usual.statement,
    withTotal: withTotal ? found.statement : undefined,
    values,
    by: senderOf(source, { naming: isPlannedForValues ? undefined : plan.naming, dialect }),
    page: { window, full },
  };
  return send(builder, statement, resultOf);
}

/** A statement, the one that reads the total as well where that is wanted, and the values for it. */
interface FoundStatement {
  readonly usual: PreparedStatement;
  readonly withTotal: PreparedStatement | undefined;
  readonly values: readonly unknown[];
  readonly by: Sender | undefined;
  /** Makes entities of the rows; by default as the statement does. */
  readonly hydrate?: PreparedStatement['hydrate'];
  readonly page: { readonly window: StatementWindow | undefined; readonly full: number | undefined };
}

function send<Result>(
  builder: SelectQueryBuilder<ObjectLiteral>,
  { usual, withTotal, values, by, hydrate, page: { window, full } }: FoundStatement,
  resultOf: (rows: PreparedRows<ObjectLiteral>) => Result,
): Promise<Result> {
  const statement = withTotal ?? usual;
  const text = textWith(statement, window);
  return sendFor<ObjectLiteral, Row>(builder, { text, values, by }, hydrate ?? statement.hydrate).then(
    ({ rows, entities }) => {
      if (full !== undefined) usual.wasFull = rows.length >= full;
      const total = withTotal === undefined ? undefined : rows[0]?.[withTotal.names.at(-1) ?? ''];
      return resultOf({ raw: rows, entities, names: statement.names, total });
    },
  );
}
