import type { FilterQuery } from '../../ast/index.js';
import {
  type Option,
  type OptionTable,
  checkEach,
  checkFunction,
  isObject,
  optionsIn,
  wrongValue,
} from '../../configuration/index.js';
import type { AnswerSchema } from './answer-schema.js';
import type { OnRamp } from './on-ramp.js';
import type { Page } from '../../contract/index.js';

/**
 * Form of a list's answers, in one place: handlers return pages from `page()`, and clients get this.
 *
 * @example
 * FilterModule.forRoot({
 *  answer: { body: ({ data, ...page }) => ({ items: data, total: page.meta.pagination.total }) },
 * });
 */
export interface PageAnswer<E = unknown> {
  /**
   * Makes the body of an answer.
   *
   * @param page a page from `page()`, or a serializer's copy of it
   * @param query the query of the page
   * @param request the HTTP request, or undefined in handlers of messages
   */
  body(this: void, page: Page<E>, query: FilterQuery<E>, request?: unknown): unknown;
  /** The JSON Schema of the body, for OpenAPI documents; a function makes it from the schema of one row. */
  readonly schema?: AnswerSchema | ((row: AnswerSchema) => AnswerSchema) | undefined;
}

const answerOptions = {
  body: (option) => {
    if (option.value === undefined) throw wrongValue(option, 'a function of the page and its query');
    checkFunction(option, 'the page and its query');
  },
  schema: (option) => {
    const { value } = option;
    if (value === undefined || typeof value === 'function' || isObject(value)) return;
    throw wrongValue(option, "a JSON Schema, or a function that makes one from the row's");
  },
} as const satisfies Record<keyof PageAnswer, OptionTable[string]>;

/** Checks the form of answers in `forRoot()`. */
export function checkAnswer(option: Option): void {
  const { subject, name, value } = option;
  if (value === undefined) return;
  const { body, schema }: Partial<PageAnswer> = optionsIn(option, Object.keys(answerOptions));
  checkEach(Object.entries({ body, schema }), ([key, each]) =>
    answerOptions[key as keyof PageAnswer]({ subject, name: `${name}.${key}`, value: each }),
  );
}

/** Checks the form of one handler's answers. `false` turns it off. */
export function checkOwnAnswer(option: Option): void {
  if (option.value !== false) checkAnswer(option);
}

/** The options that decide about the answers of a list, of the module or of a handler. */
interface AnswerOptions {
  readonly answer?: false | PageAnswer | undefined;
  readonly onRamp?: false | OnRamp | undefined;
}

/** The shape of the answers of one list. */
export interface ListAnswer {
  /** @param echo what an on-ramp keeps of the request */
  body(this: void, page: Page<unknown>, query: FilterQuery, request: unknown, echo: unknown): unknown;
  readonly schema?: PageAnswer['schema'];
}

/** Returns the shape of a handler: its own, its on-ramp's, the module's, or the shape of the module's on-ramp. */
export function answerIn(own: AnswerOptions, usual: AnswerOptions): ListAnswer | undefined {
  if (own.answer === false) return undefined;
  const inherited = usual.answer || (own.onRamp === undefined && rampAnswer(usual.onRamp)) || undefined;
  return own.answer ?? (rampAnswer(own.onRamp) || inherited);
}

function rampAnswer(ramp: false | OnRamp | undefined): ListAnswer | undefined {
  if (!ramp) return undefined;
  const { body, schema } = ramp;
  return { body: (page, query, request, echo) => body(page, query, { request, echo }), schema };
}
