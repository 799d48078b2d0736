/** The statements by hand for related rows: each form that gives the same rows, and the one for authors. */
const order = 'ORDER BY stars DESC, id DESC';

/** Numbers the reviews of each place. */
const numbered = (where, limit) =>
  `SELECT * FROM (SELECT r.*, ROW_NUMBER() OVER (PARTITION BY place_id ${order}) AS n FROM review r WHERE ${where}) t WHERE n <= ${limit}`;

/** All reviews, the first of each place first. */
const all = (where) => `SELECT id, stars, text, place_id FROM review WHERE ${where} ${order}`;

export const formsByHand = {
  postgres: {
    first: (ids, limit) => ({
      text: `SELECT r.* FROM unnest($1::int[]) AS p(id) CROSS JOIN LATERAL (SELECT * FROM review WHERE place_id = p.id ${order} LIMIT ${limit}) r`,
      values: [ids],
    }),
    numbered: (ids, limit) => ({ text: numbered('place_id = ANY($1::int[])', limit), values: [ids] }),
    all: (ids) => ({ text: all('place_id = ANY($1::int[])'), values: [ids] }),
    authors: (ids) => ({ text: 'SELECT * FROM author WHERE id = ANY($1::int[])', values: [ids] }),
  },
  mariadb: {
    first: (ids, limit) => ({
      text: ids.map(() => `(SELECT * FROM review WHERE place_id = ? ${order} LIMIT ${limit})`).join(' UNION ALL '),
      values: ids,
    }),
    numbered: (ids, limit) => ({ text: numbered('place_id IN (?)', limit), values: [ids] }),
    all: (ids) => ({ text: all('place_id IN (?)'), values: [ids] }),
    authors: (ids) => ({ text: 'SELECT * FROM author WHERE id IN (?)', values: [ids] }),
  },
  sqlite: {
    first: (ids, limit) => ({
      text: `SELECT r.* FROM json_each(?) p JOIN review r ON r.id IN (SELECT id FROM review WHERE place_id = p.value ${order} LIMIT ${limit}) ORDER BY r.stars DESC, r.id DESC`,
      values: [JSON.stringify(ids)],
    }),
    numbered: (ids, limit) => ({
      text: numbered('place_id IN (SELECT value FROM json_each(?))', limit),
      values: [JSON.stringify(ids)],
    }),
    all: (ids) => ({ text: all('place_id IN (SELECT value FROM json_each(?))'), values: [JSON.stringify(ids)] }),
    authors: (ids) => ({
      text: 'SELECT * FROM author WHERE id IN (SELECT value FROM json_each(?))',
      values: [JSON.stringify(ids)],
    }),
  },
};
