import fc from 'fast-check';
import { Filterable, type FilterQuery } from 'nestjs-filterable';
import { Column, type DataSource, Entity, Index, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { onEngines } from '../../support/engines.js';
import { announceSeed, seed, timeout } from '../properties/settings.js';
import { factor } from '../../support/thorough.js';

@Entity('nf_band')
@Filterable({ fields: ['id', 'name'] })
class Band {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @Column({ type: 'varchar', length: 20 }) name!: string;
}

@Entity('nf_album')
@Filterable({
  fields: ['id', 'title', { name: 'longest', of: 'songs', max: 'seconds' }],
  relations: ['band', { name: 'songs', aggregates: true }],
})
class Album {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @PrimaryColumn({ type: 'int' }) edition!: number;
  @Column({ type: 'varchar', length: 20, nullable: true }) title!: string | null;
  @ManyToOne(() => Band, { nullable: false }) band!: Relation<Band>;
  @OneToMany(() => Song, ({ album }) => album) songs!: Relation<Song>[];
}

@Entity('nf_song')
@Filterable({ fields: ['id', 'seconds'] })
class Song {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @Column({ type: 'int' }) seconds!: number;
  @Index() @ManyToOne(() => Album, ({ songs }) => songs) album!: Relation<Album>;
}

const albums = Array.from({ length: 30 }, (_, index) => ({
  id: (index * 7) % 10,
  edition: index % 3,
  title: index % 4 === 0 ? null : `title ${index % 5}`,
  band: { id: (index % 3) + 1 },
}));

async function seedRows(source: DataSource): Promise<void> {
  const insert = (entity: new () => object, rows: object[]) => source.getRepository(entity).insert(rows);
  await insert(
    Band,
    [1, 2, 3].map((id) => ({ id, name: `band ${4 - id}` })),
  );
  await insert(Album, albums);
  const songs = albums.flatMap(({ id, edition }, index) =>
    Array.from({ length: (index * 5) % 7 }, (_, song) => ({
      id: index * 10 + song,
      seconds: (index * 31 + song * 17) % 100,
      album: { id, edition },
    })),
  );
  await insert(Song, songs);
}

const keys = ['songs.$count', 'songs.$avg.seconds', 'longest', 'band.name', 'title', 'id'];
const sorts = fc
  .shuffledSubarray(keys, { minLength: 1, maxLength: 3 })
  .chain((names) => fc.tuple(...names.map((name) => fc.boolean().map((isDown) => (isDown ? `${name}:desc` : name)))))
  .map((each) => each.join());

onEngines('a page of a joined builder', { entities: [Band, Album, Song], seed: seedRows }, (world) => {
  beforeAll(announceSeed);

  const keysOf = (rows: readonly Album[]) => rows.map(({ id, edition }) => `${id}/${edition}`);

  async function pages(request: string) {
    const query: FilterQuery<Album> = world.filters.parse(Album, request);
    const joined = world.source.createQueryBuilder(Album, 'album').leftJoinAndSelect('album.songs', 'song');
    const plain = await world.filters.page(world.repository(Album), query);
    const { data } = await world.filters.page(joined, query);
    return { plain: plain.data, data };
  }

  it.each(['songs.$count:desc', 'longest', 'songs.$avg.seconds', 'band.name:desc'])(
    'by %s computes the key of a row once, and not for each joined row',
    async (sort) => {
      const statements = await world.sent(() => pages(`sort=${sort}&pagination[pageSize]=5`));
      const ofRows = statements.find((text) => text.includes('song_seconds'));
      expect(ofRows).toBeDefined();
      expect(ofRows).not.toMatch(/COUNT\(|AVG\(|MAX\(|nf_band/);
    },
  );

  it(
    'has the rows of the page without the join, in their order, with all of their related rows',
    async () => {
      const property = fc.asyncProperty(sorts, fc.integer({ min: 1, max: 4 }), async (sort, page) => {
        const { plain, data } = await pages(`sort=${sort}&pagination[pageSize]=7&pagination[page]=${page}`);
        expect(keysOf(data)).toEqual(keysOf(plain));
        for (const { id, edition, songs } of data) {
          const index = albums.findIndex((album) => album.id === id && album.edition === edition);
          expect(songs).toHaveLength((index * 5) % 7);
        }
      });
      await fc.assert(property, { numRuns: 25 * factor, seed });
    },
    timeout,
  );
});
