import { debuglog } from 'node:util';
import type { DataSource, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import {
  type ChangesTemplate,
  boundByDriver,
  entityMetadataOf,
  fingerprintOf,
  missingInternals,
  unknownState,
} from '../sql/index.js';
import type { Parameters } from './parameter-slots.js';
import { type PreparedStatement, type StatementUse, type WrittenStatement, prepare } from './prepare.js';
import { StatementCache } from './statement-cache.js';
import {
  type StatementChanges,
  changesText,
  parametersText,
  selectedTotal,
  spreadIn,
  useText,
} from './statement-key.js';
import { type TemplatePage, type TemplateStatement, TemplateStatements } from './template-statements.js';

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

/** Tells what is prepared, and why anything is not, to those who set NODE_DEBUG=nestjs-filterable. */
const debug = debuglog('nestjs-filterable');

const bounds = { entries: 500, size: 1_000_000 };

const caches = new WeakMap<DataSource, PreparedStatements>();

/** Returns the prepared statements of a data source. */
export function statementsOf(source: DataSource): PreparedStatements {
  let statements = caches.get(source);
  if (statements === undefined) caches.set(source, (statements = new PreparedStatements(source)));
  return statements;
}

/** The prepared statements of a data source. */
export class PreparedStatements {
  private readonly cache = new StatementCache<PreparedStatement | string>(bounds);
  private readonly ofTemplates = new TemplateStatements();
  private readonly unknown: readonly string[];
  private readonly numbersAreText: boolean;

  constructor(source: DataSource) {
    const missing = missingInternals(source);
    this.unknown = missing.length > 0 ? missing : unknownState(source);
    this.numbersAreText = missing.length === 0 && boundByDriver(source.driver, 1).length === 0;
    if (missing.length > 0) debug('no statement is prepared: TypeORM lacks %s', missing.join(', '));
    else if (this.unknown.length > 0) debug('no statement is prepared: builders have %s', this.unknown.join(', '));
  }

  /** Returns the statement of a request, prepared now if it has to be; undefined where it cannot be. */
  find<E extends ObjectLiteral>(request: StatementRequest<E>, parameters: Parameters): PreparedStatement | undefined {
    return this.ofTemplates.find(request, parameters) ?? this.findByText(request, parameters);
  }

  /** Returns the statement for a page of a template's list; undefined where it is not prepared yet. */
  findPage(template: ChangesTemplate, page: TemplatePage): TemplateStatement | undefined {
    return this.ofTemplates.findPage(template, page);
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
      this.cache.set(key, statement, typeof statement === 'string' ? statement.length : 2 * statement.text.length);
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
    return this.find({ ...request, selected: [...selected, selectedTotal], write: total.write }, parameters);
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
      isSpread: spreadIn([text, ...request.selected]),
    });
    return names === undefined ? undefined : text + names;
  }
}

/** Prepares a statement. What TypeORM throws it throws again, to the caller, when the builder itself is sent. */
function tryToPrepare<E extends ObjectLiteral>(
  request: StatementRequest<E>,
  parameters: Parameters,
): PreparedStatement | string {
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
