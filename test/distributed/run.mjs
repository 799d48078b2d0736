import 'reflect-metadata';
import { register } from 'node:module';

/**
 * `npm run test:distributed`: flags.ts says what may follow. The suites share their entities and generators with
 * test/e2e.
 */
register('../support/typescript.mjs', import.meta.url);
await import('./main.ts');
