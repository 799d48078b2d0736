import { BadRequestException } from '@nestjs/common';
import type { FilterIssue } from './issues/index.js';

/**
 * Mark of this class's exceptions in every copy of the package: an application can load the ESM
 * and CJS builds together.
 */
const exceptionBrand = Symbol.for('nestjs-filterable:FilterException');

/** The statuses of refusals, with the reason phrase of each. */
const reasons = { 400: 'Bad Request', 422: 'Unprocessable Entity' } as const;

/**
 * Refusal of a request: a 400 that lists all mistakes in it, not only the first. The exception's `message` lists them
 * too, for logs, and for exception filters that send nothing else.
 *
 * @example
 * try {
 *  filters.parse(Post, 'filters[titel]=x');
 * } catch (error) {
 *  if (error instanceof FilterException) console.log(error.issues[0]?.pointer); // /filters/titel
 * }
 */
export class FilterException extends BadRequestException {
  /**
   * Makes the answer to a request with mistakes.
   *
   * @param issues the mistakes, at most `limits.issues` of them
   * @param body the body of the response; by default `{ statusCode, error, message, issues }`
   * @param status the status of the response, by default 400
   */
  constructor(
    readonly issues: readonly FilterIssue[],
    body?: object,
    status: keyof typeof reasons = 400,
  ) {
    super(
      body ?? {
        statusCode: status,
        error: reasons[status],
        message: issues.map(({ message }) => message),
        issues,
      },
    );
    // Nest would set it to the name of the class, because `message` of the body is a list.
    this.message = issues.map(({ message }) => message).join('; ');
    // Nest keeps the status in a private member, which it answers with.
    if (status !== 400) Reflect.set(this, 'status', status);
  }

  /** @internal */
  get [exceptionBrand](): true {
    return true;
  }

  /** Accepts exceptions of every copy of this package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (this !== FilterException) return Object.prototype.isPrototypeOf.call(this.prototype, Object(value));
    return typeof value === 'object' && value !== null && exceptionBrand in value;
  }
}

/** Returns the body of a refusal in the form that clients of Strapi expect. */
export function strapiErrorBody(issues: readonly FilterIssue[], status: keyof typeof reasons = 400): object {
  const [first] = issues;
  const errors = issues.map(({ message, pointer, ...issue }) => ({
    ...issue,
    path: segmentsOf(pointer),
    message,
    name: 'ValidationError',
  }));
  return {
    data: null,
    error: { status, name: 'ValidationError', message: first?.message ?? reasons[status], details: { errors } },
  };
}

/** Splits a JSON pointer into its segments, unescaped. */
function segmentsOf(pointer: string): string[] {
  const [, ...tokens] = pointer.split('/');
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
