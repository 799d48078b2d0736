import type { DataSource } from 'typeorm';
import type { NamedStatements } from '../../dialects/index.js';
import type { Report } from '../../schema/index.js';
import type { Sender } from '../../typeorm/index.js';
import { StatementNames } from './statement-names.js';

const kept = new WeakMap<DataSource, StatementNames>();

/** Facts that decide whether a statement is sent by a name. */
export interface Naming {
  /** Called when named statements stop working. Undefined for a statement that must not have a name. */
  readonly naming: Report | undefined;
  readonly dialect: { readonly namedStatements?: NamedStatements | undefined };
}

/** Returns the sender of a statement by name, or undefined for a statement that must not have one. */
export function senderOf(source: DataSource, { naming, dialect: { namedStatements } }: Naming): Sender | undefined {
  if (naming === undefined || namedStatements === undefined) return undefined;
  let names = kept.get(source);
  if (names === undefined) kept.set(source, (names = new StatementNames(namedStatements)));
  return names.reportingTo(naming);
}
