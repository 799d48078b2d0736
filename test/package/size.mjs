/**
 * What the package costs: its bytes on disk with the documentation, the processor time that loading it takes in a
 * CommonJS application, beside what loading TypeORM takes there, and the bytes that the client and each of its adapters
 * add to a page. All are printed, and fail above a bar.
 *
 * Every process loads TypeORM, then what a host of Nest has loaded anyway, then the library. The least of many
 * processes counts for both, because a busy machine only adds. Express has loaded qs, which costs a host on Fastify a
 * tenth of TypeORM.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { rollup } from 'rollup';
import { minify } from 'terser';

const bars = { disk: 4_000_000, client: 1400, request: 1800, adapter: 3328 };
/**
 * The platforms of a host, each with the most that loading the library may take there. Explanations, advice on indexes,
 * tracing, named filters and aggregates of related rows have added 0.04.
 */
const platforms = { express: 0.5, fastify: 0.68 };
/** Processes of each kind: as many more where the least of them is above a bar, because a busy machine only adds. */
const processes = { least: 15, most: 60 };

const packing = execFileSync('npm', ['pack', '--dry-run', '--json', '--silent', '--ignore-scripts'], {
  encoding: 'utf8',
});
const [{ unpackedSize }] = Object.values(JSON.parse(packing));
console.log(`package: ${unpackedSize} bytes on disk (at most ${bars.disk})`);
assert.ok(unpackedSize <= bars.disk, `the package takes ${unpackedSize} bytes on disk`);

const builds = {
  'as Node resolves it': 'nestjs-filterable',
  'the CommonJS build': path.resolve('dist/cjs/index.js'),
};

const program = (build, platform) => `
  const costOf = (name) => {
    const before = process.cpuUsage();
    require(name);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  require('reflect-metadata');
  const typeorm = costOf('typeorm');
  for (const name of ['@nestjs/common', '@nestjs/core', '@nestjs/platform-${platform}', 'class-validator']) require(name);
  console.log(JSON.stringify({ typeorm, library: costOf(${JSON.stringify(build)}) }));
`;

function load({ build, platform }) {
  const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
  return JSON.parse(execFileSync(process.execPath, ['--eval', program(build, platform)], options));
}

const hosts = Object.keys(platforms).flatMap((platform) =>
  Object.entries(builds).map(([name, build]) => ({ name, build, platform })),
);
const rounds = [];
const leastOf = (index, part) => Math.min(...rounds.map((round) => round[index][part])) / 1000;
const isHeld = ({ platform }, index) => leastOf(index, 'library') <= platforms[platform] * leastOf(index, 'typeorm');
do rounds.push(hosts.map(load));
while (rounds.length < processes.least || (rounds.length < processes.most && !hosts.every(isHeld)));
hosts.forEach(({ name, platform }, index) => {
  const [library, typeorm] = [leastOf(index, 'library'), leastOf(index, 'typeorm')];
  const quotient = library / typeorm;
  const bar = platforms[platform];
  const figures = `${library.toFixed(1)} ms of processor time, TypeORM ${typeorm.toFixed(1)} ms: ${quotient.toFixed(2)} of it`;
  console.log(`load, ${name}, on ${platform}: ${figures} (at most ${bar})`);
  assert.ok(
    quotient <= bar,
    `loading ${name} on ${platform} takes ${quotient.toFixed(2)} of what loading TypeORM takes`,
  );
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
const adapters = Object.keys(await import(client)).filter((name) => name !== 'toQueryString' && name !== 'toRequest');
const { minified, gzipped } = await costOf('toQueryString');
console.log(`client: ${minified} bytes bundled and minified, ${gzipped} gzipped (at most ${bars.client})`);
assert.ok(gzipped <= bars.client, `the client takes ${gzipped} bytes`);
const request = await costOf('toQueryString, toRequest');
console.log(`client with toRequest: ${request.gzipped} bytes gzipped (at most ${bars.request})`);
assert.ok(request.gzipped <= bars.request, `the client with toRequest takes ${request.gzipped} bytes`);
for (const adapter of adapters) {
  const alone = await costOf(adapter);
  const both = await costOf(`toQueryString, ${adapter}`);
  console.log(
    `${adapter}: ${alone.gzipped} bytes gzipped alone, ${both.gzipped - gzipped} beside the client (at most ${bars.adapter})`,
  );
  assert.ok(alone.gzipped <= bars.adapter, `${adapter} takes ${alone.gzipped} bytes`);
}
