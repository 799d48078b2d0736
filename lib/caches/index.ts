export { AdmittingCache } from './admitting-cache.js';
export { BoundedCache } from './bounded-cache.js';
export { part, partsOf, type KeyPart } from './key-part.js';
export { numberOfObject } from './object-numbers.js';
export { twin } from './twin.js';
