/** Tools that only the benchmarks need. */
export * as Plot from '@observablehq/plot';
export { default as autocannon } from 'autocannon';
export { parseHTML } from 'linkedom';
