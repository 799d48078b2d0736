/** An application with one list, answered by nestjs-paginate under `/theirs` and by this library under `/ours`. */
import { ask, start } from '../run/application.mjs';
import { require } from '../run/checkout.mjs';
import { conditionOf } from './where.mjs';

const { Controller, Get, Inject } = require('@nestjs/common');
const { FilterQuery, FilterService } = require('nestjs-filterable');

/**
 * @param theirs the library: its `paginate` and `Paginate`
 * @param list the repository or the builder, the configuration, and the rules made of it
 * @returns the answers to a query string
 */
export async function openLists(theirs, list) {
  const { rules, overrides, config, metadata, source } = list;
  const make = { theirs: theirSource(list), ours: ourSource(list, theirs) };
  // A configuration that neither library can follow is not a matter of requests.
  const isWrong = isThrown(make.ours);
  class Lists {
    constructor(filters) {
      this.filters = filters;
    }

    theirs(query) {
      return theirs.paginate(query, make.theirs(), { ...config });
    }

    ours(query) {
      const { where } = list.builder === undefined ? config : {};
      return this.filters.page(make.ours(), where === undefined ? query : this.filters.and(query, conditionOf(where)));
    }
  }
  Inject(FilterService)(Lists, undefined, 0);
  route(Lists, 'theirs', theirs.Paginate());
  route(Lists, 'ours', FilterQuery(metadata.target, overrides));
  Controller()(Lists);
  const nulls = config.paginationType === 'cursor' ? 'last' : config.nullSort;
  const app = await start(Lists, { options: { rules, ...(nulls !== undefined && { nulls }) }, source });
  return { ask: (side, text) => answer(app, side, text), close: () => app.close(), isWrong };
}

function isThrown(make) {
  try {
    make();
    return false;
  } catch {
    return true;
  }
}

function route(Lists, name, parameter) {
  Get(`${name}/rows`)(Lists.prototype, name, Object.getOwnPropertyDescriptor(Lists.prototype, name));
  parameter(Lists.prototype, name, 0);
}

async function answer(app, side, request) {
  const { status, text } = await ask(app, { path: `${side}/rows`, request });
  return { status, body: JSON.parse(text.replaceAll(`/${side}/rows`, '/rows')) };
}

function theirSource({ builder, repository }) {
  return () => (builder === undefined ? repository : builder.clone());
}

/** Makes what is given to `page()`, as docs/from-nestjs-paginate.md says: relations, columns and deleted rows. */
function ourSource({ builder, repository, config }, { helper }) {
  if (builder !== undefined) return () => builder.clone();
  const { relations, loadEagerRelations, withDeleted, select, joinMethods = {}, defaultJoinMethod } = config;
  if (relations === undefined && loadEagerRelations === true) return () => repository;
  return () => {
    const made = repository.createQueryBuilder('row');
    if (withDeleted === true) made.withDeleted();
    if (relations !== undefined)
      join(made, { at: ['row'], relations: helper.createRelationSchema(relations), joinMethods, defaultJoinMethod });
    if (select !== undefined) made.select(columnsOf(made, select));
    return made;
  };
}

function join(made, { at, relations, ...methods }) {
  for (const [name, below] of Object.entries(relations)) {
    const path = [...at, name];
    const method = methods.joinMethods[path.slice(1).join('.')] ?? methods.defaultJoinMethod ?? 'leftJoinAndSelect';
    made[method](`${at.join('_')}.${name}`, path.join('_'));
    if (typeof below === 'object' && below !== null) join(made, { at: path, relations: below, ...methods });
  }
}

/** The columns of a `select`, with `*` for all of an entity, and the primary key of the row, which always comes. */
function columnsOf(made, select) {
  const aliases = made.expressionMap.aliases.filter(({ hasMetadata }) => hasMetadata);
  const chosen = select.map((column) => column.replace(/[()]/g, '').split('.'));
  return aliases.flatMap(({ name, metadata }) => {
    const path = name.split('_').slice(1);
    const mine = chosen.filter((names) => path.every((each, index) => each === names[index]));
    const columns = metadata.columns.filter(({ propertyPath }) =>
      mine.some((names) => ['*', propertyPath].includes(names.slice(path.length).join('.'))),
    );
    if (columns.length === 0) return [];
    const keys = path.length === 0 ? metadata.primaryColumns : [];
    return [...new Set([...keys, ...columns])].map(({ propertyPath }) => `${name}.${propertyPath}`);
  });
}
