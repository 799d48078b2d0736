export type { Row } from './column-reader.js';
export type { TableHydrator } from './entity-hydrator.js';
export { hydratorOf } from './hydrator.js';
