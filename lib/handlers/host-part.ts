import type { ExecutionContext } from '@nestjs/common';
import { isObject } from '../configuration/index.js';
import type { OnRamp } from '../engine/index.js';
import { type KnownNames, flatNameIn, isPlainObject, parameterOf } from '../wire/index.js';
import { replaceSent, sentTo } from './messages.js';

/*
 * Nest's ValidationPipe deletes the members of these names from an object, at any depth, before a DTO is made of it. A
 * condition on such a name would be dropped without a word, so a body that has one is copied before pipes run.
 */
const deletedNames = ['__proto__', 'constructor', 'prototype'] as const;

const copies = new WeakMap<object, object>();

/** Keeps a copy of a body or payload with a member that pipes delete. To be called before they run. */
export function keepUntouched(value: unknown): void {
  if (isObjectValue(value) && !copies.has(value) && hasDeletedName(value)) copies.set(value, copyOf(value));
}

/** Keeps a body or payload as it was sent, for the part of it that pipes see. To be called before they run. */
function keepWhole(part: object, sent: object): void {
  copies.set(part, untouched(sent));
}

/** Returns a body or payload as it was before pipes ran. */
export function untouched<Value>(value: Value): Value | object {
  return (isObjectValue(value) ? copies.get(value) : undefined) ?? value;
}

function isObjectValue(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Looks without calling itself: a body may be nested deeper than the stack. */
function hasDeletedName(root: object): boolean {
  const seen = new Set([root]);
  for (const object of seen) {
    if (deletedNames.some((name) => Object.hasOwn(object, name))) return true;
    for (const member of Object.values(object)) if (isObjectValue(member)) seen.add(member);
  }
  return false;
}

function copyOf(root: object): object {
  const made = new Map<object, object>([[root, emptyLike(root)]]);
  for (const [object, copy] of made) {
    for (const [name, member] of Object.entries(object) as [string, unknown][]) {
      if (isObjectValue(member) && !made.has(member)) made.set(member, emptyLike(member));
      const value = isObjectValue(member) ? made.get(member) : member;
      // An assignment to `__proto__` would set the prototype.
      Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
    }
  }
  return made.get(root) ?? root;
}

function emptyLike(value: object): object {
  return Array.isArray(value) ? [] : {};
}

/** The parameters that one list of a handler reads: by their names, and by its on-ramp. */
export interface ListKeys {
  readonly names: KnownNames;
  readonly onRamp: OnRamp | undefined;
}

/** Names the part of a request that an object without our parameters is of. A copy by a pipe has it as well. */
const partMark = Symbol('nestjs-filterable:part');

/** Returns the part of a request that an object without our parameters was made of. Undefined where nothing says so. */
export function partOf(source: unknown): unknown {
  return typeof source === 'object' && source !== null ? Reflect.get(source, partMark) : undefined;
}

/** Parsed query strings of requests whose `query` lacks our parameters. */
const wholeQueries = new WeakMap<object, unknown>();

/**
 * Replaces `request.query` with the application's own parameters, as its query parser produced them. This lasts for the
 * rest of the request, although Express 5 parses the query string at every access.
 *
 * @param lists the parameters of our lists, which are left out, or undefined to keep everything
 * @param isMarked true where the object must be told from the body
 */
export function keepHostQuery(request: unknown, lists: readonly ListKeys[] | undefined, isMarked = false): void {
  if (!hasQuery(request)) return;
  const { query } = request;
  if (lists !== undefined) wholeQueries.set(request, query);
  if (lists === undefined || !isObject(query)) return replaceQuery(request, query);
  const rest = hostPartOf(query, lists);
  if (isMarked) Reflect.set(rest, partMark, 'query');
  replaceQuery(request, rest);
}

/** Runs a function that reads a request, whose `query` has our parameters meanwhile. */
export function withWholeQuery<Result>(request: unknown, read: () => Result): Result {
  if (!hasQuery(request) || !wholeQueries.has(request)) return read();
  const { query: rest } = request;
  replaceQuery(request, wholeQueries.get(request));
  try {
    return read();
  } finally {
    replaceQuery(request, rest);
  }
}

/**
 * Replaces a body or a payload with the application's own part. The object itself is left as it is, because handlers of
 * one event share it.
 *
 * @param isMarked true where the object must be told from the query
 */
export function keepHostBody(execution: ExecutionContext, lists: readonly ListKeys[], isMarked = false): void {
  const sent = sentTo(execution);
  if (!isPlainObject(sent)) return;
  const rest = hostPartOf(sent, lists);
  if (isMarked) Reflect.set(rest, partMark, 'body');
  keepWhole(rest, sent);
  replaceSent(execution, rest);
}

function hasQuery(request: unknown): request is { readonly query: unknown } {
  return typeof request === 'object' && request !== null && 'query' in request;
}

function replaceQuery(request: object, value: unknown): void {
  Object.defineProperty(request, 'query', { value, configurable: true, enumerable: true, writable: true });
}

function hostPartOf(query: object, lists: readonly ListKeys[]): object {
  // Defined by descriptors, because a name may be `__proto__`.
  const entries = Object.entries(Object.getOwnPropertyDescriptors(query)).filter(
    ([key, { value }]) => !isOurs(key, value, lists),
  );
  return Object.create(Object.getPrototypeOf(query) as object | null, Object.fromEntries(entries)) as object;
}

function isOurs(key: string, value: unknown, lists: readonly ListKeys[]): boolean {
  const sent: unknown = Array.isArray(value) ? value[0] : value;
  const pair = { key, value: typeof sent === 'string' ? sent : null };
  return lists.some(({ names: { params, flat }, onRamp }) => {
    const isNamed = parameterOf(key, params) !== undefined;
    return isNamed || (flat !== undefined && flatNameIn(key, flat) !== undefined) || onRamp?.claims(pair) === true;
  });
}
