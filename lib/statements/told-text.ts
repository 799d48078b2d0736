import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type OpenStatement, tellStatement } from '../tracing/index.js';
import { fingerprintOf, holdsLiterals } from '../typeorm/index.js';

/** Tells of a statement with its text, unless the host has written values into its builder. */
export function tellText<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, text: string): OpenStatement {
  if (!holdsLiterals(builder)) return tellStatement({ text });
  return tellStatement({ text: undefined, withheld: 'the builder holds literals of the application' });
}

/** Tells of a statement that is not prepared. Nothing proves that no value is a part of its text. */
export function tellWithoutText<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): OpenStatement {
  const fingerprint = fingerprintOf(builder);
  const withheld = 'reason' in fingerprint ? fingerprint.reason : 'a value may be a part of the text';
  return tellStatement({ text: undefined, withheld });
}
