/** The libraries, each configured as its documentation says. Columns are declared where a library lets one. */
import 'reflect-metadata';
import { TypeOrmQueryService } from '@ptc-org/nestjs-query-typeorm';
import crudRequest from '@dataui/crud-request';
import crudTypeorm from '@dataui/crud-typeorm';
import { WireQuery } from '@kavo/core';
import { createTypeOrmKavo } from '@kavo/typeorm';
import { paginate } from 'nestjs-paginate';
import { FilterService, Filterable } from '../../../../dist/esm/index.js';
import { Author, Comment, Post, Tag } from './shop.mjs';

const columns = ['id', 'title', 'serial', 'author.name', 'tags.name', 'comments.approved', 'comments.stars'];

Filterable({ fields: ['name'] })(Author);
Filterable({ fields: ['name'] })(Tag);
Filterable({ fields: ['id', 'approved', 'stars'] })(Comment);
Filterable({
  ...{ fields: ['id', 'title', 'serial'], relations: ['author', 'tags', 'comments'], populate: ['comments'] },
})(Post);

const idsOf = (rows) => rows.map(({ id }) => id);

/** Each makes a function that answers a question with ids, or throws. `ours` has the repository's copy of TypeORM. */
export const libraries = {
  ours(source) {
    const service = FilterService.forDataSource(source);
    return async (text) => idsOf((await service.page(source.getRepository(Post), service.parse(Post, text))).data);
  },
  paginate(source) {
    const config = {
      ...{ sortableColumns: ['id', 'title', 'author.name'], maxLimit: 100, throwOnInvalidFilter: true },
      filterableColumns: Object.fromEntries(columns.map((column) => [column, true])),
    };
    const path = 'http://localhost/posts';
    return async ({ config: more, ...query }) =>
      idsOf((await paginate({ path, ...query }, source.getRepository(Post), { ...config, ...more })).data);
  },
  query(source) {
    const service = new TypeOrmQueryService(source.getRepository(Post));
    return async (query) => idsOf(await service.query({ sorting: [{ field: 'id', direction: 'ASC' }], ...query }));
  },
  crud(source) {
    const service = new crudTypeorm.TypeOrmCrudService(source.getRepository(Post));
    const allow = (...allowed) => ({ eager: false, allow: allowed });
    const join = { author: allow('name'), tags: allow('name'), comments: allow('id', 'approved', 'stars') };
    const options = { query: { join, maxLimit: 100 }, routes: {}, params: {} };
    return async ({ s, join: asked, ...query }) => {
      const joined = asked ?? [...new Set(JSON.stringify(s).match(/(author|tags|comments)(?=\.)/g) ?? [])];
      const text = { sort: 'id,ASC', ...query, s: JSON.stringify(s), join: joined };
      const parsed = crudRequest.RequestQueryParser.create().parseQuery(text).getParsed();
      const answer = await service.getMany({ parsed, options });
      return idsOf(Array.isArray(answer) ? answer : answer.data);
    };
  },
  kavo(source) {
    const kavo = createTypeOrmKavo(source);
    const sorts = ['id', 'author.name'];
    const service = kavo.createCrud(Post, {
      ...{ filter: { fields: columns }, sort: { fields: sorts }, include: { fields: ['author', 'comments'] } },
    });
    return async (params) => {
      const answer = await service.findMany(new WireQuery(params));
      return idsOf(answer.data ?? answer.items ?? answer);
    };
  },
};
