import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Values of the sort keys at one row, as text. A page begins or ends there. */
export type Position = readonly (string | null)[];

/** The list and the server that a cursor is valid for. */
export interface CursorBinding {
  /** The entity, its sort and the handler, in canonical form. A cursor is invalid under any other. */
  readonly sort: string;
  /** Returns the same as it was before keys of the sort were renamed. Cursors of that time stay valid. */
  readonly former?: (() => readonly string[]) | undefined;
  /** Secrets of `pagination.secret`: the current one, then former ones. Empty where cursors are not encrypted. */
  readonly secrets: readonly string[];
}

/** Version of the format. Cursors of another version are refused as damaged, not misread. */
const version = 1;

/**
 * Prints a position as an opaque text that is bound to its sort. With secrets, the current one encrypts and
 * authenticates the text. Nobody can then forge a cursor, or read a value in it that is hidden from the client. Without
 * a secret, the text is the values in base64url, and a checksum. Clients must not rely on the format: it may change.
 */
export function printCursor(position: Position, { sort, secrets: [secret] }: CursorBinding): string {
  const text = JSON.stringify([version, ...position]);
  if (secret !== undefined) return encrypt(text, sort, secret).toString('base64url');
  const payload = Buffer.from(text).toString('base64url');
  return `${payload}.${checksum(payload, sort)}`;
}

/** Reads a cursor back, or returns undefined when it is damaged, forged, or of another sort. */
export function readCursor(cursor: string, { sort, former, secrets }: CursorBinding): Position | undefined {
  const position = readBound(cursor, { sort, secrets });
  if (position !== undefined || former === undefined) return position;
  for (const each of former()) {
    const ofThatTime = readBound(cursor, { sort: each, secrets });
    if (ofThatTime !== undefined) return ofThatTime;
  }
  return undefined;
}

function readBound(cursor: string, { sort, secrets }: CursorBinding): Position | undefined {
  const text = secrets.length === 0 ? verify(cursor, sort) : decrypt(cursor, sort, secrets);
  const values = text === undefined ? undefined : parse(text);
  if (values?.[0] !== version) return undefined;
  const position = values.slice(1);
  return position.every((value) => value === null || typeof value === 'string') ? position : undefined;
}

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

const sizes = { id: 4, salt: 16, key: 32, nonce: 12, tag: 16 } as const;

/** Separates these keys, and the names of secrets, from others that a host derives from the same secret. */
const purposes = { cursor: 'nestjs-filterable cursor', id: 'nestjs-filterable secret' } as const;

/** Returns the digest by which a cursor names its secret among those that rotate. */
function idOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purposes.id, sizes.id));
}

/** Derives a key and a nonce for one cursor. A nonce must not repeat under one key, so no key is used twice. */
function keyOf(secret: string, salt: Buffer): { readonly key: Buffer; readonly nonce: Buffer } {
  const bytes = Buffer.from(hkdfSync('sha256', secret, salt, purposes.cursor, sizes.key + sizes.nonce));
  return { key: bytes.subarray(0, sizes.key), nonce: bytes.subarray(sizes.key) };
}

/** Encrypts a text into the secret's digest, salt, authentication tag and ciphertext, bound to the sort. */
function encrypt(text: string, sort: string, secret: string): Buffer {
  const salt = randomBytes(sizes.salt);
  const { key, nonce } = keyOf(secret, salt);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: sizes.tag }).setAAD(Buffer.from(sort));
  const ciphertext = [cipher.update(text, 'utf8'), cipher.final()];
  return Buffer.concat([idOf(secret), salt, cipher.getAuthTag(), ...ciphertext]);
}

/** Decrypts a cursor by one of some secrets, or returns undefined where it is authentic under none. */
function decrypt(cursor: string, sort: string, secrets: readonly string[]): string | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  // Decoding ignores characters outside base64url and unused bits, so that several texts would be the same cursor.
  if (bytes.toString('base64url') !== cursor) return undefined;
  const id = bytes.subarray(0, sizes.id);
  const named = secrets.find((secret) => idOf(secret).equals(id));
  const text = named === undefined ? undefined : decryptBy(named, bytes.subarray(sizes.id), sort);
  if (text !== undefined) return text;
  // A cursor of an earlier version names no secret.
  for (const secret of secrets) {
    const unnamed = decryptBy(secret, bytes, sort);
    if (unnamed !== undefined) return unnamed;
  }
  return undefined;
}

/** Decrypts a salt, a tag and a ciphertext. The cipher compares the tag in constant time. */
function decryptBy(secret: string, bytes: Buffer, sort: string): string | undefined {
  if (bytes.length < sizes.salt + sizes.tag) return undefined;
  const { key, nonce } = keyOf(secret, bytes.subarray(0, sizes.salt));
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: sizes.tag }).setAAD(Buffer.from(sort));
  decipher.setAuthTag(bytes.subarray(sizes.salt, sizes.salt + sizes.tag));
  try {
    return decipher.update(bytes.subarray(sizes.salt + sizes.tag), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
