import { isPlainObject } from '../../wire/index.js';

/*
 * Metadata of @nestjs/swagger that this entry point reads and writes. It is the same in all versions from 8 on. Only
 * its keys are used, so that an application without documents does not need the package.
 */

const extensionKey = 'swagger/apiExtension';
const modelsKey = 'swagger/apiExtraModels';
const parametersKey = 'swagger/apiParameters';
const schemaKey = 'swagger/apiSchema';

/** Member of an operation that names its handler. */
export const markName = 'x-nestjs-filterable';

/** Marks on one handler while documents are made, possibly several at once. */
interface Marking {
  readonly before: readonly (readonly [key: string, value: unknown])[];
  documents: number;
}

const markings = new WeakMap<object, Marking>();
const numbers = new WeakMap<object, number>();
let lastNumber = 0;

/**
 * Marks a handler, so that its operations can be recognized in a document, and adds models to the document.
 *
 * @returns a function that restores everything
 */
export function mark(handler: object, models: readonly object[]): () => void {
  const known = markings.get(handler);
  const marking = known ?? {
    before: [extensionKey, modelsKey].map((key) => [key, own(key, handler)] as const),
    documents: 0,
  };
  marking.documents += 1;
  markings.set(handler, marking);
  if (known === undefined) write(handler, marking, models);
  return () => {
    marking.documents -= 1;
    if (marking.documents > 0) return;
    markings.delete(handler);
    for (const [key, value] of marking.before) restore(handler, key, value);
  };
}

/** Returns the number that a mark has for a handler. */
export function numberOf(handler: object): number {
  const number = numbers.get(handler) ?? (lastNumber += 1);
  numbers.set(handler, number);
  return number;
}

/** Lists the names of the query parameters that `@ApiQuery()` and its like document on a handler. */
export function documentedQueries(handler: object): readonly string[] {
  const found = own(parametersKey, handler);
  const all: readonly unknown[] = Array.isArray(found) ? found : [];
  return all.flatMap((each) =>
    isPlainObject(each) && each.in === 'query' && typeof each.name === 'string' ? each.name : [],
  );
}

/** Returns the name of the component of a DTO. */
export function modelName(model: { readonly name: string }): string {
  const found: unknown = Reflect.getOwnMetadata(schemaKey, model);
  const last: unknown = Array.isArray(found) ? found.at(-1) : undefined;
  return isPlainObject(last) && typeof last.name === 'string' ? last.name : model.name;
}

function write(handler: object, { before }: Marking, models: readonly object[]): void {
  const [extension, extra] = before.map(([, value]) => value);
  const marked = { ...(isPlainObject(extension) ? extension : {}), [markName]: numberOf(handler) };
  Reflect.defineMetadata(extensionKey, marked, handler);
  Reflect.defineMetadata(modelsKey, [...(Array.isArray(extra) ? (extra as unknown[]) : []), ...models], handler);
}

function own(key: string, handler: object): unknown {
  return Reflect.getOwnMetadata(key, handler);
}

function restore(handler: object, key: string, value: unknown): void {
  if (value === undefined) Reflect.deleteMetadata(key, handler);
  else Reflect.defineMetadata(key, value, handler);
}
