import { ownFieldWorkloads } from './own-fields.mjs';
import { sliceWorkloads } from './slices.mjs';
import { toManyWorkloads } from './to-many.mjs';
import { toOneWorkloads } from './to-one.mjs';

/** What is asked, said once for each contender. A peer without a way of saying it has `undefined`. */
export const workloads = [...ownFieldWorkloads, ...toOneWorkloads, ...toManyWorkloads, ...sliceWorkloads].map(
  (workload) => ({ reads: 'rows', ...workload }),
);
