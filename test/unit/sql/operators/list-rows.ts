import { type AnyOperator, builtInOperators } from 'nestjs-filterable';
import { operatorSuits } from '../../../../lib/operators/index.js';
import { valueKinds } from '../../../../lib/values/index.js';
import type { ListTable } from './documents/store.js';
import type { Written } from './table.js';

/** One row of a table of lists: the operator's token, the kind of the elements, the operator, and its SQL. */
export type ListRow = readonly [token: string, kind: string, operator: AnyOperator, row: Written];

/** Lists the rows of a table of lists, one for each kind. */
export function listRows(table: ListTable): ListRow[] {
  return Object.entries(table).flatMap(([token, rows]) =>
    rows.flatMap(({ holds, fails, parameters }) =>
      Object.entries(parameters).map(([kind, bound]): ListRow => [
        token,
        kind,
        operatorBy(token),
        [holds, fails, bound],
      ]),
    ),
  );
}

/** Returns true for an operator that lists take. */
export function ofList(operator: AnyOperator): boolean {
  return operatorSuits(operator, valueKinds.text, true);
}

/** Returns the row of an operator, or fails for want of one. */
export function rowOf(table: Readonly<Record<string, Written>>, token: string): Written {
  const row = table[token];
  if (row === undefined) throw new Error(`there is no row for ${token}`);
  return row;
}

function operatorBy(token: string): AnyOperator {
  const operator = builtInOperators.find((candidate) => candidate.token === token);
  if (operator === undefined) throw new Error(`there is no operator ${token}`);
  return operator;
}
