import { seedStatements } from './seed.mjs';

/** Where the matching posts are, of all posts from the oldest to the newest. */
const placements = {
  spread: (matches, posts) => `% ${Math.floor(posts / matches)} = 0`,
  oldest: (matches) => `< ${matches}`,
};

/** The numbers of matching posts: from one to half of them. */
const matchesIn = (posts) => [1, posts / 500, posts / 50, posts / 10, posts / 2];

/**
 * The related rows of the grid: for each number of matches and each placement a tag that no other post has, and
 * comments with a score that no other comment has.
 */
export function groupsOf(posts) {
  return matchesIn(posts).flatMap((matches, row) =>
    Object.keys(placements).map((placement, column) => {
      const id = 1_000 + 2 * row + column;
      return { id, matches, placement, tag: `grid ${id}`, score: 1_000_000 + id };
    }),
  );
}

/** The base data, and the rows of the grid. */
export function gridStatements(engine, posts) {
  const base = seedStatements(engine, posts);
  const numbers = /FROM ((?:generate_series|\(WITH)[^]*? AS s(?:\(g\))?)$/.exec(base.at(3))?.[1] ?? '';
  const named = engine === 'mariadb' ? (id) => `CONCAT('grid ', ${id})` : (id) => `'grid ' || ${id}`;
  return [
    ...base,
    ...groupsOf(posts).flatMap(({ id, matches, placement, score }, index) => {
      const chosen = `FROM ${numbers} WHERE (g * 7919) % ${posts} ${placements[placement](matches, posts)}`;
      return [
        `INSERT INTO tag (id, name) VALUES (${id}, ${named(id)})`,
        `INSERT INTO post_tag (post_id, tag_id) SELECT g, ${id} ${chosen}`,
        `INSERT INTO comment (id, body, approved, score, post_id)
           SELECT ${(index + 10) * posts} + g, 'grid', (1 = 1), ${score}, g ${chosen}`,
      ];
    }),
  ];
}
