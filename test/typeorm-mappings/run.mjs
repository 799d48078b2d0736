import 'reflect-metadata';
import { register } from 'node:module';

/** `npm run test:mappings -- --typeorm /path/to/typeorm`: flags.ts says what else may follow. */
register('../support/typescript.mjs', import.meta.url);
await import('./main.ts');
