import { TwinOfTests } from './twin-of-tests.js';

/** Puts the twin where `lib/caches/twin.ts` looks for it. Jest loads this before a spec and all that it imports. */
Reflect.set(globalThis, Symbol.for('nestjs-filterable.twin'), new TwinOfTests());
