/** A body as the host's own parser made it, so that its size can be looked at before anything in it is. */
export class RequestBody {
  constructor(readonly value: unknown) {}

  /** Whether it is small enough, measured as JSON. What is nested too deep to be measured is too large. */
  isWithin(bytes: number): boolean {
    try {
      return Buffer.byteLength(JSON.stringify(this.value) ?? '') <= bytes;
    } catch {
      return false;
    }
  }
}

interface HttpRequest {
  readonly headers?: Readonly<Record<string, unknown>>;
  /** The request of Node, where a framework has one of its own. */
  readonly raw?: unknown;
}

/**
 * Whether a request came with a body. HTTP/1 says so in a header; over HTTP/2 a body needs neither, and it is the stream that
 * knows whether anything followed the headers.
 */
export function carriesBody(request: HttpRequest): boolean {
  const { 'transfer-encoding': encoding, 'content-length': length } = request.headers ?? {};
  if (length !== undefined) return Number(length) > 0;
  return encoding !== undefined || endedAfterHeaders(request.raw ?? request) === false;
}

/** Undefined for HTTP/1, whose requests have no stream of their own. */
function endedAfterHeaders(request: unknown): unknown {
  const stream: unknown = memberOf(request, 'stream');
  return memberOf(stream, 'endAfterHeaders');
}

function memberOf(owner: unknown, name: string): unknown {
  if (typeof owner !== 'object' || owner === null) return undefined;
  return (owner as Readonly<Record<string, unknown>>)[name];
}
