import { isPlainObject } from '../wire/index.js';

/*
 * Metadata of @nestjs/swagger that this entry point reads and writes. It is the same in all versions from 8 on. Only
 * its keys are used, so that an application without documents does not need the package.
 */

/** An object of a document in the making, which is completed in place. */
export type DocumentNode = Record<string, unknown>;

/** Returns true for an object that can be completed. */
export function isNode(value: unknown): value is DocumentNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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
export function mark(handler: object, models: readonly object[], dtos: readonly object[]): () => void {
  const known = markings.get(handler);
  const marking = known ?? {
    before: [extensionKey, modelsKey, parametersKey].map((key) => [key, own(key, handler)] as const),
    documents: 0,
  };
  marking.documents += 1;
  markings.set(handler, marking);
  if (known === undefined) write(handler, marking, models, dtos);
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

function write(handler: object, { before }: Marking, models: readonly object[], dtos: readonly object[]): void {
  const [extension, extra, parameters] = before.map(([, value]) => value);
  const marked = { ...(isPlainObject(extension) ? extension : {}), [markName]: numberOf(handler) };
  Reflect.defineMetadata(extensionKey, marked, handler);
  Reflect.defineMetadata(modelsKey, [...(Array.isArray(extra) ? (extra as unknown[]) : []), ...models], handler);
  if (dtos.length === 0) return;
  const explicit = Array.isArray(parameters) ? (parameters as unknown[]) : [];
  const ofDtos = dtos.flatMap(propertiesOf).map((property) => ({
    ...property,
    ...explicit.filter(isPlainObject).find((each) => each.in === 'query' && each.name === property.name),
  }));
  Reflect.defineMetadata(parametersKey, [...ofDtos, ...explicit], handler);
}

function own(key: string, handler: object): unknown {
  return Reflect.getOwnMetadata(key, handler);
}

function restore(handler: object, key: string, value: unknown): void {
  if (value === undefined) Reflect.deleteMetadata(key, handler);
  else Reflect.defineMetadata(key, value, handler);
}

/** Keys of the properties that @nestjs/swagger knows of a class, and of one of them. */
const propertiesKey = 'swagger/apiModelPropertiesArray';
const propertyKey = 'swagger/apiModelProperties';

/** Name of the static method in which the compiler plugin of @nestjs/swagger describes the properties of a class. */
const factoryName = '_OPENAPI_METADATA_FACTORY';

/** A property of a DTO, as @nestjs/swagger describes a parameter. */
interface DtoProperty extends DocumentNode {
  readonly name: string;
}

/** Lists the properties of a DTO as @nestjs/swagger does for a parameter of the class. */
export function propertiesOf(dto: object): readonly DtoProperty[] {
  const prototype: unknown = Reflect.get(dto, 'prototype');
  if (typeof prototype !== 'object' || prototype === null) return [];
  const implied: DocumentNode = {};
  for (let at: object | null = dto; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    const factory: unknown = Object.hasOwn(at, factoryName) && Reflect.get(at, factoryName);
    const made: unknown = typeof factory === 'function' ? Reflect.apply(factory, at, []) : undefined;
    if (isNode(made)) Object.assign(implied, { ...made, ...implied });
  }
  const listed: unknown = Reflect.getMetadata(propertiesKey, prototype);
  const named = Array.isArray(listed) ? listed.map((name) => String(name).replace(/^:/, '')) : [];
  return [...new Set([...named, ...Object.keys(implied)])].map((key) => {
    const [own, declared] = [implied[key], Reflect.getMetadata(propertyKey, prototype, key) as unknown];
    const property: DocumentNode = {
      in: 'query',
      required: true,
      ...(isNode(own) && own),
      ...(isNode(declared) && declared),
    };
    return { ...property, name: typeof property.name === 'string' ? property.name : key };
  });
}
