/** A request of Swagger UI, as far as it is changed. */
interface InterceptedRequest {
  /** The address. */
  url: string;
  /** Options of the curl line that the page shows. */
  curlOptions?: string[];
}

/**
 * Writes Swagger UI's JSON text of nested filters in brackets, with readable brackets and colons in the URL and curl
 * line. The request means the same without it. Other parameters stay as they are.
 *
 * Swagger UI runs the text of this function in the browser, so it can use nothing from outside.
 *
 * @example
 * SwaggerModule.setup('docs', app, document, { swaggerOptions: { requestInterceptor: bracketInterceptor } });
 */
export function bracketInterceptor<Request extends InterceptedRequest>(request: Request): Request {
  const start = request.url.indexOf('?');
  if (start < 0) return request;
  const decode = (text: string) => decodeURIComponent(text.replace(/\+/g, ' '));
  const encode = (text: string) => encodeURIComponent(text).replace(/%(24|3A)/g, decodeURIComponent);
  const write = (key: string, value: unknown): string[] => {
    if (value === null) return [key];
    if (typeof value !== 'object') return [`${key}=${encode(value as string)}`];
    return Object.entries(value).flatMap(([name, each]) => write(`${key}[${encode(name)}]`, each));
  };
  const isFull = (value: unknown): boolean =>
    typeof value !== 'object' ||
    value === null ||
    (Object.keys(value).length > 0 && Object.values(value).every(isFull));
  const pairs = request.url.slice(start + 1).split('&');
  const written = pairs.flatMap((pair) => {
    const [name = '', ...rest] = pair.split('=');
    try {
      const [key, text] = [decode(name), decode(rest.join('='))];
      if (/^[\w-]+(\[[\w$.-]+\])*=[\w.:-]+$/.test(`${key}=${text}`)) return [`${key}=${text}`];
      // Only one pair of brackets with an operator, in the name or in the JSON, is of filters.
      const [, parameter, member] = /^([\w-]+)\[([^[\]]+)\]$/.exec(key) || [];
      if (!parameter || !member || !/^[[{]/.test(text) || !/^\$|"\$/.test(`${member} ${text}`)) return [pair];
      const value: unknown = JSON.parse(text);
      // A number that JavaScript cannot hold, or an empty object, would be lost.
      if (JSON.stringify(value) !== text || !isFull(value)) return [pair];
      return write(`${parameter}[${member}]`, value);
    } catch {
      return [pair];
    }
  });
  request.url = `${request.url.slice(0, start)}?${written.join('&')}`;
  // Without this, curl takes brackets for a range of addresses.
  if (request.url.includes('[')) request.curlOptions = ['--globoff'];
  return request;
}
