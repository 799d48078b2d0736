import { EventEmitter } from 'node:events';
import { MetadataByClass } from './metadata-by-class.mjs';

/*
 * Loaded once into each process of a run, before any spec. The specs of a process share its modules, and TypeORM's list
 * of decorators.
 */
globalThis.typeormMetadataArgsStorage = new MetadataByClass();

// Each application that a test opens listens to the process.
EventEmitter.defaultMaxListeners = 100;

// Debug lines say how pages are read, and are of no use where nobody can say of which.
const { Logger } = await import('@nestjs/common');
Logger.overrideLogger(['fatal', 'error', 'warn', 'log']);

// Random properties draw what the run with the same SEED drew, and RUNS times as often.
const { SEED: seed, RUNS: factor } = process.env;
if (seed || factor) {
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ ...(seed && { seed: Number(seed) }), ...(factor && { numRuns: 100 * Number(factor) }) });
}

// With TWIN=1, whatever is taken from a cache is compared with what is made anew: `npm run test:twin`.
if (process.env.TWIN === '1') await import('./twin/install.ts');
