import { Filterable } from 'nestjs-filterable';
import { Column, Entity, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { type Asking, issuesOf, serviceFor } from '../parse/asking.js';

const forManagers = { when: (role: unknown) => role === 'manager' };

class Depth {
  @Column() floor!: string;
  @Column() vault!: string;
}

@Entity()
@Filterable({
  fields: [
    'id',
    { name: 'salary', formerly: ['income'], ...forManagers },
    { name: 'home', formerly: ['house'], ...forManagers },
    { name: 'depth.vault', ...forManagers },
    'depth.floor',
    { name: 'bookSum', of: 'books', count: true, ...forManagers },
  ],
  populate: ['books'],
})
class Writer {
  @PrimaryColumn() id!: number;
  @Column() salary!: number;
  @Column(() => Depth) home!: Depth;
  @Column(() => Depth) depth!: Depth;
  @OneToMany(() => Book, ({ writer }) => writer) books!: Relation<Book>[];
}

@Entity()
@Filterable({ fields: ['id', { name: 'profit', ...forManagers }], populate: ['writer'] })
class Book {
  @PrimaryColumn() id!: number;
  @Column() profit!: number;
  @ManyToOne(() => Writer, ({ books }) => books) writer!: Relation<Writer>;
}

const service = await serviceFor([Writer, Book]);

/** Ways to name a field more than once; NAME is first one that is hidden, then one that nobody declared. */
const ofList = [
  'fields=NAME',
  'fields=NAME,NAME',
  'fields=NAME,NAME,NAME',
  'fields=NAME&fields=NAME',
  'fields[0]=NAME&fields[1]=NAME',
  'fields[0]=NAME,id&fields[1]=NAME,id',
  'fields=id,NAME,id',
];
const asOption = (path: string) => ofList.map((request) => request.replaceAll('fields', `${path}[fields]`));

/** The list, names that some may see in it, the requests, and what clients may choose where that is not everything. */
type Twins = readonly [
  of: typeof Writer | typeof Book,
  hidden: readonly string[],
  requests: string[],
  select?: string[],
];

const written = ['salary', 'home', 'home.floor', 'depth.vault', 'bookSum', 'income', 'house', 'house.vault'];

const twins: readonly Twins[] = [
  [Writer, written, ofList],
  [Writer, ['salary', 'home', 'home.floor', 'bookSum'], ofList, ['id', 'salary', 'home', 'bookSum']],
  [Book, ['profit'], ofList],
  [Writer, ['profit'], asOption('populate[books]')],
  [Book, written, asOption('populate[writer]')],
  [Writer, written, asOption('populate[books][populate][writer]')],
];

const rows = twins.flatMap(([of, names, requests, select]) =>
  names.flatMap((hidden) => requests.map((request) => [request, hidden, of, select] as const)),
);

describe('a hidden name that is listed more than once is told like an invented one', () => {
  it.each(rows)('%s, with %s', (request, hidden, of, select) => {
    const issues = (name: string, context: unknown) => {
      const overrides = { select: select ?? true, context } as NonNullable<Asking['overrides']>;
      return JSON.stringify(issuesOf(request.replaceAll('NAME', name), { of, by: service, overrides }));
    };
    const invented = hidden.replaceAll(/[^.]+$/g, (last) => 'q'.repeat(last.length));
    const told = issues(hidden, 'guest');
    expect(told).toContain('unknown_field');
    expect(told.replaceAll(hidden, 'NAME')).toBe(issues(invented, 'guest').replaceAll(invented, 'NAME'));
    expect(issues(hidden, 'manager')).not.toContain('unknown_field');
  });
});
