import { OpenPost } from './open-blog.js';
import { aboutPosts, comment, comments, posts, subject, tag } from './question.js';
import { onEveryEngine } from './fixture.js';

/** The questions that lists are asked all the time, and that are answered wrong most of the time. */

const questions = [
  {
    name: 'posts that have the tag red and the tag blue',
    query: 'filters[$and][0][tags][name][$eqc]=red&filters[$and][1][tags][name][$eqc]=blue',
    sql: posts(`${tag('t.id = 1')} AND ${tag('t.id = 2')}`),
    includes: [1, 4, 15, 25, 31],
    excludes: [2, 3, 7],
  },
  {
    name: 'posts that have no unapproved comment',
    query: 'filters[comments][$none][approved]=false',
    sql: posts(`NOT ${comment('c.approved = FALSE')}`),
    includes: [3, 7, 10, 14],
    excludes: [1, 5, 22],
  },
  {
    name: 'posts all of whose comments have three stars or more',
    query: 'filters[comments][$every][stars][$gte]=3',
    sql: posts(`NOT ${comment('c.stars < 3 OR c.stars IS NULL')}`),
    includes: [3, 4, 10, 17],
    excludes: [1, 9, 30],
  },
  {
    name: 'posts with at least five comments of four stars',
    query: 'filters[comments][$count][$gte]=5&filters[comments][$count][$where][stars]=4',
    sql: posts(`${comments('c.stars = 4')} >= 5`),
    includes: [4, 6],
    excludes: [5],
  },
  {
    name: 'posts whose author has written another post with a comment of one star',
    query: 'filters[author][posts][comments][stars]=1',
    about: subject(OpenPost),
    sql: posts(
      `EXISTS (SELECT 1 FROM [post] o, [comment] c WHERE o.[authorId] = p.[authorId] AND o.[deletedAt] IS NULL
       AND c.[postId] = o.id AND c.stars = 1 AND c.[deletedAt] IS NULL)`,
    ),
    includes: [5, 6, 19, 10, 22, 4, 33],
    excludes: [1, 13],
  },
];

onEveryEngine((fixture) => {
  it.each(questions)('$name', async ({ query, sql, about = aboutPosts, includes, excludes }) => {
    const found = await about.ask(fixture.filters, fixture.database.source, query);

    expect([...found].sort((a, b) => a - b)).toEqual(await fixture.byHand(`${sql} ORDER BY p.id`));
    expect(found).toEqual(expect.arrayContaining(includes));
    expect(found.filter((id) => excludes.includes(id))).toEqual([]);
  });
});
