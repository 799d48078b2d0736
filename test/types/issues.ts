import type { FilterIssue, LimitName } from 'nestjs-filterable';

/** The code of an issue decides which members it has. */
export function explain(issue: FilterIssue): string {
  switch (issue.code) {
    case 'limit_exceeded': {
      const limit: LimitName = issue.limit;
      const max: number = issue.max;
      // @ts-expect-error a limit is no name
      return `${limit} ${max} ${issue.allowed.join()}`;
    }
    case 'unknown_field':
    case 'unknown_operator':
    case 'unknown_parameter':
    case 'operator_not_allowed':
    case 'not_sortable': {
      const allowed: readonly string[] = issue.allowed;
      return allowed.join();
    }
    case 'invalid_value': {
      const kind: string | undefined = issue.kind;
      // @ts-expect-error a value has no limit
      const limit: LimitName = issue.limit;
      return `${kind ?? ''} ${limit}`;
    }
    case 'invalid_pagination': {
      const allowed: readonly string[] | undefined = issue.allowed;
      return (allowed ?? []).join();
    }
    default: {
      const nothing: undefined = issue.allowed ?? issue.kind ?? issue.limit ?? issue.max;
      return `${issue.path} ${issue.pointer} ${issue.message} ${String(nothing)}`;
    }
  }
}

/** Without the code, each member may be missing. */
export function membersOf(issue: FilterIssue): readonly unknown[] {
  const allowed: readonly string[] | undefined = issue.allowed;
  const max: number | undefined = issue.max;
  // @ts-expect-error not every issue has a limit
  const limit: LimitName = issue.limit;
  return [allowed, max, limit];
}

// @ts-expect-error a name that does not exist is refused with those that do
export const bare: FilterIssue = { code: 'unknown_field', path: 'a', pointer: '/a', message: 'a' };
// @ts-expect-error only existing limits can be exceeded
export const unknown: FilterIssue = { ...bare, code: 'limit_exceeded', limit: 'patience', max: 1 };
// @ts-expect-error there is no such code
export const invented: FilterIssue = { code: 'bored', path: 'a', pointer: '/a', message: 'a' };
