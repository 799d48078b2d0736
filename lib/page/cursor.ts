import { createHmac, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The values of the sort keys at one row: where a page begins or ends. */
export type Position = readonly (string | null)[];

/** What a cursor belongs to: it is void for another sort, and, where there is a secret, for another server. */
export interface CursorBinding {
  /** The entity and its sort, in the canonical form. */
  readonly sort: string;
  readonly secret: string | undefined;
}

const version = 1;
const signatureLength = 16;

/**
 * Prints a position as an opaque text: the values, and a checksum over them and the sort they belong to. With a secret the
 * checksum is a signature. The format is nobody's business and may change.
 */
export function printCursor(position: Position, binding: CursorBinding): string {
  const payload = Buffer.from(JSON.stringify([version, ...position])).toString('base64url');
  return `${payload}.${check(payload, binding)}`;
}

/** Reads a cursor back, or gives undefined when it is damaged, forged, or of another sort. */
export function readCursor(text: string, binding: CursorBinding): Position | undefined {
  const [payload = '', sum = '', ...more] = text.split('.');
  if (more.length > 0 || !isSame(sum, check(payload, binding), binding)) return undefined;
  const values = parse(payload);
  if (values?.[0] !== version) return undefined;
  const position = values.slice(1);
  return position.every((value) => value === null || typeof value === 'string') ? position : undefined;
}

/** How long it takes tells nothing of a signature; of a checksum there is nothing to tell. */
function isSame(sum: string, expected: string, { secret }: CursorBinding): boolean {
  if (secret === undefined) return sum === expected;
  const [given, right] = [Buffer.from(sum), Buffer.from(expected)];
  // As many characters may be more bytes, and what differs in length cannot be compared.
  return given.length === right.length && timingSafeEqual(given, right);
}

function parse(payload: string): unknown[] | undefined {
  try {
    const values: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return Array.isArray(values) ? values : undefined;
  } catch {
    return undefined;
  }
}

/** Where there is nothing to keep secret a cyclic redundancy check tells damage as well, in next to no time. */
function check(payload: string, { sort, secret }: CursorBinding): string {
  const checked = `${sort}\n${payload}`;
  if (secret === undefined) return crc32(checked).toString(36);
  return createHmac('sha256', secret).update(checked).digest('base64url').slice(0, signatureLength);
}
