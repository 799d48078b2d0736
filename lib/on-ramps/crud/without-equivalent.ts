import { commentsOn } from '../shared/unprinted.js';
import type { CrudOptionsLike } from './crud-options-like.js';

/** Comments on the options that no decorator has, beginning with those that narrow the rows. */
export function withoutEquivalent(crud: CrudOptionsLike): readonly string[] {
  const { query = {}, params = {}, operators = {}, serialize } = crud;
  const joins = Object.entries(query.join ?? {});
  const required = joins.filter(([, join]) => join?.required === true).map(([name]) => name);
  const always = "name its conditions in `defaults.filters` with `when: 'always'`, or in a `scope`";
  return [
    ...commentsOn([['query.filter', query.filter, always]]),
    ...paramsOf(params),
    ...required.map((name) => `// Rows without ${name} are not found there: demand its \`$exists\` in a \`scope\`.`),
    ...commentsOn([
      ['query.persist', query.persist, 'primary keys always come, and the builder selects the rest'],
      ['query.cache', query.cache, 'keep answers by `query.cacheKey()`'],
      ['operators.custom', operators.custom, 'give them to `forRoot()`, made by `defineOperator()`'],
      ['serialize', serialize, 'the handler maps the rows of its page'],
    ]),
  ];
}

/** Comments on the parameters of a list's route: each is a condition there, and without it the list is wider. */
function paramsOf(params: NonNullable<CrudOptionsLike['params']>): readonly string[] {
  return Object.entries(params)
    .filter(([, param]) => param !== undefined && param.primary !== true && param.disabled !== true)
    .map(([name, param]) => {
      const field = param?.field ?? name;
      return `// The parameter ${name} is a condition on ${field} there: give it to \`filters.and()\`, or to a \`scope\`.`;
    });
}
