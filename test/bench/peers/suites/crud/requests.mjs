/** Watches what the specs of @dataui/crud ask of their applications: the lists among the GET requests, with answers. */
import { Server } from 'node:http';
import { require } from '../run/checkout.mjs';

const { Test, TestingModule } = require('@nestjs/testing');

/** @returns the controllers with their options, and the requests that were answered since the last call of `take` */
export function watch(checkout) {
  const options = new Map();
  let [active, seen] = [[], []];
  checkout.replace('packages/crud/src/decorators/crud.decorator.ts', (real) => ({
    ...real,
    Crud: (given) => (target) => {
      options.set(target, given);
      real.Crud(given)(target);
    },
  }));
  readLists();
  const create = Test.createTestingModule;
  Test.createTestingModule = function (metadata, ...rest) {
    active = metadata.controllers ?? [];
    return create.call(this, metadata, ...rest);
  };
  onAnswers(({ url, status, text }) => {
    const found = active.map((target) => listAt(target, url)).find((each) => each !== undefined);
    if (found !== undefined && isList(options.get(found.target)))
      seen.push({ ...found, options: options.get(found.target), status, text });
  });
  return {
    take: () => {
      const taken = seen;
      seen = [];
      return taken;
    },
  };
}

function isList(options) {
  return options !== undefined && options.routes?.only?.includes('getManyBase') !== false;
}

/** The library was written for Express 4, which reads `filter[0]` as a list without being told. */
function readLists() {
  const { createNestApplication } = TestingModule.prototype;
  TestingModule.prototype.createNestApplication = function (...given) {
    const app = createNestApplication.apply(this, given);
    app.getHttpAdapter().set('query parser', 'extended');
    return app;
  };
}

/** Finds the list of a controller that a URL asks for, with the parameters of its path. */
function listAt(target, url) {
  const [path, ...query] = url.split('?');
  const names = Reflect.getMetadata('path', target).split('/').filter(Boolean);
  const parts = path.split('/').filter(Boolean);
  if (names.length !== parts.length) return undefined;
  const isSame = names.every((name, index) => name.startsWith(':') || name === parts[index]);
  const params = names.flatMap((name, index) => (name.startsWith(':') ? [[name.slice(1), parts[index]]] : []));
  return isSame ? { target, params: Object.fromEntries(params), request: query.join('?') } : undefined;
}

function onAnswers(tell) {
  const { emit } = Server.prototype;
  Server.prototype.emit = function (event, request, response, ...rest) {
    if (event === 'request' && request.method === 'GET' && request.headers['x-ours'] === undefined) {
      const { end } = response;
      response.end = function (text, ...more) {
        tell({ url: request.url, status: response.statusCode, text: String(text ?? '') });
        return end.call(this, text, ...more);
      };
    }
    return emit.call(this, event, request, response, ...rest);
  };
}
