import type { HandlerFacts } from '../engine/index.js';
import type { HostReads } from '../wire/index.js';
import { parametersOf, routeArguments } from './parameters.js';
import { isQueryHandler } from './query-method.js';

/** Nest's numbers for the sources of parameters, the same in all supported versions. */
const kinds = { request: '0', body: '3', query: '4', rawBody: '12' } as const;

/** Metadata keys of Nest's message handlers. */
const messageKeys = ['microservices:pattern', 'websockets:message_mapping'];

/** A parameter of a handler, as Nest's decorators record it. */
interface Argument {
  /** The source of the parameter, or a text for a decorator of the application's own. */
  readonly kind: string;
  readonly data: unknown;
}

/** Returns what a handler reads beside its lists, by the decorators on its parameters. */
export function handlerFacts(prototype: object, method: string | symbol): HandlerFacts {
  const args = argumentsOf(prototype, method);
  return {
    lists: parametersOf(prototype, method),
    query: readsOf(args, [kinds.request, kinds.query]),
    body: readsOf(args, [kinds.request, kinds.body, kinds.rawBody]),
    isOfMessages: isOfMessages(prototype, method),
    isOfQueries: isQueryHandler(prototype, method),
  };
}

/** The facts of a list that is a property of a DTO, whose other properties read the rest. */
export const dtoFacts: HandlerFacts = {
  lists: [],
  query: { everything: true, names: [] },
  body: { everything: true, names: [] },
  isOfMessages: false,
  isOfQueries: false,
};

/** Returns true for a handler with a parameter decorator of the application's own, which may read anything. */
export function hasOwnDecorator(prototype: object, method: string | symbol): boolean {
  return argumentsOf(prototype, method).some(({ kind }) => isOwn(kind));
}

/** Tells what parameters read: their names, or all where one has no name or a decorator that Nest does not know. */
function readsOf(args: readonly Argument[], sources: readonly string[]): HostReads {
  const reading = args.filter(({ kind }) => isOwn(kind) || sources.includes(kind));
  const names = reading.flatMap(({ kind, data }) => (typeof data === 'string' && !isOwn(kind) ? [data] : []));
  return { everything: names.length < reading.length, names };
}

function isOwn(kind: string): boolean {
  return !/^\d+$/.test(kind);
}

/** Returns the parameters of a handler, except `@FilterQuery()`'s. */
function argumentsOf(prototype: object, method: string | symbol): readonly Argument[] {
  const found: unknown = Reflect.getMetadata(routeArguments, prototype.constructor, method);
  if (typeof found !== 'object' || found === null) return [];
  const lists: readonly unknown[] = parametersOf(prototype, method);
  return Object.entries(found)
    .map(([key, argument]) => ({ kind: key.slice(0, key.lastIndexOf(':')), data: dataOf(argument) }))
    .filter(({ data }) => !lists.includes(data));
}

function dataOf(argument: unknown): unknown {
  return typeof argument === 'object' && argument !== null && 'data' in argument ? argument.data : undefined;
}

function isOfMessages(prototype: object, method: string | symbol): boolean {
  const handler: unknown = Reflect.get(prototype, method);
  return typeof handler === 'function' && messageKeys.some((key) => Reflect.hasMetadata(key, handler));
}
