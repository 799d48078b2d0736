import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { entityMetadataOf, fingerprintOf } from '../typeorm/index.js';
import { debug } from './debug.js';

/** Reports that a statement is prepared, or the reason why it is not. */
export function tell<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>, reason: string | undefined): void {
  if (!debug.enabled) return;
  const name = entityMetadataOf(builder)?.name;
  if (reason === undefined) debug('a statement for %s is prepared', name);
  else debug('a statement for %s is not prepared: %s', name, reason);
}

/** Reports why nothing is prepared for a builder. */
export function tellOfBuilder<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): void {
  if (!debug.enabled) return;
  const fingerprint = fingerprintOf(builder);
  if ('reason' in fingerprint) tell(builder, fingerprint.reason);
}
