/* global require, __dirname */
/* eslint @typescript-eslint/no-require-imports: off -- it is what is tried here */

/**
 * The CommonJS build by itself, as a loader finds it that knows `require` alone: it is complete, and the client's
 * entry, which runs in browsers, loads neither Nest nor TypeORM.
 */
const assert = require('node:assert/strict');
const path = require('node:path');

const cjs = path.resolve(__dirname, '../../dist/cjs');

const { toQueryString } = require(path.join(cjs, 'client.js'));
assert.equal(toQueryString({ filters: { title: 'a b' } }), 'filters[title]=a%20b');
const heavy = Object.keys(require.cache).filter((file) => /node_modules\/(@nestjs|typeorm|class-)/.test(file));
assert.deepEqual(heavy, [], 'the client loads what no browser has');

const { FilterModule, FilterService, Filterable, FilterQuery } = require(path.join(cjs, 'index.js'));
for (const part of [FilterModule, FilterService, Filterable, FilterQuery]) assert.equal(typeof part, 'function');
for (const entry of ['dto.js', 'testing.js']) assert.equal(typeof require(path.join(cjs, entry)), 'object');

console.log('dist/cjs: complete');
