import { type Conditions, type Node, isList, isObject } from './tree.js';

/** A parameter before it is encoded; null is a key without `=`. */
export interface Parameter {
  readonly key: string;
  readonly value: string | null;
}

/** The ways to write a list of values. Only operators of lists may be repeated. */
export type ListStyle = 'indexes' | 'brackets' | 'repeated';

/** A tree as parameters, printed here and not by the library, so that the two can disagree. */
export function parametersOf(filters: Conditions, styleOf: () => ListStyle = () => 'indexes'): Parameter[] {
  return parametersUnder('filters', filters, styleOf);
}

function parametersUnder(key: string, node: Node, styleOf: () => ListStyle): Parameter[] {
  if (isList(node)) return listUnder(key, node, styleOf);
  if (!isObject(node)) return [{ key, value: node }];
  return Object.entries(node).flatMap(([name, inner]) => parametersUnder(`${key}[${name}]`, inner, styleOf));
}

function listUnder(key: string, list: readonly Node[], styleOf: () => ListStyle): Parameter[] {
  const isOfValues = list.every((member) => typeof member === 'string');
  const style = isOfValues ? styleOf() : 'indexes';
  const isRepeatable = ['[$in]', '[$notIn]', '[$hasEvery]', '[$hasSome]'].some((end) => key.endsWith(end));
  if (style === 'repeated' && isRepeatable) return list.flatMap((member) => parametersUnder(key, member, styleOf));
  return list.flatMap((member, index) =>
    parametersUnder(`${key}[${style === 'indexes' ? index : ''}]`, member, styleOf),
  );
}

/** A query string of parameters; `mustEncode` says of each character that may stay as it is whether it stays. */
export function queryStringOf(parameters: readonly Parameter[], mustEncode: () => boolean = () => false): string {
  const pieces = parameters.map(({ key, value }) => {
    const name = encoded(key, readableInKeys, mustEncode);
    return value === null ? name : `${name}=${encoded(value, readableInValues, mustEncode)}`;
  });
  return pieces.join('&');
}

const readableInKeys = /^[A-Za-z0-9$[\]_.~-]$/;
const readableInValues = /^[A-Za-z0-9$:,'"[\]()*!_.~=-]$/;

function encoded(text: string, readable: RegExp, mustEncode: () => boolean): string {
  return Array.from(text, (character) =>
    readable.test(character) && !mustEncode() ? character : percentEncoded(character),
  ).join('');
}

function percentEncoded(character: string): string {
  return [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}
