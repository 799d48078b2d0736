import { AsyncLocalStorage } from 'node:async_hooks';
import type { PageReading } from '../adaptive/index.js';
import type { DeprecatedName, FilterIssue } from '../issues/index.js';
import type { OpenOperation, OpenStatement } from './operation.js';

/** Operation of the current asynchronous call chain. */
const operations = new AsyncLocalStorage<OpenOperation>();

/** Returns the operation that is going on, or undefined for one that nobody has subscribed to when it began. */
export function currentOperation(): OpenOperation | undefined {
  return operations.getStore();
}

/** Runs a function as a part of an operation, which is told of what happens. */
export function within<Result>(operation: OpenOperation, run: () => Result): Result {
  return operations.run(operation, run);
}

/** Tells of a statement before it is sent. Its rows are put into the result. */
export function tellStatement(statement: OpenStatement): OpenStatement {
  for (let each = currentOperation(); each !== undefined; each = each.parent) each.statements.push(statement);
  return statement;
}

/** Tells how rows are read. */
export function tellReading(reading: PageReading): void {
  const operation = currentOperation();
  if (operation?.choices !== undefined) operation.reading = reading;
}

/** Tells of a choice with its reasons, in the words of the log. */
export function tellChoice(choice: string): void {
  currentOperation()?.choices?.push(choice);
}

/** Tells how many rows a page has. */
export function tellRows(count: number): void {
  const operation = currentOperation();
  if (operation !== undefined) operation.rows = count;
}

/** Tells why a request is refused. Paths stay untold, because they have names that a client has made up. */
export function tellIssues(issues: readonly FilterIssue[]): void {
  const operation = currentOperation();
  if (operation !== undefined) operation.issues = issues.map(({ code }) => code);
}

/** Tells of the deprecated names in a request, which may be refused. */
export function tellDeprecatedNames(names: readonly DeprecatedName[]): void {
  const operation = currentOperation();
  if (operation !== undefined) operation.deprecated = names;
}
