export { AdmittingCache, BoundedCache, part, partsOf, numberOfObject } from './caches.js';
export type { KeyPart } from './caches.js';
export { type TwinQuestion, twin } from './twin.js';
