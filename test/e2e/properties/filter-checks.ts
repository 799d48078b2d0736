import type { Laboratory } from './database.js';
import { Evaluator } from './evaluator.js';
import { rootEntity } from './expected-model.js';
import { keysOf } from './find-rows.js';
import { builderFor, rowsFor } from './handlers.js';
import { checkSmallest, same } from './mismatch.js';
import { replaceValues } from './replace-values.js';
import { type Request, print } from './requests.js';
import { shop } from './shop/model.js';
import { faultsOf, valuesIn } from './statements.js';

/**
 * Checks the rows that a request finds and the statement that finds them; of a request that fails, the least part
 * fails.
 */
export function checkRequest(laboratory: Laboratory, request: Request): Promise<void> {
  return checkSmallest(request.filters, (filters) => check(laboratory, { ...request, filters }));
}

async function check(laboratory: Laboratory, request: Request): Promise<void> {
  const { root, filters, handler } = request;
  const text = print(request);
  const builder = builderFor(laboratory, root, handler);
  laboratory.service.apply(builder, laboratory.parse(root, text));
  const { result, executed } = await laboratory.during(() => builder.getMany());
  const expected = new Evaluator(laboratory.reading(handler)).matching(
    filters,
    rowsFor(laboratory.dataset, root, handler),
  );
  same(text, 'the rows', keysOf(result), expected.sort());

  const [statement] = builder.getQueryAndParameters();
  same(text, 'what was executed', executed, [statement]);
  // The SQL of documents has words and texts of its own, which a suite of the dialects lists.
  if (!(root in shop)) same(text, 'faults in the statement', faultsOf(laboratory, root, handler, builder), []);
  const other = print({ ...request, filters: replaceValues(rootEntity(root), filters) });
  const alike = laboratory.service.apply(builderFor(laboratory, root, handler), laboratory.parse(root, other));
  const [sameShape] = alike.getQueryAndParameters();
  same(other, 'values in the statement', valuesIn(sameShape), []);
  same(other, 'the statement of the same shape', [sameShape], [statement]);
}
