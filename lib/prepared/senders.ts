import type { DataSource } from 'typeorm';
import type { Sender, Statement } from '../sql/index.js';
import { StatementNames } from './statement-names.js';

const kept = new WeakMap<DataSource, StatementNames>();

/** Returns the way in which a statement is sent by a name; undefined where it must not have one. */
export function senderOf(source: DataSource, { naming, dialect }: Statement): Sender | undefined {
  const { namedStatements } = dialect;
  if (naming === undefined || namedStatements === undefined) return undefined;
  let names = kept.get(source);
  if (names === undefined) kept.set(source, (names = new StatementNames(namedStatements)));
  return names.reportingTo(naming);
}
