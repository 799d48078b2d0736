import { Column, Entity, JoinColumn, ManyToOne, OneToMany, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Filterable, FilterService } from 'nestjs-filterable';
import { type TestDatabase, engines, openDatabase } from '../../support/databases.js';

@Entity('nf_person')
@Filterable({ fields: ['id', 'name'] })
class Person {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @Column({ type: 'varchar', length: 20 }) name!: string;
}

/** A key as an object, which is no related entity. */
class Code {
  constructor(readonly number: number) {}
}

const code = {
  to: (value: unknown) => (value instanceof Code ? value.number : value),
  from: (value: number) => new Code(value),
};

@Entity('nf_member')
@Filterable({
  fields: ['personId', 'team', 'role', { name: 'noteCount', of: 'notes', count: true }],
  populate: ['person', 'notes'],
})
class Member {
  @PrimaryColumn({ type: 'int' }) personId!: number;
  @PrimaryColumn({ type: 'int' }) team!: number;
  @Column({ type: 'varchar', length: 20 }) role!: string;
  @ManyToOne(() => Person) @JoinColumn({ name: 'personId' }) person!: Relation<Person>;
  @OneToMany(() => Note, ({ member }) => member) notes!: Relation<Note>[];
}

@Entity('nf_note')
@Filterable({ fields: ['id'] })
class Note {
  @PrimaryColumn({ type: 'int' }) id!: number;
  @ManyToOne(() => Member, ({ notes }) => notes) member!: Relation<Member>;
}

@Entity('nf_profile')
@Filterable({ fields: ['bio'], populate: ['person'] })
class Profile {
  @PrimaryColumn({ type: 'int', transformer: code }) personId!: Code;
  @Column({ type: 'varchar', length: 20 }) bio!: string;
  @OneToOne(() => Person) @JoinColumn({ name: 'personId' }) person!: Relation<Person>;
}

describe.each(engines)('primary keys that refer to another entity on %s', (engine) => {
  let database: TestDatabase;
  let filters: FilterService;
  beforeAll(async () => {
    database = await openDatabase(engine, { entities: [Person, Member, Note, Profile] });
    filters = FilterService.forDataSource(database.source);
    const insert = (entity: new () => object, rows: object[]) => database.source.getRepository(entity).insert(rows);
    await insert(Person, [
      { id: 1, name: 'Ann' },
      { id: 2, name: 'Ben' },
    ]);
    await insert(Member, [
      { personId: 1, team: 7, role: 'a' },
      { personId: 2, team: 7, role: 'b' },
    ]);
    const member = { personId: 1, team: 7 };
    await insert(Note, [
      { id: 1, member },
      { id: 2, member },
    ]);
    await insert(Profile, [{ person: { id: 2 }, bio: 'x' }]);
  });
  afterAll(() => database.close());

  const builders = [
    ['alone', () => database.source.getRepository(Member).createQueryBuilder('m')],
    [
      'with the related one, whose key is not selected',
      () => database.source.getRepository(Member).createQueryBuilder('m').leftJoin('m.person', 'p').addSelect('p.name'),
    ],
    [
      'with the whole related one',
      () => database.source.getRepository(Member).createQueryBuilder('m').leftJoinAndSelect('m.person', 'p'),
    ],
  ] as const;

  it.each(builders)('populate other relations, read %s', async (_, builder) => {
    const query = filters.parse(Member, 'sort=role&populate=notes');
    const { data } = await filters.page(builder(), query);
    expect(data.map(({ role, notes }) => [role, notes.map(({ id }) => id)])).toEqual([
      ['a', [1, 2]],
      ['b', []],
    ]);
  });

  it.each(builders)('answer aggregates, read %s', async (_, builder) => {
    const query = filters.parse(Member, 'sort=role&fields=role,noteCount', { select: true });
    const { data } = await filters.page(builder(), query);
    expect(data.map((row) => [row.role, (row as unknown as { noteCount: number }).noteCount])).toEqual([
      ['a', 2],
      ['b', 0],
    ]);
  });

  it('may be made into objects by a transformer', async () => {
    const { data } = await filters.page(
      database.source.getRepository(Profile),
      filters.parse(Profile, 'populate=person'),
    );
    expect(data.map(({ person, personId }) => [person.name, personId])).toEqual([['Ben', new Code(2)]]);
  });
});
