import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type OpenStatement, tellStatement } from '../tracing/index.js';
import {
  type RowsAs,
  copyOf,
  dataSourceOf,
  literalsIn,
  replaceParameters,
  statementOf,
  virtualLiteralIn,
} from '../typeorm/index.js';
import { marked } from './parameter-slots.js';

/** Tells of a prepared statement. Its text holds no value of a parameter. */
export function tellText<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, text: string): OpenStatement {
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
