import { type Question, aboutPosts } from './question.js';
import { type Area, questionTables } from './tables/index.js';

/** The questions of some areas that are about posts and need no options, named by their area as well. */
export function questionsAboutPosts(...areas: readonly Area[]): readonly Question[] {
  return areas.flatMap((area) =>
    questionTables[area]
      .filter(({ about = aboutPosts, options }) => about === aboutPosts && options === undefined)
      .map((question) => ({ ...question, name: `${area}: ${question.name}` })),
  );
}

/** Ids as they can be compared: rows that the request puts in no order come in any. */
export function arranged({ query }: Question, ids: readonly number[]): readonly number[] {
  return /(^|&)(sort|pagination)/.test(query) ? ids : inNumericOrder(ids);
}

export function inNumericOrder(ids: readonly number[]): readonly number[] {
  return [...ids].sort((a, b) => a - b);
}
