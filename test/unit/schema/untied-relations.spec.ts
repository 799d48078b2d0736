import { FilterConfigurationError, FilterService, Filterable } from 'nestjs-filterable';
import { Entity, ManyToMany, PrimaryColumn, type Relation } from 'typeorm';
import { describeEntities } from '../../support/metadata.js';

/** Many-to-many without a junction table, because both sides have left it to the other. */
function untied(options: { except?: string[]; fields?: string[]; relations?: string[] }) {
  @Entity()
  @Filterable(options as object)
  class Song {
    @PrimaryColumn() id!: number;
    @ManyToMany(() => Singer, (singer) => singer.songs) singers!: Relation<Singer>[];
  }

  @Entity()
  @Filterable({ fields: ['id'] })
  class Singer {
    @PrimaryColumn() id!: number;
    @ManyToMany(() => Song, (song) => song.singers) songs!: Relation<Song>[];
  }
  return { Song, Singer };
}

async function boot(options: Parameters<typeof untied>[0]) {
  const { Song, Singer } = untied(options);
  return { filters: FilterService.forDataSource(await describeEntities('sqlite', [Song, Singer])), Song };
}

describe('a relation without columns to join by', () => {
  it.each([
    ['named', { relations: ['singers'] }],
    ['exposed by a bare decorator', {}],
  ])('is an error at boot where it is %s', async (_, options) => {
    await expect(boot(options)).rejects.toThrow(FilterConfigurationError);
    await expect(boot(options)).rejects.toThrow(
      '@Filterable() on Song: TypeORM has no columns to join the relation singers by; add @JoinColumn()',
    );
  });

  it.each([
    ['by names', { fields: ['id'] }],
    ['by an exception', { except: ['singers'] }],
  ])('is left out %s, and the rest stays', async (_, options) => {
    const { filters, Song } = await boot(options);
    const query = filters.parse(Song, 'filters[id]=1');
    expect(filters.and(query, { id: 2 }).toString()).toBe(query.toString());
    expect(() => filters.and(query, { singers: { id: 1 } })).toThrow(/^and\(Song\): filters\[singers\]/);
  });
});
