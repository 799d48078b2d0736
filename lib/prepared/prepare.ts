import { isDeepStrictEqual } from 'node:util';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type TableHydrator, hydratorOf } from '../hydration/index.js';
import { copyOf, dataSourceOf, entityStatementOf, entityTablesOf, replaceParameters } from '../sql/index.js';
import { type Slot, marked, slotsOf, valuesOf } from './parameter-slots.js';

/** A run of consecutive rows. */
export interface StatementWindow {
  readonly skip: number;
  readonly take: number;
}

/** A builder as it would be sent, apart from its window, and the names of what was selected beside its entities. */
export interface WrittenStatement<E extends ObjectLiteral> {
  readonly builder: SelectQueryBuilder<E>;
  readonly names: readonly string[];
}

/** A statement that needs nothing but values and a window. It holds no value of the request that it was made for. */
export interface PreparedStatement {
  /** The text, without its window. */
  readonly text: string;
  readonly slots: readonly Slot[];
  readonly names: readonly string[];
  readonly hydrate: TableHydrator;
}

/** Returns the text of a window, which stands at the end of a statement. */
export function windowText({ skip, take }: StatementWindow): string {
  return skip > 0 ? ` LIMIT ${take} OFFSET ${skip}` : ` LIMIT ${take}`;
}

/**
 * Prepares the statement of a builder, or returns the reason why that cannot be done. What is prepared is compared with what
 * TypeORM makes of the builder: the text with a window, and the values of this request in their places.
 */
export function prepare<E extends ObjectLiteral>(
  { builder, names }: WrittenStatement<E>,
  window: StatementWindow,
): PreparedStatement | string {
  const tables = entityTablesOf(builder);
  if (typeof tables === 'string') return tables;
  const { text } = entityStatementOf(builder);
  if (textWith(window, builder) !== text + windowText(window)) return 'the window is not the end of the text';
  const slots = slotsIn(builder);
  return typeof slots === 'string' ? slots : { text, slots, names, hydrate: hydratorOf(tables) };
}

/** Returns the text that TypeORM writes for a builder with a window. */
function textWith<E extends ObjectLiteral>({ skip, take }: StatementWindow, builder: SelectQueryBuilder<E>): string {
  const copy = copyOf(builder).limit(take);
  return entityStatementOf(skip > 0 ? copy.offset(skip) : copy).text;
}

/** Finds which parameter stands where among the values of a builder's statement. */
function slotsIn<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): readonly Slot[] | string {
  const { driver } = dataSourceOf(builder);
  const { text, values } = entityStatementOf(builder);
  const parameters = builder.getParameters();
  const copy = copyOf(builder);
  replaceParameters(copy, marked(parameters, driver));
  const { text: markedText, values: markers } = entityStatementOf(copy);
  if (markedText !== text) return 'a value is a part of the text';
  const slots = slotsOf({ values, markers, parameters, marked: copy.getParameters() });
  if (slots === undefined) return 'a value is of no parameter';
  return isDeepStrictEqual(valuesOf(slots, parameters, driver), values) ? slots : 'a value is bound as another one';
}
