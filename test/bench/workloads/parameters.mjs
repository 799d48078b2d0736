import { counts, minutesBetweenPosts } from '../model/seed.mjs';

/** Number of parameter sets that each workload rotates through, so that no cached response is measured. */
export const turns = 16;

export const pageSize = 20;

export const everyTurn = (make) => Array.from({ length: turns }, (_, turn) => make(turn));

/** The moment of the post that stands at a place in the list of all, newest first. */
export function momentAt(place, posts) {
  return new Date(Date.UTC(2020, 0, 1) + (posts - 1 - place) * minutesBetweenPosts * 60_000);
}

export const authorName = (turn, posts) => `Author ${((turn * 37 + 5) % counts(posts).authors) + 1}`;

/** Start of the deep page and of the keyset page. */
export const depthOf = (posts) => Math.min(50_000, posts / 2);
