import 'reflect-metadata';
import { register } from 'node:module';

/** `npm run corpus`: main.ts says what may follow. */
register('../support/typescript.mjs', import.meta.url);
await import('./main.ts');
