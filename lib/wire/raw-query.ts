/**
 * The query string as it was sent, without the `?`. It is taken from the URL because what the frameworks hand over was
 * parsed already, each in its own way: Express 5 and Fastify give flat keys, Express 4 drops some of them.
 */
export function rawQueryOf(request: unknown): string {
  const url = urlOf(request);
  const fragment = url.indexOf('#');
  const mark = url.indexOf('?');
  const end = fragment < 0 ? url.length : fragment;
  return mark < 0 || mark > end ? '' : url.slice(mark + 1, end);
}

/** Express has both, and `url` loses a mount path; Fastify has both; a bare Node request has only `url`. */
function urlOf(request: unknown): string {
  if (typeof request !== 'object' || request === null) return '';
  const original: unknown = 'originalUrl' in request ? request.originalUrl : undefined;
  const url: unknown = 'url' in request ? request.url : undefined;
  const found = original ?? url;
  return typeof found === 'string' ? found : '';
}
