/** Judges two answers to one request, by the differences that the documentation states. */
import { isDeepStrictEqual } from 'node:util';

/** What can be said of a request, in the order of the tables. */
export const verdicts = {
  same: 'the same answer',
  stated: 'answered otherwise, as stated',
  refused: 'refused here, as stated',
  both: 'refused by both',
  here: 'answered here alone',
  different: 'different',
};

/**
 * @param differences `refused`: rows of the page with a test of a refusal; `otherwise`: rows of the page with a
 * function that takes the difference out of both answers
 */
export function judge(theirs, ours, { request, differences }) {
  if (ours.status >= 500) return { verdict: 'different', why: `an error here: ${JSON.stringify(ours.body)}` };
  if (ours.status >= 400) return judgeRefusal(theirs, ours, { request, differences });
  if (theirs.status >= 400) return { verdict: 'here', why: `there: ${theirs.status} ${messageOf(theirs)}` };
  return judgeAnswers(theirs.body, ours.body, { request, differences });
}

function judgeRefusal(theirs, ours, { request, differences }) {
  const issues = ours.body.issues ?? [];
  const rows = issues.map((issue) => differences.refused.find(([, test]) => test(issue, request))?.[0]);
  const why = issues.map(({ code, path, message }) => `${code} ${path}: ${message}`).join('; ') || messageOf(ours);
  if (theirs.status >= 400) return { verdict: 'both', why: `${why}; there: ${theirs.status} ${messageOf(theirs)}` };
  if (rows.length === 0 || rows.includes(undefined))
    return { verdict: 'different', why: `refused, without a row: ${why}` };
  return { verdict: 'refused', rows: [...new Set(rows)], why };
}

function judgeAnswers(theirs, ours, { request, differences }) {
  if (isDeepStrictEqual(theirs, ours)) return { verdict: 'same' };
  const without = (rows) => rows.reduce((pair, [, take]) => take(copyOf(pair), request), [theirs, ours]);
  const isEqual = (rows) => isDeepStrictEqual(...without(rows));
  const { otherwise } = differences;
  if (!isEqual(otherwise)) return { verdict: 'different', why: firstDifference(...without(otherwise)) };
  // Only the rows that are needed are blamed.
  let needed = otherwise;
  for (const row of otherwise) {
    const fewer = needed.filter((each) => each !== row);
    if (isEqual(fewer)) needed = fewer;
  }
  return { verdict: 'stated', rows: needed.map(([row]) => row) };
}

/** Both answers are JSON. */
function copyOf(pair) {
  return JSON.parse(JSON.stringify(pair));
}

function messageOf({ body }) {
  return typeof body?.message === 'string' ? body.message : JSON.stringify(body);
}

/** The first place where two values differ, and both values there. */
function firstDifference(one, other, path = '') {
  const areObjects = [one, other].every((value) => typeof value === 'object' && value !== null);
  if (!areObjects) return `${path}: ${JSON.stringify(one)} there, ${JSON.stringify(other)} here`;
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const name = names.find((each) => !isDeepStrictEqual(one[each], other[each]));
  return firstDifference(one[name], other[name], `${path}/${name}`);
}
