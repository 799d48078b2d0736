import { Filterable } from 'nestjs-filterable';
import { joinedBy, numbersFrom } from '../model/seed.mjs';

/** Places with many reviews, and others with few; each review has one of a thousand authors. */
export class Place {}
export class Review {}
export class Author {}

Filterable({ fields: ['id', 'name'] })(Author);
Filterable({ fields: ['id', 'stars', 'text'], relations: ['author'], populate: ['author'] })(Review);
Filterable({
  fields: ['id', 'name'],
  relations: ['reviews'],
  populate: [{ name: 'reviews', limit: 3, maximum: 100, sort: 'stars:desc' }],
})(Place);

const key = { type: 'int', primary: true };
const text = { type: 'varchar', length: '120' };
const toOne = (target, column) => ({
  type: 'many-to-one',
  target: () => target,
  joinColumn: { name: column },
  nullable: false,
});

function schemas({ EntitySchema }) {
  return [
    { name: 'Author', target: Author, tableName: 'author', columns: { id: key, name: text } },
    {
      name: 'Review',
      target: Review,
      tableName: 'review',
      columns: { id: key, stars: { type: 'int' }, text },
      relations: {
        place: { ...toOne(Place, 'place_id'), inverseSide: 'reviews' },
        author: toOne(Author, 'author_id'),
      },
      indices: [{ name: 'review_of_place', columns: ['place', 'stars', 'id'] }],
    },
    {
      name: 'Place',
      target: Place,
      tableName: 'place',
      columns: { id: key, name: text },
      relations: { reviews: { type: 'one-to-many', target: () => Review, inverseSide: 'place' } },
    },
  ].map((options) => new EntitySchema(options));
}

/** The number of places, of which a page has some. */
export const places = 1_000;

/** Makes the model of a database in which each place has so many reviews. */
export function placesWith(reviews) {
  const seed = (engine) => {
    const [from, concat] = [numbersFrom[engine], joinedBy[engine]];
    const all = places * reviews;
    return [
      `INSERT INTO author (id, name) SELECT g, ${concat(`'author '`, 'g')} FROM ${from(1_000)}`,
      `INSERT INTO place (id, name) SELECT g, ${concat(`'place '`, 'g')} FROM ${from(places)}`,
      `INSERT INTO review (id, stars, text, place_id, author_id)
         SELECT g, (g * 7919) % 1000003 % 5000, ${concat(`'review '`, 'g')}, g % ${places} + 1, (g * 31) % 1000 + 1 FROM ${from(all)}`,
    ];
  };
  return {
    prefix: 'nf_bench_populate',
    schemas,
    seed,
    tables: ['author', 'place', 'review'],
    last: 'review',
  };
}
