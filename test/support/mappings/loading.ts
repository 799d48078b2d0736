import { Column, Entity, JoinTable, ManyToMany, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import { type Mapping, asking, numbered, save } from './mapping.js';

/** Relations that load themselves: eagerly, or when somebody awaits them. */

@Entity()
@Filterable()
export class Chapter {
  @PrimaryColumn() id!: number;
  @Column() heading!: string;
  @ManyToOne(() => Novel, (novel) => novel.chapters) novel!: Relation<Novel>;
}

@Entity()
@Filterable()
export class Genre {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @ManyToMany(() => Novel, (novel) => novel.genres) novels!: Promise<Novel[]>;
}

@Entity()
@Filterable()
export class Publisher {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @OneToMany(() => Novel, (novel) => novel.publisher) novels!: Promise<Novel[]>;
}

@Entity()
@Filterable()
export class Novel {
  @PrimaryColumn() id!: number;
  @Column() title!: string;
  @OneToMany(() => Chapter, (chapter) => chapter.novel, { eager: true }) chapters!: Relation<Chapter>[];
  @ManyToOne(() => Publisher, (publisher) => publisher.novels, { nullable: true })
  publisher!: Promise<Publisher | null>;
  @ManyToMany(() => Genre, (genre) => genre.novels) @JoinTable() genres!: Promise<Genre[]>;
}

export const loading: Mapping = {
  name: 'eager and lazy relations',
  entities: [Chapter, Genre, Publisher, Novel],
  async seed(source) {
    const [crime, love] = numbered('name', 'crime', 'love');
    const [old, young] = numbered('name', 'Old', 'Young');
    await save(source, Genre, [crime, love]);
    await save(source, Publisher, [old, young]);
    const later = (publisher: object | null, genres: object[]) => ({
      publisher: Promise.resolve(publisher),
      genres: Promise.resolve(genres),
    });
    await save(source, Novel, [
      { id: 1, title: 'Knives', ...later(young, [crime]) },
      { id: 2, title: 'Kisses', ...later(old, [love, crime]) },
      { id: 3, title: 'Silence', ...later(null, []) },
    ]);
    await save(source, Chapter, [
      { id: 1, heading: 'One', novel: { id: 1 } },
      { id: 2, heading: 'Two', novel: { id: 1 } },
      { id: 3, heading: 'One', novel: { id: 2 } },
    ]);
  },
  cases: [
    ...asking(Novel, [
      ['filters[chapters][heading]=Two', [1]],
      ['filters[chapters][$none][heading]=Two', [2, 3]],
      ['filters[publisher][name]=Old', [2]],
      ['filters[publisher]=2', [1]],
      ['filters[publisher][$null]=true', [3]],
      ['filters[genres][name]=crime&sort=title', [2, 1]],
      ['filters[genres][$every][name]=crime', [1, 3]],
      ['sort=chapters.$count:desc', [1, 2, 3]],
      ['sort=chapters.heading:desc:nullsLast', [1, 2, 3]],
      ['sort=publisher.name:asc:nullsLast', [2, 1, 3]],
      ['sort=genres.name:desc:nullsFirst', [3, 2, 1]],
    ]),
    ...asking(Publisher, [
      ['filters[novels][title]=Knives', [2]],
      ['filters[novels][chapters][heading]=Two', [2]],
      ['sort=novels.title:desc', [2, 1]],
    ]),
    ...asking(Genre, [
      ['filters[novels][publisher][name]=Young', [1]],
      ['sort=novels.$count', [2, 1]],
    ]),
  ],
};
