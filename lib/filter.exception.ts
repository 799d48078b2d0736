import { BadRequestException } from '@nestjs/common';
import type { FilterIssue } from './issues.js';

/** What an exception of this class has in every copy of this package: an application can load two builds side by side. */
const exceptionBrand = Symbol.for('nestjs-filterable:FilterException');

/**
 * The refusal of a request: a 400 that tells everything that is wrong with it, not only the first thing. So does its own
 * `message`, for logs and for whatever answers with nothing else.
 *
 * @example
 * try {
 *   filters.parse(Post, 'filters[titel]=x');
 * } catch (error) {
 *   if (error instanceof FilterException) console.log(error.issues[0]?.pointer); // /filters/titel
 * }
 */
export class FilterException extends BadRequestException {
  /**
   * @param issues what is wrong, at most as many as `limits.issues`
   * @param body the body of the response, where it is not the usual one
   */
  constructor(
    readonly issues: readonly FilterIssue[],
    body?: object,
  ) {
    super(
      body ?? {
        statusCode: 400,
        error: 'Bad Request',
        message: issues.map(({ message }) => message),
        issues,
      },
    );
    // Nest makes one of the name of the class, because the body has none that is a text.
    this.message = issues.map(({ message }) => message).join('; ');
  }

  /** @internal */
  get [exceptionBrand](): true {
    return true;
  }

  /** Holds for the exceptions of other copies of this package, too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (this !== FilterException) return Object.prototype.isPrototypeOf.call(this.prototype, Object(value));
    return typeof value === 'object' && value !== null && exceptionBrand in value;
  }
}

/** The body that clients of Strapi expect. */
export function strapiErrorBody(issues: readonly FilterIssue[]): object {
  const [first] = issues;
  const errors = issues.map(({ message, pointer, ...issue }) => ({
    ...issue,
    path: segmentsOf(pointer),
    message,
    name: 'ValidationError',
  }));
  return {
    data: null,
    error: { status: 400, name: 'ValidationError', message: first?.message ?? 'Bad Request', details: { errors } },
  };
}

/** The segments of a JSON pointer, as they were before it escaped them. */
function segmentsOf(pointer: string): string[] {
  const [, ...tokens] = pointer.split('/');
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
