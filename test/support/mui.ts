import path from 'node:path';
import type { GridFilterItem } from '@mui/x-data-grid';

/**
 * An operator of the grid's own, and the function by which it filters rows in memory; null where the item says nothing.
 */
interface GridOperator {
  readonly value: string;
  getApplyFilterFn(item: GridFilterItem, column: unknown): ((value: unknown) => boolean) | null;
}

type Operators = Readonly<Record<string, readonly GridOperator[]>>;

/**
 * Loads the operators of a MUI Data Grid by the types of their columns. The entry of the package needs Emotion, to
 * style what is not drawn here; the files of the operators do not.
 */
export async function gridOperators(): Promise<Operators> {
  return {
    string: await load('String'),
    number: await load('Numeric'),
    boolean: await load('Boolean'),
    singleSelect: await load('SingleSelect'),
    date: await load('Date', false),
    dateTime: await load('Date', true),
  };
}

async function load(name: string, showTime = false): Promise<readonly GridOperator[]> {
  const module = await import(path.resolve(`node_modules/@mui/x-data-grid/colDef/grid${name}Operators.mjs`));
  return module[`getGrid${name}Operators`](name === 'Date' ? showTime : undefined);
}

/** Returns whether the grid shows a row with the value. */
export function passes(operators: Operators, type: string, item: GridFilterItem, value: unknown): boolean {
  const operator = operators[type]?.find((known) => known.value === item.operator);
  if (operator === undefined) throw new Error(`the grid has no operator ${item.operator} of ${type}`);
  return operator.getApplyFilterFn(item, {})?.(value) ?? true;
}
