/** A JSON Schema. */
export interface AnswerSchema {
  readonly [keyword: string]: unknown;
}
