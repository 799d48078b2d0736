import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Values of the sort keys at one row, as text. A page begins or ends there. */
export type Position = readonly (string | null)[];

/** The list and the server that a cursor is valid for. */
export interface CursorBinding {
  /** The entity, its sort and the handler, in canonical form. A cursor is invalid under any other. */
  readonly sort: string;
  /** Secret of `pagination.secret`. Undefined where cursors are not encrypted. */
  readonly secret: string | undefined;
}

/** Version of the format. Cursors of another version are refused as damaged, not misread. */
const version = 1;

/**
 * Prints a position as an opaque text that is bound to its sort. With a secret, the text is encrypted and
 * authenticated, so that nobody else can forge a cursor or read its values, some of which the client may not be
 * allowed to see. Without a secret, the text is the values in base64url, and a checksum. Clients must not rely on
 * the format: it may change.
 */
export function printCursor(position: Position, { sort, secret }: CursorBinding): string {
  const text = JSON.stringify([version, ...position]);
  if (secret !== undefined) return encrypt(text, sort, secret).toString('base64url');
  const payload = Buffer.from(text).toString('base64url');
  return `${payload}.${checksum(payload, sort)}`;
}

/** Reads a cursor back, or returns undefined when it is damaged, forged, or of another sort. */
export function readCursor(cursor: string, { sort, secret }: CursorBinding): Position | undefined {
  const text = secret === undefined ? verify(cursor, sort) : decrypt(cursor, sort, secret);
  const values = text === undefined ? undefined : parse(text);
  if (values?.[0] !== version) return undefined;
  const position = values.slice(1);
  return position.every((value) => value === null || typeof value === 'string') ? position : undefined;
}

/** Parses a JSON array, or returns undefined for any other text. */
function parse(text: string): unknown[] | undefined {
  try {
    const values: unknown = JSON.parse(text);
    return Array.isArray(values) ? values : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a cyclic redundancy check. Without a secret, anyone can make up a cursor, and a CRC finds damage fastest. */
function checksum(payload: string, sort: string): string {
  return crc32(`${sort}\n${payload}`).toString(36);
}

/** Returns the text of an unencrypted cursor, or undefined where its checksum does not match. */
function verify(cursor: string, sort: string): string | undefined {
  const [payload = '', sum = '', ...more] = cursor.split('.');
  if (more.length > 0 || sum !== checksum(payload, sort)) return undefined;
  return Buffer.from(payload, 'base64url').toString();
}

const algorithm = 'aes-256-gcm';

/** Lengths in bytes. */
const sizes = { salt: 16, key: 32, nonce: 12, tag: 16 } as const;

/** Separates these keys from others that a host derives from the same secret. */
const purpose = 'nestjs-filterable cursor';

/** Derives a key and a nonce for one cursor. A nonce must not repeat under one key, so no key is used twice. */
function keyOf(secret: string, salt: Buffer): { readonly key: Buffer; readonly nonce: Buffer } {
  const bytes = Buffer.from(hkdfSync('sha256', secret, salt, purpose, sizes.key + sizes.nonce));
  return { key: bytes.subarray(0, sizes.key), nonce: bytes.subarray(sizes.key) };
}

/** Encrypts a text into salt, authentication tag and ciphertext; the sort is authenticated with it. */
function encrypt(text: string, sort: string, secret: string): Buffer {
  const salt = randomBytes(sizes.salt);
  const { key, nonce } = keyOf(secret, salt);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: sizes.tag }).setAAD(Buffer.from(sort));
  const ciphertext = [cipher.update(text, 'utf8'), cipher.final()];
  return Buffer.concat([salt, cipher.getAuthTag(), ...ciphertext]);
}

/** Decrypts a cursor, or returns undefined where it is not authentic. The cipher compares the tag in constant time. */
function decrypt(cursor: string, sort: string, secret: string): string | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  // Decoding ignores characters outside base64url and unused bits, so that several texts would be the same cursor.
  if (bytes.length < sizes.salt + sizes.tag || bytes.toString('base64url') !== cursor) return undefined;
  const { key, nonce } = keyOf(secret, bytes.subarray(0, sizes.salt));
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: sizes.tag }).setAAD(Buffer.from(sort));
  decipher.setAuthTag(bytes.subarray(sizes.salt, sizes.salt + sizes.tag));
  try {
    return decipher.update(bytes.subarray(sizes.salt + sizes.tag), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
