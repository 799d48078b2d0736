/**
 * What the package costs: the processor time that loading it takes in a CommonJS application, beside what loading TypeORM
 * takes there, and the bytes that the client and each of its adapters add to a page. All are printed, and fail above a bar.
 *
 * Every process loads TypeORM, then what a host of Nest has loaded anyway, then the library. So a busy machine slows both
 * alike, and the quotient of the medians is steady.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { rollup } from 'rollup';
import { minify } from 'terser';

const bars = { load: 0.35, client: 4096, adapter: 3072 };
const processes = 15;

const builds = {
  'as Node resolves it': 'nestjs-filterable',
  'the CommonJS build': path.resolve('dist/cjs/index.js'),
};

const program = (build) => `
  const costOf = (name) => {
    const before = process.cpuUsage();
    require(name);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  require('reflect-metadata');
  const typeorm = costOf('typeorm');
  for (const name of ['@nestjs/common', '@nestjs/core', 'class-validator']) require(name);
  console.log(JSON.stringify({ typeorm, library: costOf(${JSON.stringify(build)}) }));
`;

function load(build) {
  const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
  return JSON.parse(execFileSync(process.execPath, ['--eval', program(build)], options));
}

const median = (numbers) => numbers.toSorted((one, other) => one - other)[numbers.length >> 1];

const rounds = Array.from({ length: processes }, () => Object.values(builds).map(load));
Object.keys(builds).forEach((name, index) => {
  const typeorm = median(rounds.map((round) => round[index].typeorm)) / 1000;
  const library = median(rounds.map((round) => round[index].library)) / 1000;
  const quotient = library / typeorm;
  const figures = `${library.toFixed(1)} ms of processor time, TypeORM ${typeorm.toFixed(1)} ms: ${quotient.toFixed(2)} of it`;
  console.log(`load, ${name}: ${figures} (at most ${bars.load})`);
  assert.ok(quotient <= bars.load, `loading ${name} takes ${quotient.toFixed(2)} of what loading TypeORM takes`);
});

/** What a page pays for some exports of the client, when a bundler leaves out the rest. */
async function costOf(exports) {
  const page = `export { ${exports} } from ${JSON.stringify(client)};`;
  const entry = {
    resolveId: (id) => (id === 'page' ? id : null),
    load: (id) => (id === 'page' ? page : null),
  };
  const bundle = await rollup({ input: 'page', plugins: [entry] });
  const { output } = await bundle.generate({ format: 'esm' });
  assert.equal(output.length, 1, 'the client is one file, and imports no package');
  assert.deepEqual(output[0].imports, []);
  const { code } = await minify(output[0].code, { module: true });
  return { minified: code.length, gzipped: gzipSync(code).length };
}

const client = path.resolve('dist/esm/client.js');
const adapters = Object.keys(await import(client)).filter((name) => name !== 'toQueryString');
const { minified, gzipped } = await costOf('toQueryString');
console.log(`client: ${minified} bytes bundled and minified, ${gzipped} gzipped (at most ${bars.client})`);
assert.ok(gzipped <= bars.client, `the client takes ${gzipped} bytes`);
for (const adapter of adapters) {
  const alone = await costOf(adapter);
  const both = await costOf(`toQueryString, ${adapter}`);
  console.log(
    `${adapter}: ${alone.gzipped} bytes gzipped alone, ${both.gzipped - gzipped} beside the client (at most ${bars.adapter})`,
  );
  assert.ok(alone.gzipped <= bars.adapter, `${adapter} takes ${alone.gzipped} bytes`);
}
