import { parseArgs } from 'node:util';

/** Every flag of `npm run bench -- …`, its default, and what it does. */
const flags = {
  size: { type: 'string', default: '100000' }, // posts; authors, comments and tags follow from it
  engines: { type: 'string', default: 'sqlite,postgres,mariadb' }, // those without an address are left out, and told
  modes: {
    type: 'string',
    default: 'database,tracing,javascript,reading,flat,origins,hostile,http,cold,heap,growth,grid,populate,aggregates',
  },
  workloads: { type: 'string', default: '' }, // a part of a workload's name; all by default
  contenders: { type: 'string', default: '' }, // names, comma separated; all by default
  seconds: { type: 'string', default: '15' }, // at most, for one workload on one engine
  rounds: { type: 'string', default: '150' }, // at most, likewise
  'growth-sizes': { type: 'string', default: '10000,100000' }, // add 1000000 where there is time and room
  'grid-seconds': { type: 'string', default: '1' }, // at most, for one cell of the grid
  'grid-rounds': { type: 'string', default: '30' }, // at most, likewise
  at: { type: 'string', default: 'defaults,caps' }, // the limits of the dearest requests
  keep: { type: 'boolean', default: false }, // leaves the databases for the next run
  json: { type: 'string', default: '' }, // where to write the results, after each mode
  from: { type: 'string', default: '' }, // measures nothing: reports what an earlier run has written
  beside: { type: 'string', default: '' }, // what a run with more posts has written: reported after this one's
  remark: { type: 'string', default: '' }, // what the page says of the run: that the machine was busy, …
  docs: { type: 'boolean', default: false }, // writes docs/benchmarks.md, and its tables and plots in docs/benchmarks
};

const list = (text) => text.split(',').filter((part) => part !== '');

export function readFlags(args) {
  const { values } = parseArgs({ args, options: flags });
  return {
    size: Number(values.size),
    engines: list(values.engines),
    modes: list(values.modes),
    workloads: values.workloads,
    contenders: list(values.contenders),
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    growthSizes: list(values['growth-sizes']).map(Number),
    gridSeconds: Number(values['grid-seconds']),
    gridRounds: Number(values['grid-rounds']),
    at: list(values.at),
    keep: values.keep,
    json: values.json,
    from: values.from,
    beside: values.beside,
    remark: values.remark,
    docs: values.docs,
  };
}
