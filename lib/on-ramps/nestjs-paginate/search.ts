import type { RampRequest } from '../../engine/index.js';
import type { PlainObject } from '../../wire/index.js';
import { Leaf, nest, objectOf, oneOf } from '../shared/conditions.js';
import { type Sent, filledAs, onceAs } from '../shared/parameters.js';
import { pathOfColumn, plain } from './columns.js';
import type { NestjsPaginateOptions } from './options.js';

/** A search as `search` reads it, or as conditions where only some of its fields are to be searched. */
interface ReadSearch {
  readonly search?: string;
  readonly conditions: readonly PlainObject[];
}

const nothing: ReadSearch = { conditions: [] };

/** Reads `search` and `searchBy`. A text is one phrase, unless the application searches for words. */
export function readSearch(request: RampRequest, { multiWordSearch = false }: NestjsPaginateOptions): ReadSearch {
  const fields = searchFields(request);
  const sent = onceAs(request, 'search');
  if (sent === undefined) return nothing;
  const { search } = request;
  if (search === undefined) {
    request.refuse(sent.key, { code: 'unknown_parameter', allowed: [] }, 'is not read here; this list has no search');
    return nothing;
  }
  const text = textOf(request, sent, multiWordSearch);
  if (text === undefined) return nothing;
  const isOfAll = fields.length === 0 || search.every((name) => fields.some(({ value }) => plain(value) === name));
  if (isOfAll) return { search: multiWordSearch ? text : phrase(text), conditions: [] };
  const needles = multiWordSearch ? text.split(' ').filter((word) => word !== '') : [text];
  return { conditions: needles.map((needle) => needleIn(request, fields, needle)) };
}

/** Returns the fields that `searchBy` names. One that the list does not search in is refused. */
export function searchFields(request: RampRequest): readonly Sent[] {
  const { search: allowed = [] } = request;
  return filledAs(request, 'searchBy').filter(({ key, value }) => {
    if (allowed.includes(plain(value))) return true;
    const wayOut = allowed.length === 0 ? 'leave it out' : `use one of: ${allowed.join(', ')}`;
    request.refuse(key, { code: 'unknown_field', allowed }, `names a field that is not searched in; ${wayOut}`);
    return false;
  });
}

/**
 * Returns the text to search for. A quotation mark in it would be one of ours; a whole text may stand in them. White
 * space alone is no phrase.
 */
function textOf(request: RampRequest, { key, value }: Sent, areWords: boolean): string | undefined {
  const text = !areWords && /^"[^"]+"$/.test(value) ? value.slice(1, -1) : value;
  const isBlank = !areWords && /^\p{White_Space}*$/u.test(text);
  if (!isBlank && !text.includes('"')) return text;
  const found = isBlank ? 'has white space alone' : 'has a quotation mark';
  request.refuse(key, { code: 'invalid_value' }, `${found}, which cannot be searched for`);
  return undefined;
}

function phrase(text: string): string {
  return /\p{White_Space}/u.test(text) ? `"${text}"` : text;
}

function needleIn(request: RampRequest, fields: readonly Sent[], needle: string): PlainObject {
  return oneOf(
    fields.map(({ key, value }) => {
      const path = pathOfColumn(request, key, value) ?? [];
      return nest(path, objectOf([['$contains', new Leaf(key, needle)]])) as PlainObject;
    }),
  );
}
