import { meaningOf } from '../../compatibility/index.js';
import { type AnyOperator, relationTokens } from '../../operators/index.js';
import { type FieldSchema, namesOf } from '../../schema/index.js';
import type { Node } from '../reading/node.js';
import type { ParseContext } from '../reading/parse-context.js';
import { refuse } from '../reading/refusals.js';

/** Returns true where a field takes an operator, by any of the spellings of the compatibility mode. */
export function takesOperator(field: FieldSchema, spelling: string, context: ParseContext): boolean {
  return operatorOf(field, meaningOf(context.compatibility, spelling).token, context) !== undefined;
}

/** Parts of a context that map spellings to operators. */
type Vocabulary = Pick<ParseContext, 'compatibility' | 'operators'>;

/** One spelling of an operator that a field takes. */
export interface OperatorSpelling {
  readonly spelling: string;
  readonly operator: AnyOperator;
  /** True where the spelling means the operator's negation. */
  readonly negated: boolean;
}

/** Lists every spelling that a field takes for an operator: the operators' own tokens, and the compatibility mode's. */
export function spellingsOf(field: FieldSchema, vocabulary: Vocabulary): readonly OperatorSpelling[] {
  const { compatibility, operators } = vocabulary;
  return [...new Set([...operators.keys(), ...compatibility.spellings.keys()])].flatMap((spelling) => {
    const { token, negated } = meaningOf(compatibility, spelling);
    const operator = operatorOf(field, token, vocabulary);
    return operator === undefined ? [] : { spelling, operator, negated };
  });
}

/** Finds an operator among a field's own. */
export function operatorOf(field: FieldSchema, token: string, context: Vocabulary): AnyOperator | undefined {
  return field.operators.get(token) ?? respelled(field, token, context);
}

/**
 * Finds an operator for a field that is restricted to another spelling of it: in some modes,
 * `$contains` is `$containsc`.
 */
function respelled(field: FieldSchema, token: string, context: Vocabulary): AnyOperator | undefined {
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

/** Lists the names under a field for a refusal: the paths of a document, and the operators. */
export function namesUnder({ members, operators }: FieldSchema, { context }: ParseContext): string[] {
  const paths = members === undefined ? [] : namesOf(members, context, false);
  return [...paths, ...operators.keys(), '$not'];
}
