import type { DataSource } from 'typeorm';
import { FilterException, FilterService, type Page } from 'nestjs-filterable';
import { Post } from '../../../support/blog/entities.js';
import { roomy } from '../../../e2e/properties/settings.js';
import { type PageRequest, print } from './requests.js';

/** A database, and the library over it. */
export interface Library {
  readonly source: DataSource;
  readonly filters: FilterService;
}

/** Opens the library over a database. */
export function libraryOver(source: DataSource): Library {
  return { source, filters: FilterService.forDataSource(source, { limits: roomy }) };
}

/** The most pages that are read of one list. */
const most = 4;

/** Reads a list by number, with its total and its facets, and by cursor, and prints everything that answers say. */
export async function answerOf(library: Library, request: PageRequest): Promise<string[]> {
  return [...(await byNumber(library, request)), ...(await byCursor(library, request))];
}

async function byNumber(library: Library, request: PageRequest): Promise<string[]> {
  const printed: string[] = [];
  for (let page = 1; page <= most; page += 1) {
    const answer = await pageOf(library, request, { page: String(page) });
    printed.push(printAnswer(answer));
    const { pagination } = answer.meta;
    if (!('pageCount' in pagination) || page >= (pagination.pageCount ?? 0)) break;
  }
  return printed;
}

async function byCursor(library: Library, request: PageRequest): Promise<string[]> {
  const printed: string[] = [];
  for (let after: string | null = ''; after !== null && printed.length < most;) {
    const answer: Page<Post> = await pageOf(library, request, { after });
    printed.push(printAnswer(answer));
    after = answer.meta.pagination.next ?? null;
  }
  return printed;
}

function pageOf(
  { source, filters }: Library,
  request: PageRequest,
  slice: Record<string, string>,
): Promise<Page<Post>> {
  const builder = source.getRepository(Post).createQueryBuilder('post');
  if (request.isJoined) builder.leftJoinAndSelect('post.comments', 'comment');
  return filters.page(builder, parsed(filters, request, print(request, slice)));
}

/** Says in a failure why a request was refused: here none should be. */
function parsed(filters: FilterService, { overrides }: PageRequest, text: string) {
  try {
    return filters.parse(Post, text, overrides);
  } catch (error) {
    const reasons = error instanceof FilterException ? error.issues.map(({ message }) => message) : [];
    throw new Error([text, ...reasons].join('\n'), { cause: error });
  }
}

/** The order of joined rows is the database's. */
function printAnswer({ data, meta }: Page<Post>): string {
  const rows = data.map(({ id, comments = [] }) => [id, comments.map((comment) => comment.id).sort((a, b) => a - b)]);
  return JSON.stringify({ rows, meta });
}
