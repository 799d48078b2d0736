import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type KeyPart, part, partsOf, twin } from '../caches/index.js';
import type { SqlChanges, Statement } from '../sql/index.js';
import { type TracedStatement, traceStatement } from '../tracing/index.js';
import {
  type EntitiesMade,
  type Row,
  type TableHydrator,
  copyOf,
  dataSourceOf,
  entityMetadataOf,
  fingerprintOf,
  literalsIn,
  parameterNamesOf,
  removeRelationIds,
  replaceParameters,
  sendFor,
  statementOf,
} from '../typeorm/index.js';
import { type ListQuery, debug } from './list.js';
import {
  type PreparedStatement,
  type ValueOf,
  type Window,
  type Written,
  limitTo,
  marked,
  prepare,
  statementWith,
  textWith,
  valuesIn,
} from './prepare.js';

/**
 * What a statement reads of a list: rows, a number of them, groups, or a value. Each is declared once, at the top of a
 * module, so that its text can only depend on what {@link Read.write} is given. All of that is in the key of the
 * statement: the builder and the compiled list are the list's key, and {@link read} writes every part.
 *
 * @typeParam Parts texts, numbers, objects of the schema, and lists of these
 */
export interface Read<Parts extends object = Record<never, never>> {
  /** What its entities are made of. Undefined where values are read. */
  readonly makes?: EntitiesMade;
  /** True where the server may only plan the statement for its values, whatever its list says. */
  readonly isPlannedForValues?: boolean;
  /**
   * Writes the statement, without its window, to a copy of the builder. Names of the changes are its own. It binds no
   * value: {@link read} calls it only where no statement of an earlier list serves, so that later requests lack it.
   */
  readonly write: (builder: SelectQueryBuilder<ObjectLiteral>, changes: SqlChanges, parts: Parts) => Written;
}

export interface StatementResult<E = ObjectLiteral> {
  readonly raw: readonly Row[];
  /** Names of the selected values: all of them, or those beside the entities. */
  readonly names: readonly string[];
  /** Empty where values are read. */
  readonly entities: E[];
}

/** One reading: everything that its statement is found by, prepared and sent. */
interface Reading {
  readonly list: ListQuery;
  readonly what: Read;
  readonly parts: Readonly<Record<string, KeyPart>>;
  /** A condition and values that follow the list's, by `List.begin()`. */
  readonly own?: Statement | undefined;
  /** The rows to read. Undefined for all of them. */
  readonly window?: Window | undefined;
  /** Number of rows of a full page, to learn whether pages are full. */
  readonly full?: number | undefined;
  readonly write: () => Written;
}

/**
 * Reads a list, by the statement of an earlier list of the same structure, or one that is prepared now; or else by a
 * builder. Only values and the window come from this request.
 */
export function read<E extends ObjectLiteral, Parts extends { readonly [Name in keyof Parts]: KeyPart }>(
  list: ListQuery<E>,
  what: Read<Parts>,
  parts: Parts,
  asked?: Pick<Reading, 'own' | 'window' | 'full'>,
): Promise<StatementResult<E>>;
export async function read(
  list: ListQuery,
  what: Read,
  parts: Reading['parts'],
  { own, window, full }: Pick<Reading, 'own' | 'window' | 'full'> = {},
): Promise<StatementResult> {
  const write = (): Written => what.write(list.builder, list.changes(own), parts);
  const reading: Reading = { list, what, parts, own, window, full, write };
  const statement = what.makes !== undefined && list.plan.hydration === 'typeorm' ? undefined : statementFor(reading);
  if (statement === undefined) return readByBuilder(reading);
  const { driver } = dataSourceOf(list.builder);
  const values = valuesIn(statement.binding, valuesOf(reading), driver);
  if (values === undefined) return readByBuilder(reading);
  const { names } = statement;
  twin?.same('a statement', { text: textWith(statement, window), values, names }, () => {
    const written = write();
    const { text, values: bound } = statementWith(written.builder, what.makes, window);
    return { text, values: bound, names: written.names };
  });
  return readPrepared(reading, statement, values);
}

async function readPrepared(
  { list, what, window, full, write }: Reading,
  statement: PreparedStatement,
  values: readonly unknown[],
): Promise<StatementResult> {
  const { builder, plan, bound } = list;
  const { names } = statement;
  const text = textWith(statement, window);
  const isPlannedForValues = what.isPlannedForValues === true || bound.progress.isPlannedForValues;
  const naming = isPlannedForValues ? undefined : plan.naming;
  const by = list.statements.senderOf(naming, plan.schema.dialect.namedStatements);
  const hydrate = twin === undefined ? statement.hydrate : judged(what, statement.hydrate, write);
  const { rows: raw, entities } = await traceStatement(
    () => shownText(builder, text),
    () => sendFor<ObjectLiteral, Row>(builder, { text, values }, by, hydrate),
    ({ rows }) => rows.length,
  );
  if (full !== undefined && bound.kept !== undefined) bound.kept.wasFull = raw.length >= full;
  return { raw, entities, names };
}

/** Compares entities, in tests alone, with those that TypeORM makes. */
function judged({ makes }: Read, hydrate: TableHydrator, write: () => Written): TableHydrator {
  return (rows) => {
    const entities = hydrate(rows);
    if (makes !== undefined) twin?.same('entities', entities, () => twin?.entities(write().builder, rows, makes));
    return entities;
  };
}

