import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The values of the sort keys at one row: where a page begins or ends. */
export type Position = readonly (string | null)[];

/** What a cursor belongs to: it is void for another sort, and, where there is a secret, for another server. */
export interface CursorBinding {
  /** The entity, its sort and the handler, in the canonical form. */
  readonly sort: string;
  readonly secret: string | undefined;
}

const version = 1;

/**
 * Prints a position as an opaque text, bound to the sort it belongs to. With a secret it is encrypted and authenticated:
 * nobody else can read the values, some of which the client may not ask about, or make one up. Without one it is the values
 * and a checksum. The format is nobody's business and may change.
 */
export function printCursor(position: Position, { sort, secret }: CursorBinding): string {
  const text = JSON.stringify([version, ...position]);
  if (secret !== undefined) return seal(text, sort, secret).toString('base64url');
  const payload = Buffer.from(text).toString('base64url');
  return `${payload}.${checksum(payload, sort)}`;
}

/** Reads a cursor back, or gives undefined when it is damaged, forged, or of another sort. */
export function readCursor(text: string, { sort, secret }: CursorBinding): Position | undefined {
  const payload = secret === undefined ? checked(text, sort) : unsealed(text, sort, secret);
  const values = payload === undefined ? undefined : parse(payload);
  if (values?.[0] !== version) return undefined;
  const position = values.slice(1);
  return position.every((value) => value === null || typeof value === 'string') ? position : undefined;
}

function parse(payload: string): unknown[] | undefined {
  try {
    const values: unknown = JSON.parse(payload);
    return Array.isArray(values) ? values : undefined;
  } catch {
    return undefined;
  }
}

/** Where there is nothing to keep secret a cyclic redundancy check tells damage as well, in next to no time. */
function checksum(payload: string, sort: string): string {
  return crc32(`${sort}\n${payload}`).toString(36);
}

function checked(text: string, sort: string): string | undefined {
  const [payload = '', sum = '', ...more] = text.split('.');
  if (more.length > 0 || sum !== checksum(payload, sort)) return undefined;
  return Buffer.from(payload, 'base64url').toString();
}

const algorithm = 'aes-256-gcm';
const sizes = { salt: 16, key: 32, nonce: 12, tag: 16 } as const;
const purpose = 'nestjs-filterable cursor';

/** Each cursor has a key and a nonce of its own, so that no number of cursors uses one of them up. */
function keyOf(secret: string, salt: Buffer): { readonly key: Buffer; readonly nonce: Buffer } {
  const bytes = Buffer.from(hkdfSync('sha256', secret, salt, purpose, sizes.key + sizes.nonce));
  return { key: bytes.subarray(0, sizes.key), nonce: bytes.subarray(sizes.key) };
}

function seal(text: string, sort: string, secret: string): Buffer {
  const salt = randomBytes(sizes.salt);
  const { key, nonce } = keyOf(secret, salt);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: sizes.tag }).setAAD(Buffer.from(sort));
  const sealed = [cipher.update(text, 'utf8'), cipher.final()];
  return Buffer.concat([salt, cipher.getAuthTag(), ...sealed]);
}

/** The tag is compared in constant time, by the cipher itself. */
function unsealed(text: string, sort: string, secret: string): string | undefined {
  const bytes = Buffer.from(text, 'base64url');
  // Decoding passes over what is no such digit, and a cursor with a letter changed would be as good as the first.
  if (bytes.length < sizes.salt + sizes.tag || bytes.toString('base64url') !== text) return undefined;
  const { key, nonce } = keyOf(secret, bytes.subarray(0, sizes.salt));
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: sizes.tag }).setAAD(Buffer.from(sort));
  decipher.setAuthTag(bytes.subarray(sizes.salt, sizes.salt + sizes.tag));
  try {
    return decipher.update(bytes.subarray(sizes.salt + sizes.tag), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
