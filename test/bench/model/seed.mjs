/** The numbers 1 to n as rows `g`, per engine. */
export const numbersFrom = {
  postgres: (n) => `generate_series(1::bigint, ${n}) AS s(g)`,
  sqlite: (n) =>
    `(WITH RECURSIVE s(g) AS (SELECT 1 UNION ALL SELECT g + 1 FROM s WHERE g < ${n}) SELECT g FROM s) AS s`,
  mariadb: (n) =>
    `(WITH RECURSIVE s(g) AS (SELECT 1 UNION ALL SELECT g + 1 FROM s WHERE g < ${n}) SELECT g FROM s) AS s`,
};

export const minutesFrom = {
  postgres: (n) => `timestamptz '2020-01-01 00:00:00+00' + (${n}) * interval '1 minute'`,
  sqlite: (n) => `strftime('%Y-%m-%d %H:%M:%S.000', '2020-01-01', '+' || (${n}) || ' minutes')`,
  mariadb: (n) => `DATE_ADD('2020-01-01', INTERVAL (${n}) MINUTE)`,
};

export const joinedBy = {
  postgres: (a, b) => `${a} || ${b}`,
  sqlite: (a, b) => `${a} || ${b}`,
  mariadb: (a, b) => `CONCAT(${a}, ${b})`,
};

const truth = { postgres: (c) => `(${c})`, sqlite: (c) => `(${c})`, mariadb: (c) => `(${c})` };

export const minutesBetweenPosts = 5;
export const counts = (posts) => ({ authors: posts / 100, countries: 50, comments: posts * 3, tags: 200 });

/**
 * Rows that look random and are the same on every engine and in every run. Each post has one of ten popular tags, one
 * of ninety others, and one in fifty has one of a hundred rare ones; each has three comments, half of them approved.
 */
export function seedStatements(engine, posts) {
  const { authors, countries, comments, tags } = counts(posts);
  const [from, time, concat, bool] = [numbersFrom[engine], minutesFrom[engine], joinedBy[engine], truth[engine]];
  const spread = (factor, prime, range) => `((g * ${factor}) % ${prime}) % ${range}`;
  return [
    `INSERT INTO country (id, code, name) SELECT g, ${concat(`'c'`, 'g')}, ${concat(`'Country '`, 'g')} FROM ${from(countries)}`,
    `INSERT INTO author (id, name, country_id) SELECT g, ${concat(`'Author '`, 'g')}, g % ${countries} + 1 FROM ${from(authors)}`,
    `INSERT INTO tag (id, name) SELECT g, ${concat(`'tag '`, 'g')} FROM ${from(tags)}`,
    `INSERT INTO post (id, title, status, views, published_at, author_id)
       SELECT g, ${concat(`'Post number '`, 'g')}, CASE WHEN g % 10 < 7 THEN 'published' ELSE 'draft' END,
         ${spread(104_729, 1_299_709, 100_000)}, ${time(`((g * 7919) % ${posts}) * ${minutesBetweenPosts}`)},
         ${spread(31_337, 1_299_721, authors)} + 1 FROM ${from(posts)}`,
    `INSERT INTO comment (id, body, approved, score, post_id)
       SELECT g, ${concat(`'Comment number '`, 'g')}, ${bool(`${spread(48_271, 65_537, 2)} = 0`)},
         ${spread(16_807, 99_991, 10_000)}, (g * 17) % ${posts} + 1 FROM ${from(comments)}`,
    `INSERT INTO entry (id, list, score, note)
       SELECT g, g % 3, g - g % 15, ${concat(`'A note of eighty characters, more or less, so that rows are wide: number '`, 'g')} FROM ${from(posts)}`,
    `INSERT INTO post_tag (post_id, tag_id) SELECT g, ${spread(7_919, 65_537, 10)} + 1 FROM ${from(posts)}`,
    `INSERT INTO post_tag (post_id, tag_id) SELECT g, ${spread(6_271, 65_539, 90)} + 11 FROM ${from(posts)}`,
    `INSERT INTO post_tag (post_id, tag_id) SELECT g, (g / 50) % 100 + 101 FROM ${from(posts)} WHERE g % 50 = 0`,
  ].map((text) => (engine === 'mariadb' ? text.replace('(g / 50)', '(g DIV 50)') : text));
}

/** Statements that update the planner's statistics after so many inserts. */
export const analyseStatements = {
  postgres: (tables) => tables.map((table) => `VACUUM ANALYZE ${table}`),
  sqlite: () => ['ANALYZE'],
  mariadb: (tables) => [`ANALYZE TABLE ${tables.join(', ')}`],
};
