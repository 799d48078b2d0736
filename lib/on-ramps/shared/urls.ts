/** The members of a request of Express or Fastify that its URL is made of. */
interface UrlRequest {
  readonly protocol?: unknown;
  readonly hostname?: unknown;
  readonly url?: unknown;
  readonly originalUrl?: unknown;
  readonly headers?: { readonly host?: unknown };
}

/** Returns the URL of a request up to its query, or undefined where there is none, as in a handler of messages. */
export function pathOf(request: unknown, isRelative: boolean): string | undefined {
  if (typeof request !== 'object' || request === null) return undefined;
  const { protocol, headers, hostname, url, originalUrl }: UrlRequest = request;
  const target = originalUrl ?? url;
  if (typeof target !== 'string') return undefined;
  const [path = ''] = target.split(/[?#]/, 1);
  const host = headers?.host ?? hostname;
  if (isRelative || typeof host !== 'string' || typeof protocol !== 'string') return path;
  return `${protocol}://${host}${path}`;
}

/** Encodes a value of a link. The characters that requests of these libraries are full of stay readable. */
export function encoded(value: string): string {
  return encodeURIComponent(value).replace(/%(3A|24|2C|7C)/g, decodeURIComponent);
}
