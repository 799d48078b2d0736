/**
 * A body as the host's parser made it. The Nest layer wraps bodies in this class, and the engine checks the
 * size before it reads them.
 */
export class RequestBody {
  constructor(readonly value: unknown) {}

  /** Returns true for a body that is small enough, measured as JSON. A body too deep to measure is too large. */
  isWithin(bytes: number): boolean {
    try {
      return Buffer.byteLength(JSON.stringify(this.value) ?? '') <= bytes;
    } catch {
      return false;
    }
  }
}

/** Parts of a request of Node, Express or Fastify that tell whether it has a body. */
interface HttpRequest {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, unknown>>;
  /** Node's request, under the request of a framework. */
  readonly raw?: unknown;
}

/**
 * Returns true for a request with a body. HTTP/1 announces it in a header. HTTP/2 need not: its stream knows whether
 * anything followed the headers.
 */
export function carriesBody(request: HttpRequest): boolean {
  const { 'transfer-encoding': encoding, 'content-length': length } = request.headers ?? {};
  if (length !== undefined) return Number(length) > 0;
  return encoding !== undefined || endedAfterHeaders(request.raw ?? request) === false;
}

/**
 * Returns true for a body that no parser has read. Express 5 leaves it undefined. Express 4 puts an empty object there,
 * so that only the stream knows.
 *
 * @param body the whole body, where the request has a part of it
 */
export function isUnread(request: HttpRequest, body = request.body): boolean {
  if (body === undefined) return true;
  const isEmpty = typeof body === 'object' && body !== null && Object.keys(body).length === 0;
  return isEmpty && memberOf(request.raw ?? request, 'readableDidRead') === false;
}

/**
 * Returns true for an HTTP/2 stream that ended with its headers, or undefined for HTTP/1, whose
 * requests have no such stream.
 */
function endedAfterHeaders(request: unknown): unknown {
  const stream: unknown = memberOf(request, 'stream');
  return memberOf(stream, 'endAfterHeaders');
}

function memberOf(owner: unknown, name: string): unknown {
  if (typeof owner !== 'object' || owner === null) return undefined;
  return (owner as Readonly<Record<string, unknown>>)[name];
}
