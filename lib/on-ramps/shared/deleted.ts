import type { AnswerSchema, EntityDescription, RampParameter, RampRequest } from '../../engine/index.js';
import { onceAs, sentAs } from './parameters.js';

/** The parameter by which a library asks for deleted rows, and for none: `include_deleted=1`, `include_deleted=0`. */
interface DeletedSpelling {
  readonly name: string;
  readonly yes: string;
  readonly no: string;
}

/**
 * Reads the parameter that asks for deleted rows as well. Where the handler does not declare `deleted`, it is refused.
 *
 * @returns the part of the request's tree
 */
export function readDeleted(request: RampRequest, { name, yes, no }: DeletedSpelling): { readonly deleted?: 'with' } {
  const sent = onceAs(request, name, sentAs);
  if (sent === undefined || sent.value === no) return {};
  if (!request.deletes) {
    const text = 'is not read here; declare `deleted` for the handler';
    request.refuse(sent.key, { code: 'unknown_parameter', allowed: [] }, text);
    return {};
  }
  if (sent.value === yes) return { deleted: 'with' };
  request.refuse(sent.key, { code: 'expected_boolean' }, `must be ${yes} or ${no}`);
  return {};
}

/** Documents the parameter where a list reads it. */
export function deletedParameter(
  { deleted }: Pick<EntityDescription, 'deleted'>,
  name: string,
  schema: AnswerSchema,
): readonly RampParameter[] {
  return deleted.length === 0 ? [] : [{ name, description: 'Whether deleted rows are in the list.', schema }];
}
