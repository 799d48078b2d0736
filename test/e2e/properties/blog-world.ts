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

const parsers: Partial<Record<RootName, (service: FilterService, text: string) => FilterQuery<ObjectLiteral>>> = {
  Post: (service, text) => service.parse(Post, text),
  Author: (service, text) => service.parse(Author, text, fromAuthors),
  Tag: (service, text) => service.parse(Tag, text, fromTags),
};

/** The blog of the other suites. */
export const blogWorld: World<BlogDataset> = {
  entities: blogEntities,
  classes: { Post, Author, Country, Comment, Tag },
  parse: (service, root, text) => {
    const parse = parsers[root];
    if (parse === undefined) throw new TypeError(`the blog has no ${root}`);
    return parse(service, text);
  },
  insert: insertDataset,
};
