import {
  Column,
  Entity,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
  Tree,
  TreeChildren,
  TreeParent,
} from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import { type Mapping, asking, numbered, save } from './mapping.js';

/** Entities that are related to themselves, and paths that come by the same relation twice. */

@Entity()
@Filterable()
class Person {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @ManyToOne(() => Person, (person) => person.children, { nullable: true }) parent!: Relation<Person> | null;
  @OneToMany(() => Person, (person) => person.parent) children!: Relation<Person>[];
  @ManyToMany(() => Person, (person) => person.followers) @JoinTable() follows!: Relation<Person>[];
  @ManyToMany(() => Person, (person) => person.follows) followers!: Relation<Person>[];
}

@Entity()
@Tree('materialized-path')
@Filterable()
class Folder {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @TreeParent() parent!: Relation<Folder> | null;
  @TreeChildren() children!: Relation<Folder>[];
}

export const selves: Mapping = {
  name: 'self relations and trees',
  entities: [Person, Folder],
  async seed(source) {
    const ann = { id: 1, name: 'Ann', parent: null };
    const bo = { id: 2, name: 'Bo', parent: ann };
    const cy = { id: 3, name: 'Cy', parent: ann };
    const di = { id: 4, name: 'Di', parent: bo };
    await save(source, Person, [ann, bo, cy, di]);
    await save(source, Person, [
      { ...ann, follows: [di] },
      { ...bo, follows: [ann, cy] },
      { ...cy, follows: [] },
      { ...di, follows: [di, bo] },
    ]);
    const root = Object.assign(new Folder(), { id: 1, name: 'root' });
    const inner = Object.assign(new Folder(), { id: 2, name: 'inner', parent: root });
    await source.getTreeRepository(Folder).save(root);
    await source.getTreeRepository(Folder).save(inner);
    await source.getTreeRepository(Folder).save(Object.assign(new Folder(), { id: 3, name: 'leaf', parent: inner }));
  },
  cases: [
    ...asking(Person, [
      ['filters[parent][name]=Ann', [2, 3]],
      ['filters[parent][parent][name]=Ann', [4]],
      ['filters[parent][$null]=true', [1]],
      ['filters[children][name]=Bo', [1]],
      ['filters[children][children][name]=Di', [1]],
      ['filters[children][parent][children][name]=Cy', [1]],
      ['filters[parent][children][parent][name]=Ann&filters[name]=Bo', [2]],
      ['filters[children][$count]=2', [1]],
      ['filters[children][$none][children][$exists]=true', [2, 3, 4]],
      ['filters[follows][name]=Di', [1, 4]],
      ['filters[followers][name]=Di', [2, 4]],
      ['filters[follows][follows][name]=Bo', [1, 4]],
      ['filters[follows][followers][name]=Bo', [2]],
      ['filters[follows][$count]=2', [2, 4]],
      ['filters[followers][$count]=0', []],
      ['filters[$and][0][follows][name]=Ann&filters[$and][1][follows][name]=Cy', [2]],
      ['sort=parent.name:asc:nullsFirst,name:desc', [1, 3, 2, 4]],
      ['sort=parent.parent.name:desc:nullsLast,parent.name:desc:nullsLast,name:desc', [4, 3, 2, 1]],
      ['sort=children.$count:desc,name:desc', [1, 2, 4, 3]],
      ['sort=children.name:desc:nullsLast,id', [2, 1, 3, 4]],
      ['sort=follows.name:asc:nullsLast,id', [2, 4, 1, 3]],
      ['sort=followers.$count:desc,id', [4, 1, 2, 3]],
    ]),
    ...asking(Folder, [
      ['filters[parent][name]=root', [2]],
      ['filters[children][children][name]=leaf', [1]],
      ['filters[children][$exists]=false', [3]],
      ['sort=parent.name:asc:nullsLast', [3, 2, 1]],
      ['sort=children.name:desc:nullsLast', [2, 1, 3]],
    ]),
  ],
};

/** Relations that load themselves: eagerly, or when somebody awaits them. */

@Entity()
@Filterable()
class Chapter {
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
