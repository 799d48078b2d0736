import { FilterException } from 'nestjs-filterable';
import { filterServiceFor } from 'nestjs-filterable/testing';
import { cases } from '../../support/table.js';
import { Harbour, harbourEntities } from '../../support/worlds/harbours.js';

const huge = '9'.repeat(400);

it.each(
  cases(`
    pagination[page]=9007199254740993       -> from 1 to 9007199254740991
    pagination[page]=99999999999999999999   -> from 1 to 9007199254740991
    pagination[page]=${huge}                -> from 1 to 9007199254740991
    pagination[start]=9007199254740993      -> from 0 to 9007199254740991
    pagination[pageSize]=9007199254740993   -> from 1 to 9007199254740991
    pagination[limit]=${huge}               -> from 1 to 9007199254740991
    pagination={"page":9007199254740993}    -> from 1 to 9007199254740991
    pagination[page]=-9007199254740993      -> from 1
    pagination[page]=1e17                   -> from 1
    pagination[page]=2.0                    -> from 1
  `),
)('a number of a page beyond the exact ones is refused with the greatest: %.40s -> %s', async (request, verdict) => {
  const filters = await filterServiceFor(harbourEntities);
  const refusal = (() => {
    try {
      filters.parse(Harbour, request);
      return '';
    } catch (error) {
      const [issue] = (error as FilterException).issues;
      return issue?.code === 'invalid_pagination' ? /from .*$/.exec(issue.message)?.[0] : issue?.code;
    }
  })();
  expect(refusal).toBe(verdict);
});
