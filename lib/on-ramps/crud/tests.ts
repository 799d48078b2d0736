import type { RampRequest } from '../../engine/index.js';
import { Leaf, objectOf } from '../shared/conditions.js';
import type { Node } from './nodes.js';
import { type OperatorRow, operatorOf, operators } from './operators.js';

/** A column, an operator and its value, as a request has them. */
export interface Asked {
  readonly key: string;
  readonly column: string;
  readonly operator: string;
  /** The value: a text, or the members of a list. Undefined where there is none. */
  readonly value: string | readonly string[] | undefined;
}

/** Makes the test that a request asks for. Returns undefined where it was refused. */
export function testOf(request: RampRequest, { key, column, operator, value }: Asked): Node | undefined {
  const row = operatorOf(operator);
  const path = column.split('.');
  if (path.includes('')) return refused(request, key, 'needs the name of a column before its operator');
  if (row === undefined) {
    const allowed = Object.keys(operators);
    const text = `has no operator of this library; use one of: ${allowed.join(', ')}`;
    request.refuse(key, { code: 'unknown_operator', allowed }, text);
    return undefined;
  }
  const operand = operandOf(row, value);
  if (operand === undefined) return refused(request, key, takes[row.takes]);
  const here = request.dialect === 'postgres' ? (row.onPostgres ?? row.here) : row.here;
  const isNull = row.here === '$null';
  const one = (each: string | readonly string[]): Node => {
    return { type: 'test', key, path, condition: objectOf([[here, new Leaf(key, each)]]), isNull };
  };
  if (row.joins === undefined || typeof operand === 'string') return one(operand);
  return { type: row.joins, parts: operand.map(one) };
}

const takes: Readonly<Record<OperatorRow['takes'], string>> = {
  value: 'needs one value behind its operator',
  list: 'needs a list behind its operator',
  nothing: 'has a value behind an operator that takes none',
};

/** Returns the operand in the form that an operator takes, or undefined for one of another form. */
function operandOf({ takes }: OperatorRow, value: Asked['value']): string | readonly string[] | undefined {
  if (takes === 'nothing') return value === undefined || value === '' || value === 'true' ? 'true' : undefined;
  if (takes === 'value') return typeof value === 'string' ? value : undefined;
  return typeof value === 'string' ? value.split(',') : value;
}

function refused(request: RampRequest, key: string, text: string): undefined {
  request.refuse(key, { code: 'expected_value' }, text);
  return undefined;
}
