import { meaningOf } from '../compatibility/index.js';
import { type AnyOperator, relationTokens } from '../operators/index.js';
import { type FieldSchema, namesOf } from '../schema/index.js';
import type { Node } from './node.js';
import type { ParseContext } from './parse-context.js';
import { refuse } from './refusals.js';

/** Returns true where a field takes an operator, by any of the spellings of the compatibility mode. */
export function takesOperator(field: FieldSchema, spelling: string, context: ParseContext): boolean {
  return operatorOf(field, meaningOf(context.compatibility, spelling).token, context) !== undefined;
}

/** Finds an operator among those that a field takes. */
export function operatorOf(field: FieldSchema, token: string, context: ParseContext): AnyOperator | undefined {
  return field.operators.get(token) ?? respelled(field, token, context);
}

/** Finds an operator for a field that is restricted to another spelling of it: in some modes `$contains` is `$containsc`. */
function respelled(field: FieldSchema, token: string, context: ParseContext): AnyOperator | undefined {
  const { compatibility, operators } = context;
  for (const [spelling, meaning] of compatibility.spellings) {
    const isAllowed = meaning.token === token && !meaning.negated && field.operators.has(spelling);
    if (isAllowed) return operators.get(token);
  }
  return undefined;
}

/** Refuses an operator: it does not exist, or the field does not take it. */
export function refuseOperator(field: FieldSchema, token: string, node: Node): undefined {
  const exists = node.context.operators.has(token) || relationTokens.has(token);
  return refuse[exists ? 'operatorNotAllowed' : 'unknownOperator'](node, namesUnder(field, node.context));
}

/** Lists what may stand under a field, for a refusal: the paths of a document, and its operators. */
export function namesUnder({ members, operators }: FieldSchema, { context }: ParseContext): string[] {
  const paths = members === undefined ? [] : namesOf(members, context, false);
  return [...paths, ...operators.keys(), '$not'];
}
