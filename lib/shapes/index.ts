export { KnownShape } from './known-shape.js';
export { KnownShapes } from './known-shapes.js';
export type { FoundShape } from './known-shapes.js';
