import { Controller, Get, HttpCode, Post as HttpPost, type ModuleMetadata, type Type } from '@nestjs/common';
import { FilterModule, type FilterModuleOptions, FilterQuery, type FilterQueryOverrides } from 'nestjs-filterable';
import { DataSource } from 'typeorm';
import { Post, blogEntities } from '../../support/blog/entities.js';
import type { Answer } from '../../support/http/client.js';
import { describeEntities } from '../../support/metadata.js';

/** A module of controllers that answer with what they have read. No row is: nothing here needs a database. */
export async function readingModule(
  controllers: readonly Type[],
  options: FilterModuleOptions = {},
): Promise<ModuleMetadata> {
  const source = await describeEntities('sqlite', blogEntities);
  return {
    imports: [FilterModule.forRoot(options)],
    controllers: [...controllers],
    providers: [{ provide: DataSource, useValue: source }],
  };
}

/** A controller that answers GET and POST with what it has read under some overrides. */
export function readingController(overrides?: FilterQueryOverrides<Post>, path = 'posts', version?: string): Type {
  @Controller({ path, ...(version === undefined ? {} : { version }) })
  class ReadingController {
    @Get()
    get(@FilterQuery(Post, overrides) query: FilterQuery<Post>) {
      return query.toJSON();
    }

    @HttpPost()
    @HttpCode(200)
    post(@FilterQuery(Post, overrides) query: FilterQuery<Post>) {
      return query.toJSON();
    }
  }
  return ReadingController;
}

/** The query that was read, the issues as `code pointer`, or the status of a response that is not the library's. */
export function told({ status, type, text }: Answer): unknown {
  if (!type.startsWith('application/json')) return status;
  const body = JSON.parse(text) as { issues?: { code: string; pointer: string }[] };
  if (status === 200) return body;
  return body.issues?.map(({ code, pointer }) => `${code} ${pointer}`) ?? status;
}

/** An answer in one line: `filters[title][$eq]=Spring` of what was read, issues with commas between, or the status. */
export function line(answer: Answer): string {
  const read = told(answer);
  if (Array.isArray(read) && answer.status !== 200) return read.join(', ');
  return typeof read === 'number' ? String(read) : flat(read).join('&') || 'nothing';
}

function flat(value: unknown, key = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [`${key}=${String(value)}`];
  return Object.entries(value).flatMap(([name, each]) => flat(each, key === '' ? name : `${key}[${name}]`));
}
