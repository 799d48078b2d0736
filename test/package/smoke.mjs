/**
 * The built package as an ESM program finds it: by its name, through `exports`. A program may both import and require
 * it, so there must be one copy of every class: two would not be `instanceof` each other.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

const entries = {
  'nestjs-filterable': ['FilterModule', 'FilterQuery', 'FilterService', 'Filterable', 'HostQuery', 'defineOperator'],
  'nestjs-filterable/client': [
    'querySerializer',
    'toQueryString',
    'fromAgGrid',
    'fromMuiDataGrid',
    'fromQueryBuilder',
    'fromTanStackTable',
  ],
  'nestjs-filterable/dto': ['Filters'],
  'nestjs-filterable/openapi': ['ApiFilters', 'bracketInterceptor', 'documentFilters', 'filterJsonSchema'],
  'nestjs-filterable/on-ramps/crud': ['crud', 'filterableFrom'],
  'nestjs-filterable/on-ramps/nestjs-paginate': ['nestjsPaginate', 'filterableFrom'],
  'nestjs-filterable/testing': ['filterServiceFor', 'queryFor'],
};

for (const [name, expected] of Object.entries(entries)) {
  const imported = await import(name);
  const required = require(name);
  const names = Object.keys(imported).filter((key) => key !== 'default' && key !== 'module.exports');
  assert.ok(names.length > 0, `${name} exports nothing`);
  for (const key of expected) assert.equal(typeof imported[key], 'function', `${name} does not export ${key}`);
  for (const key of names) assert.equal(required[key], imported[key], `${name} has two copies of ${key}`);
  for (const key of names.filter((key) => typeof imported[key] === 'function')) assert.equal(imported[key].name, key);
  console.log(`${name}: ${names.join(', ')}`);
}

/** The entry points share files: a class in two of them would be two classes. */
for (const folder of ['dist/esm', 'dist/cjs']) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.js'));
  const classes = files.flatMap((file) => [
    ...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/^(?:let \S+ = )?class (\w+)/gm),
  ]);
  const names = classes.map(([, name]) => name);
  assert.ok(names.includes('FilterException'), `${folder} has no class FilterException`);
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
    `${folder} has two copies of a class`,
  );
}
