import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Every line of a comment in `lib`, after its place. */
const lines = readdirSync('lib', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
  .flatMap((path) => commentLines(readFileSync(join('lib', path), 'utf8'), path));

/** Returns the lines of a file's comments, each after its place. */
function commentLines(text: string, path: string): readonly string[] {
  let isInside = false;
  return text.split('\n').flatMap((line, index) => {
    const trimmed = line.trim();
    const isComment = isInside || trimmed.startsWith('/*') || trimmed.startsWith('//');
    if (isComment && !trimmed.startsWith('//')) isInside = !trimmed.includes('*/');
    return isComment ? [`lib/${path}:${index + 1} ${trimmed}`] : [];
  });
}

/** Words that tell the relation of two pronouns in place of the fact. Some sentences need them, most do not. */
const chains =
  /\b(of which|of whom|that of|those of|that which|those that|for which|in which|with which|at which|by which)\b/g;

/**
 * Sentences of the comments: one verb and at most one relative clause, beginning with a noun or a verb, with the engine
 * or the figure named. These patterns stand for the rest.
 */
describe('the comments of lib', () => {
  it('chain few pronouns', () => {
    const chained = lines.filter((line) => line.match(chains) !== null);
    expect(atMost(100, chained)).toEqual([]);
  });

  it('seldom end with "; undefined where …", which is `@returns`, or a sentence of its own', () => {
    expect(
      atMost(
        20,
        lines.filter((line) => /; undefined\b/.test(line)),
      ),
    ).toEqual([]);
  });

  it('seldom begin with What, Whether, Where, Who or How', () => {
    const headless = lines.filter((line) => /^\S+ (\/\*\*|\*|\/\/)\s*(What|Whether|Where|Who|How)\b/.test(line));
    expect(atMost(30, headless)).toEqual([]);
  });
});

/** Returns no lines where there are few enough, and otherwise all of them. */
function atMost(most: number, found: readonly string[]): readonly string[] {
  return found.length <= most ? [] : found;
}
