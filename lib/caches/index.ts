export { AdmittingCache, BoundedCache, part, partsOf, numberOfObject } from './caches.js';
export type { KeyPart } from './caches.js';
export { twin } from './twin.js';
