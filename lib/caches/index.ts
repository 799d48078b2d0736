export { BoundedCache } from './bounded-cache.js';
export type { CacheLimits } from './bounded-cache.js';
export { numberOfObject } from './object-numbers.js';
export { Sightings } from './sightings.js';
export { type TwinQuestion, twin } from './twin.js';