async function readByBuilder({ list, what: { makes }, window, write }: Reading): Promise<StatementResult> {
  const { builder, names } = write();
  limitTo(builder, window);
  const { raw, entities } = await traceStatement(
    () => shownBuilder(list.builder, builder, makes !== undefined),
    async () =>
      makes === undefined ? { raw: await builder.getRawMany<Row>(), entities: [] } : builder.getRawAndEntities<Row>(),
    ({ raw: rows }) => rows.length,
  );
  const metadata = makes === 'columns' ? entityMetadataOf(builder) : undefined;
  if (metadata !== undefined) for (const entity of entities) removeRelationIds(entity, metadata);
  return { raw, entities, names };
}

/** Returns the statement of a reading, and prepares it if necessary. */
function statementFor(reading: Reading): PreparedStatement | undefined {
  const { list, what, own, window } = reading;
  const { builder } = list;
  const { kept, names: bound } = list.bound;
  const key = kept === undefined || window?.take === 0 ? undefined : keyOf(reading);
  if (kept === undefined || key === undefined) {
    const fingerprint = debug.enabled ? fingerprintOf(builder) : undefined;
    if (fingerprint && 'reason' in fingerprint) debugStatement(builder, fingerprint.reason);
    return undefined;
  }
  let statement = kept.statements.get(key);
  if (statement === undefined) {
    const names = own === undefined ? bound : [...bound, ...Object.keys(own.parameters)];
    statement = tryTo(() => prepare(reading.write(), what.makes, window, names, valuesOf(reading)));
    debugStatement(builder, typeof statement === 'string' ? statement : undefined);
    const length = typeof statement === 'string' ? statement.length : 2 * statement.text.length;
    kept.statements.set(key, statement, key.length + length);
  }
  return typeof statement === 'string' ? undefined : statement;
}

/** TypeORM throws an error again, to the caller, when the builder itself is sent. */
function tryTo(prepared: () => PreparedStatement | string): PreparedStatement | string {
  try {
    return prepared();
  } catch (error) {
    return error instanceof Error ? error.message : 'TypeORM refuses the builder';
  }
}

function valuesOf({ list: { builder, bound }, own }: Reading): ValueOf {
  const { values } = bound;
  const added = own === undefined ? [] : Object.values(own.parameters);
  let host: Readonly<Record<string, unknown>> | undefined;
  return (place) => {
    if (typeof place === 'string') {
      host ??= builder.getParameters();
      return host[place];
    }
    return place < values.length ? values[place] : added[place - values.length];
  };
}

/** Writes everything that a statement depends on beside its list. Undefined for a value that no driver binds. */
function keyOf({ list, what, parts, own, window }: Reading): string | undefined {
  const { builder } = list;
  const { kept, values } = list.bound;
  const { writesNumbers } = list.statements;
  let text = partsOf([what, window !== undefined]);
  for (const [name, value] of Object.entries(parts)) text += partsOf([name, value]);
  // The values of a template are of the same kinds, and its lists of the same lengths, in each request.
  const compiled = kept?.template === undefined ? kindsOf(values, writesNumbers, true) : '';
  const host = parameterNamesOf(builder).length === 0 ? '' : kindsOf(hostValues(list), writesNumbers, true);
  const added = own === undefined ? '' : kindsOf(Object.values(own.parameters), writesNumbers, false);
  if (compiled === undefined || host === undefined || added === undefined) return undefined;
  return `${text}${part(own?.condition)}${compiled};${host};${added}`;
}

/** Returns the values of the builder's own parameters. Those of a list that is bound as one value decide nothing. */
function hostValues(list: ListQuery): readonly unknown[] {
  const parameters: Readonly<Record<string, unknown>> = list.builder.getParameters();
  return parameterNamesOf(list.builder).map((name) => {
    const value = parameters[name];
    return Array.isArray(value) && list.fingerprint()?.includes(`:...${name}`) !== true ? null : value;
  });
}

/**
 * Writes the parts of values that decide how they are bound.
 *
 * @param decidesText true where the text of the statement, which is not in the key, may differ with the type of a value
 * @returns undefined for a value that no driver binds
 */
function kindsOf(values: readonly unknown[], writesNumbers: boolean, decidesText: boolean): string | undefined {
  let text = '';
  for (const value of values) {
    const type = typeof value;
    if (type === 'function' || type === 'symbol') return undefined;
    if (decidesText) text += type;
    if (type === 'number' && writesNumbers) text += `${String(value)};`;
    else if (type === 'boolean') text += 'b';
    else if (Array.isArray(value)) text += `l${value.length};`;
    else text += value instanceof Date ? 'd' : 'v';
  }
  return text;
}

function debugStatement(builder: SelectQueryBuilder<ObjectLiteral>, reason: string | undefined): void {
  if (!debug.enabled) return;
  const name = entityMetadataOf(builder)?.name;
  if (reason === undefined) debug('a statement for %s is prepared', name);
  else debug('a statement for %s is not prepared: %s', name, reason);
}

/** Returns a prepared statement as the channel has it. Its text holds no value of a parameter. */
function shownText(builder: SelectQueryBuilder<ObjectLiteral>, text: string): TracedStatement {
  const withheld = literalsIn(builder, text);
  return withheld === undefined ? { text } : { text: undefined, withheld };
}

/**
 * Returns the statement of a builder as the channel has it: with its text if no parameter's value is a part of it.
 *
 * @param host the application's builder that it was copied from
 */
function shownBuilder(
  host: SelectQueryBuilder<ObjectLiteral>,
  written: SelectQueryBuilder<ObjectLiteral>,
  ofEntities: boolean,
): TracedStatement {
  const copy = copyOf(written);
  const { text } = statementOf(copy, ofEntities);
  const shown = shownText(host, text);
  if (shown.text === undefined) return shown;
  replaceParameters(copy, marked(copy.getParameters(), dataSourceOf(copy).driver));
  return statementOf(copy, ofEntities).text === text
    ? shown
    : { text: undefined, withheld: 'a value is a part of the text' };
}
