import type { EngineName } from '../../../support/databases.js';
import type { Hand } from './hand.js';
import { mariadb } from './mariadb.js';
import { postgres } from './postgres.js';
import { sqlite } from './sqlite.js';

export type { Hand, List } from './hand.js';

/** The hand-written SQL for lists and documents, by engine. */
export const hands: Readonly<Record<EngineName, Hand>> = { sqlite, postgres, mariadb };
