import type { ObjectLiteral } from 'typeorm';
import type { FilterQuery, FilterService, ParseOverrides } from 'nestjs-filterable';
import { Author, Comment, Country, Post, Tag, blogEntities } from '../../support/blog/entities.js';
import type { BlogDataset } from './dataset.js';
import type { RootName } from './handlers.js';
import { insertDataset } from './insert-dataset.js';
import type { World } from './world.js';

/** Posts are reached from authors and tags, too, so that paths go through two to-many relations. */
const fromAuthors: ParseOverrides<Author> = { relations: ['country', 'posts'] };
const fromTags: ParseOverrides<Tag> = { relations: ['posts'] };

const parsers: Partial<
  Record<RootName, (service: FilterService, input: string | object) => FilterQuery<ObjectLiteral>>
> = {
  Post: (service, input) => service.parse(Post, input),
  Author: (service, input) => service.parse(Author, input, fromAuthors),
  Tag: (service, input) => service.parse(Tag, input, fromTags),
};

/** The blog of the other suites. */
export const blogWorld: World<BlogDataset> = {
  entities: blogEntities,
  classes: { Post, Author, Country, Comment, Tag },
  parse: (service, root, input) => {
    const parse = parsers[root];
    if (parse === undefined) throw new TypeError(`the blog has no ${root}`);
    return parse(service, input);
  },
  insert: insertDataset,
};
