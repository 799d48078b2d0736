/** Judges two answers to one request, by the differences that the documentation states. */
import { isDeepStrictEqual } from 'node:util';

/** What can be said of a request, in the order of the tables. */
export const verdicts = {
  same: 'the same answer',
  stated: 'the same rows; the body differs as stated',
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
  if (rows.length === 0 || rows.includes(undefined)) return { verdict: 'different', why: `refused, without a row: ${why}` };
  return { verdict: 'refused', rows: [...new Set(rows)], why };
}

function judgeAnswers(theirs, ours, { request, differences }) {
  if (isDeepStrictEqual(theirs, ours)) return { verdict: 'same' };
  const rows = [];
  let pair = [theirs, ours];
  for (const [row, without] of differences.otherwise) {
    const next = without(structuredClone(pair), request);
    if (isDeepStrictEqual(next, pair)) continue;
    pair = next;
    rows.push(row);
    if (isDeepStrictEqual(...pair)) return { verdict: 'stated', rows };
  }
  return { verdict: 'different', rows, why: firstDifference(...pair) };
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
