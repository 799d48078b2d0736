import { debuglog } from 'node:util';
import type { DataSource, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import {
  boundByDriver,
  dataSourceOf,
  entityMetadataOf,
  fingerprintOf,
  isOwnClass,
  sendFor,
  unknownState,
} from '../sql/index.js';
import type { Row } from '../hydration/index.js';
import { type Parameters, valuesOf } from './parameter-slots.js';
import { type PreparedStatement, type StatementUse, type WrittenStatement, prepare, windowText } from './prepare.js';
import { senderOf } from './senders.js';
import { StatementCache } from './statement-cache.js';
import { type StatementChanges, changesText, parametersText, useText } from './statement-key.js';
import { TemplateStatements } from './template-statements.js';

/**
 * A reading of rows for a builder, and all that decides its statement.
 *
 * @typeParam Written the rows that the statement is written to select: those of the builder, or others beside them
 */
export interface StatementRequest<E extends ObjectLiteral, Written extends ObjectLiteral = E> extends StatementUse {
  readonly builder: SelectQueryBuilder<E>;
  readonly changes: StatementChanges;
  /** What {@link write} selects beside the entities, or in their place, and whatever else decides its text. */
  readonly selected: readonly string[];
  /** Writes the statement to a copy of the builder, apart from its window. All of its values are bound already. */
  readonly write: () => WrittenStatement<Written>;
  /** The total that may be read beside the rows; undefined for none. */
  readonly total?: TotalBeside<E> | undefined;
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

/** Tells what is prepared, and why anything is not, to those who set NODE_DEBUG=nestjs-filterable. */
const debug = debuglog('nestjs-filterable');

const bounds = { entries: 500, size: 1_000_000 };

const caches = new WeakMap<DataSource, PreparedStatements>();

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
  const { builder, changes } = request;
  const statements = statementsOf(dataSourceOf(builder));
  const parameters: Parameters = Object.assign(builder.getParameters(), changes.statement.parameters);
  const usual = statements.find(request, parameters);
  if (usual === undefined) return undefined;
  const withTotal = statements.findWithTotal(request, usual, parameters);
  return send(request, { usual, withTotal, parameters });
}

/** A statement, the one that reads the total as well where that is wanted, and the values for either. */
interface FoundStatement {
  readonly usual: PreparedStatement;
  readonly withTotal: PreparedStatement | undefined;
  readonly parameters: Parameters;
}

async function send(
  request: StatementRequest<ObjectLiteral>,
  { usual, withTotal, parameters }: FoundStatement,
): Promise<PreparedRows<ObjectLiteral>> {
  const { builder, window, changes } = request;
  const source = dataSourceOf(builder);
  const statement = withTotal ?? usual;
  const values = valuesOf(statement.slots, parameters, source.driver);
  const text = statement.text + windowText(window);
  const by = senderOf(source, changes.statement);
  const { rows, entities } = await sendFor(builder, { text, values, by }, statement.hydrate);
  if (request.total !== undefined) usual.wasFull = rows.length >= request.total.take;
  const total = withTotal === undefined ? undefined : rows[0]?.[withTotal.names.at(-1) ?? ''];
  return { raw: rows, entities, names: statement.names, total };
}

function statementsOf(source: DataSource): PreparedStatements {
  let statements = caches.get(source);
  if (statements === undefined) caches.set(source, (statements = new PreparedStatements(source)));
  return statements;
}

/** The prepared statements of a data source. */
class PreparedStatements {
  private readonly cache = new StatementCache<PreparedStatement | string>(bounds);
  private readonly ofTemplates = new TemplateStatements();
  private readonly unknown: readonly string[];
  private readonly numbersAreText: boolean;

  constructor(source: DataSource) {
    this.unknown = unknownState(source);
    this.numbersAreText = boundByDriver(source.driver, 1).length === 0;
    if (this.unknown.length > 0) debug('no statement is prepared: builders have %s', this.unknown.join(', '));
  }

  /** Returns the statement of a request, prepared now if it has to be; undefined where it cannot be. */
  find<E extends ObjectLiteral>(request: StatementRequest<E>, parameters: Parameters): PreparedStatement | undefined {
    return this.ofTemplates.find(request, parameters) ?? this.findByText(request, parameters);
  }

  private findByText<E extends ObjectLiteral>(
    request: StatementRequest<E>,
    parameters: Parameters,
  ): PreparedStatement | undefined {
    const key = this.keyOf(request, parameters);
    if (key === undefined) return undefined;
    let statement = this.cache.get(key);
    if (statement === undefined) {
      if (!this.cache.admits(key)) return undefined;
      statement = tryToPrepare(request, parameters);
      tell(request, typeof statement === 'string' ? statement : undefined);
      this.cache.set(key, statement, typeof statement === 'string' ? statement.length : statement.text.length);
    }
    if (typeof statement === 'string') return undefined;
    this.ofTemplates.keep(request, parameters, statement);
    return statement;
  }

  /** Returns the statement that reads the total as well, where the last page of the same text was full. */
  findWithTotal<E extends ObjectLiteral>(
    request: StatementRequest<E>,
    { wasFull }: PreparedStatement,
    parameters: Parameters,
  ): PreparedStatement | undefined {
    const { total, selected } = request;
    if (total === undefined || wasFull !== true) return undefined;
    return this.find({ ...request, selected: [...selected, 'total'], write: total.write }, parameters);
  }

  /** Returns the text that requests have in common only where their statements are the same; undefined where there is none. */
  private keyOf<E extends ObjectLiteral>(request: StatementRequest<E>, parameters: Parameters): string | undefined {
    const { builder, window } = request;
    if (this.unknown.length > 0 || window?.take === 0) return undefined;
    const fingerprint = fingerprintOf(builder);
    if ('reason' in fingerprint) {
      tell(request, fingerprint.reason);
      return undefined;
    }
    const text = useText(request) + fingerprint.text + changesText(request.changes);
    const names = parametersText(parameters, {
      numbersAreText: this.numbersAreText,
      isSpread: (name) => text.includes(`:...${name}`),
    });
    return names === undefined ? undefined : text + names;
  }
}

/** Prepares a statement. What TypeORM throws it throws again, to the caller, when the builder itself is sent. */
function tryToPrepare<E extends ObjectLiteral>(
  request: StatementRequest<E>,
  parameters: Parameters,
): PreparedStatement | string {
  if (isOwnClass(request.builder)) return 'the builder is of a class of the host';
  try {
    return prepare(request.write(), request, parameters);
  } catch (error) {
    return error instanceof Error ? error.message : 'TypeORM refuses the builder';
  }
}

function tell<E extends ObjectLiteral>({ builder }: StatementRequest<E>, reason: string | undefined): void {
  if (!debug.enabled) return;
  const name = entityMetadataOf(builder)?.name;
  if (reason === undefined) debug('a statement for %s is prepared', name);
  else debug('a statement for %s is not prepared: %s', name, reason);
}
