import { register } from 'node:module';

// A process of its own: NODE_DEBUG is read when a process begins.
register('../../../support/typescript.mjs', import.meta.url);
const { night } = await import('./night.ts');
await night();
