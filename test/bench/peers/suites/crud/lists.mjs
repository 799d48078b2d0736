/** An application of this library with one list, for the options of one controller of @dataui/crud. */
import { ask, start } from '../run/application.mjs';
import { require } from '../run/checkout.mjs';
import { fieldsOf, rulesOf } from './rules.mjs';

const { Controller, Get, Inject, Param } = require('@nestjs/common');
const { FilterQuery, FilterService } = require('nestjs-filterable');

/** @returns the answers to a query string, with the parameters of the path */
export async function openList(source, options) {
  const metadata = source.getMetadata(options.model.type);
  const { rules, overrides, joins } = rulesOf(metadata, options);
  class List {
    constructor(filters) {
      this.filters = filters;
    }

    list(query, params) {
      const names = Object.entries(params).map(([name, value]) => [options.params[name].field, Number(value)]);
      const asked = names.length === 0 ? query : this.filters.and(query, Object.fromEntries(names));
      return this.filters.page(builderOf(source, { metadata, options, joins }), asked);
    }
  }
  Inject(FilterService)(List, undefined, 0);
  const path = Object.entries(options.params ?? {}).flatMap(([name, { primary }]) => (primary ? [] : [`:${name}`]));
  Get(path.join('/'))(List.prototype, 'list', Object.getOwnPropertyDescriptor(List.prototype, 'list'));
  FilterQuery(metadata.target, overrides)(List.prototype, 'list', 0);
  Param()(List.prototype, 'list', 1);
  Controller()(List);
  const app = await start(List, { options: { rules }, source });
  return { ask: (request) => answer(app, request), close: () => app.close() };
}

async function answer(app, { params, request }) {
  const path = Object.values(params).join('/');
  const { status, text } = await ask(app, { path, request, headers: { 'x-ours': '1' } });
  return { status, body: JSON.parse(text) };
}

/** The columns that are allowed, and the relations that are loaded with every row. */
function builderOf(source, { metadata, options: { query = {} }, joins }) {
  const made = source.getRepository(metadata.target).createQueryBuilder('row');
  const persist = query.persist ?? [];
  made.select(columnsOf('row', metadata, { ...query, persist }));
  for (const { path, relation, join } of joins.filter((each) => each.join.eager)) {
    const alias = path.replaceAll('.', '_');
    const at = path.includes('.') ? path.slice(0, path.lastIndexOf('.')).replaceAll('.', '_') : 'row';
    made[join.required ? 'innerJoin' : 'leftJoin'](`${at}.${relation.propertyName}`, alias);
    if (join.select !== false) made.addSelect(columnsOf(alias, relation.inverseEntityMetadata, join));
  }
  return made;
}

function columnsOf(alias, metadata, { persist = [], ...choice }) {
  const keys = metadata.primaryColumns.map(({ propertyPath }) => propertyPath);
  const names = [...new Set([...keys, ...persist, ...fieldsOf(metadata, choice)])];
  return names.map((name) => `${alias}.${name}`);
}
