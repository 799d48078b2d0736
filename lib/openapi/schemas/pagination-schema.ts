import type { PageStyle } from '../../ast/index.js';
import type { FlatPageKey } from '../../engine/index.js';
import type { Limits } from '../../limits.js';
import { type JsonSchema, closed, described } from './json-schema.js';

type PageLimits = Pick<Limits, 'pageSize' | 'maxPageSize' | 'offset'>;

/** Makes the schema of `pagination`: one closed object for each style, because styles do not mix. */
export function paginationSchema(styles: readonly PageStyle[], limits: PageLimits): JsonSchema {
  const forms = styles.flatMap((style) => formsOf[style](limits));
  const [only, ...more] = forms;
  return only !== undefined && more.length === 0 ? only : { anyOf: forms };
}

/** Returns the first page of a style, as an example. */
export function firstPage(style: PageStyle, { pageSize }: PageLimits): JsonSchema {
  return { page: { page: 1, pageSize }, offset: { start: 0, limit: pageSize }, cursor: { after: '', pageSize } }[style];
}

/** The forms of each style. Cursors have two: they lead forward or back. */
const formsOf: Readonly<Record<PageStyle, (limits: PageLimits) => readonly JsonSchema[]>> = {
  page: (limits) => {
    const page = { type: 'integer', minimum: 1, maximum: limits.offset + 1, default: 1 };
    return [closed({ page, pageSize: size(limits), withCount })];
  },
  offset: (limits) => {
    const start = { type: 'integer', minimum: 0, maximum: limits.offset, default: 0 };
    return [closed({ start, limit: size(limits), withCount })];
  },
  cursor: (limits) => [
    closed(
      { after: described(cursor, '`next` of an earlier answer, or empty for the first rows'), ...beside(limits) },
      { required: ['after'] },
    ),
    closed(
      { before: described(cursor, '`previous` of an earlier answer, or empty for the last rows'), ...beside(limits) },
      { required: ['before'] },
    ),
  ],
};

/** Makes the schema of one part of a slice, for a parameter of its own. */
export function pageKeySchema(key: FlatPageKey, limits: PageLimits): JsonSchema {
  switch (key) {
    case 'page':
      return { type: 'integer', minimum: 1, maximum: limits.offset + 1, default: 1 };
    case 'start':
      return { type: 'integer', minimum: 0, maximum: limits.offset, default: 0 };
    case 'pageSize':
    case 'limit':
      return size(limits);
    case 'withCount':
      return withCount;
    case 'after':
    case 'before':
      return cursor;
  }
}

const cursor: JsonSchema = { type: 'string' };

const withCount: JsonSchema = { type: 'boolean', description: 'whether `total` is counted' };

function size({ pageSize, maxPageSize }: PageLimits): JsonSchema {
  return { type: 'integer', minimum: 1, maximum: maxPageSize, default: pageSize };
}

function beside(limits: PageLimits): Record<string, JsonSchema> {
  return { pageSize: size(limits), withCount };
}
