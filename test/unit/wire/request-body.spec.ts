import { limitTable } from '../../../lib/limits.js';
import { RequestBody, carriesBody, isUnread } from '../../../lib/wire/index.js';

const circular: Record<string, unknown> = {};
circular['a'] = circular;

const deep: { inner: unknown } = { inner: undefined };
for (let depth = 0, node = deep; depth < 100_000; depth += 1) {
  const inner = { inner: undefined };
  node.inner = inner;
  node = inner;
}

describe('the size of a body', () => {
  const rows: readonly (readonly [value: unknown, bytes: number, why: string])[] = [
    [{ a: 1 }, 7, 'as JSON'],
    [{ a: 'é' }, 10, 'in bytes, not characters'],
    ['', 2, 'a text'],
    [null, 4, 'null'],
    [undefined, 0, 'no body'],
  ];

  it.each(rows)('%j is %i bytes: %s', (value, bytes) => {
    const body = new RequestBody(value);
    expect([body.isWithin(bytes - 1), body.isWithin(bytes), body.isWithin(bytes + 1)]).toEqual([false, true, true]);
  });

  it.each([
    ['holds itself', circular],
    ['holds what JSON does not know', { a: 1n }],
  ])('is too large where it %s', (_, value) => {
    expect(new RequestBody(value).isWithin(Infinity)).toBe(false);
  });

  it('is too large where it is nested too deep: JSON fails until Node 24, and has more bytes than any limit from Node 26 on', () => {
    expect(new RequestBody(deep).isWithin(limitTable.queryBytes.cap)).toBe(false);
  });
});

describe('a request with a body', () => {
  it.each<[request: object, carries: boolean, why: string]>([
    [{}, false, 'no headers at all'],
    [{ headers: {} }, false, 'HTTP/1 would announce one'],
    [{ headers: { 'content-length': '5' } }, true, 'by its length'],
    [{ headers: { 'content-length': '0' } }, false, 'of the length 0, as some clients send with every DELETE'],
    [{ headers: { 'content-length': '0', 'transfer-encoding': 'chunked' } }, false, 'the length counts'],
    [{ headers: { 'transfer-encoding': 'chunked' } }, true, 'in chunks, of a length that is not known'],
    [{ headers: {}, stream: { endAfterHeaders: false } }, true, 'HTTP/2, whose stream goes on'],
    [{ headers: {}, stream: { endAfterHeaders: true } }, false, 'HTTP/2, whose stream ends with the headers'],
    [{ headers: {}, stream: null }, false, 'a stream that is gone'],
    [{ headers: {}, raw: { stream: { endAfterHeaders: false } } }, true, 'HTTP/2, under the request of a framework'],
    [{ headers: {}, raw: {} }, false, 'HTTP/1, under the request of a framework'],
    [{ headers: {}, raw: null, stream: { endAfterHeaders: false } }, true, 'a framework that has let go of it'],
    [{ headers: {}, raw: 'request' }, false, 'no request'],
  ])('%j: %s, %s', (request, carries) => {
    expect(carriesBody(request)).toBe(carries);
  });
});

describe('a body that nobody has read', () => {
  // prettier-ignore
  it.each<[request: object, is: boolean, why: string]>([
    [{}, true, 'is not there'],
    [{ body: undefined, readableDidRead: true }, true, 'is undefined'],
    [{ body: {}, readableDidRead: false }, true, 'is an empty object beside an unread stream, on Express 4'],
    [{ body: {}, raw: { readableDidRead: false } }, true, 'is one under the request of a framework'],
    [{ body: {}, readableDidRead: true }, false, 'is not the empty object that was sent'],
    [{ body: {} }, false, 'is not known of a stream that does not tell'],
    [{ body: { a: 1 }, readableDidRead: false }, false, 'is not one that came before the stream, as functions of a cloud have it'],
    [{ body: null, readableDidRead: true }, false, 'is not null'],
    [{ body: '', readableDidRead: false }, false, 'is not a text'],
  ])('%j: %s, it %s', (request, is) => {
    expect(isUnread(request)).toBe(is);
  });
});
