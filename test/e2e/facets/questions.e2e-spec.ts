import type { Facet } from 'nestjs-filterable';
import { textsWritten } from '../pages/written.js';
import { onEveryEngine } from './fixture.js';
import { type Answer, answerOn } from './question.js';
import { questionTables } from './tables/index.js';

onEveryEngine((fixture) => {
  describe.each(Object.entries(questionTables))('%s', (_, questions) => {
    it.each(questions)('$name', async (question) => {
      const { query, about, prepare, guest, answer, more = [] } = question;
      const { meta } = await fixture.page(query, { about, prepare, guest });
      const expected = answerOn<Answer>(fixture.engine, answer);

      expect(toldOf(meta.facets ?? {})).toEqual(expected);
      expect(hasMoreIn(meta.facets ?? {})).toEqual(more);
      expect(Object.keys(meta.facets ?? {})).toEqual(Object.keys(expected));
    });

    it.each(questions)('$name, again, by a statement that is written once', async (question) => {
      const { query, about, prepare, guest, isWrittenAgain = false } = question;
      const asked = () => fixture.facets(query, { about, prepare, guest });
      const first = await asked();
      expect(toldOf(first)).toEqual(answerOn<Answer>(fixture.engine, question.answer));
      const writes = await textsWritten(async () => expect(await asked()).toStrictEqual(first));
      expect(writes > 0).toBe(isWrittenAgain);
    });

    const byHand = questions.filter(({ sql }) => sql !== undefined);
    if (byHand.length === 0) return;
    it.each(byHand)('$name, by hand', async (question) => {
      const { sql = '', answer } = question;
      const rows = await fixture.database.source.query<readonly ByHand[]>(answerOn(fixture.engine, sql));
      const [expected] = Object.values(answerOn<Answer>(fixture.engine, answer));
      expect(handOf(rows)).toEqual(Array.isArray(expected) ? countsOf(expected) : expected);
    });
  });
});

/** A row of a statement by hand. */
interface ByHand {
  readonly v?: unknown;
  readonly n?: unknown;
  readonly lo?: unknown;
  readonly hi?: unknown;
}

/** The answer by hand, in texts, because drivers read a count as a text or a number. */
function handOf(rows: readonly ByHand[]) {
  const [first] = rows;
  if (first !== undefined && 'lo' in first) return { min: first.lo, max: first.hi };
  return countsOf(rows.map(({ v, n }) => [v, Number(n)] as const));
}

/** Values with their counts as a set, by texts. */
function countsOf(counted: readonly (readonly [unknown, number])[]): readonly string[] {
  return counted
    .map(([value, count]) => `${value instanceof Object ? JSON.stringify(value) : String(value as string)}: ${count}`)
    .sort();
}

function toldOf(facets: Readonly<Record<string, Facet | undefined>>): Answer {
  const entries = Object.entries(facets).map(([name, facet]) => {
    if (facet === undefined) return [name, []] as const;
    if (!('values' in facet)) return [name, jsonOf(facet)] as const;
    return [name, facet.values.map(({ value, count }) => [jsonOf(value), count] as const)] as const;
  });
  return Object.fromEntries(entries) as Answer;
}

/** What a client receives: facets are answered as JSON. */
function jsonOf(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function hasMoreIn(facets: Readonly<Record<string, Facet | undefined>>): readonly string[] {
  return Object.entries(facets).flatMap(([name, facet]) => (facet && 'values' in facet && facet.hasMore ? name : []));
}
