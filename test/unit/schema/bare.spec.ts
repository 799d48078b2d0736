import { Filterable } from 'nestjs-filterable';
import { ChildEntity, Column, Entity, PrimaryGeneratedColumn, TableInheritance } from 'typeorm';
import { serviceFor } from '../parse/asking.js';
import { exposedBy, namesIn } from './things.js';

const all = [
  'id',
  'title',
  'size',
  'meta',
  'picture',
  'reference',
  'version',
  'ownerId',
  'address.city',
  'address.zip',
];

/** Everything but what is named. */
function without(...names: readonly string[]): string[] {
  return all.filter((name) => !names.includes(name));
}

describe('a bare decorator', () => {
  it('exposes every column but unselected ones, the delete date, and foreign keys of relations that are not exposed', async () => {
    const { fields } = await exposedBy({ thing: {} });
    expect(fields).toEqual(without('ownerId'));
  });

  it('exposes relations to filterable classes only, with their foreign keys', async () => {
    expect(await exposedBy({ thing: {}, owner: { fields: ['name'] } })).toMatchObject({
      fields: all,
      relations: ['owner', 'keeper', 'whole', 'parts'],
    });
    expect(await exposedBy({ thing: {}, tag: {} })).toMatchObject({
      fields: without('ownerId'),
      relations: ['tags', 'whole', 'parts'],
    });
  });

  const relations = ['owner', 'keeper', 'whole', 'parts'];

  it.each<[string[], string[], string]>([
    [['title', 'meta'], without('title', 'meta'), 'columns'],
    [['owner'], without('ownerId'), 'a relation, and with it its foreign key'],
    [['ownerId'], without('ownerId'), 'a foreign key alone'],
    [['address.zip'], without('address.zip'), 'an embedded column'],
    [['address'], without('address.city', 'address.zip'), 'everything that is embedded'],
    [['secret'], all, 'what was not exposed anyway'],
  ])('leaves out %j: %j (%s)', async (except, fields) => {
    const declared = await exposedBy({ thing: { except }, owner: {} });
    expect(declared.fields).toEqual(fields);
    expect(declared.relations).toEqual(relations.filter((name) => !except.includes(name)));
  });

  it('sorts by every column with an order, and through every relation by those of its entity', async () => {
    const { sort } = await exposedBy({ thing: { except: ['whole', 'parts'] }, owner: { fields: ['name'] } });
    expect(sort).toEqual([...without('meta', 'picture'), 'owner.name', 'keeper.name']);
  });

  it('hides the discriminator of a shared table, and the columns of other classes in it', async () => {
    @Entity()
    @Filterable()
    @TableInheritance({ column: { name: 'type', type: 'varchar' } })
    class Animal {
      @PrimaryGeneratedColumn() id!: number;
      @Column() type!: string;
      @Column() name!: string;
    }
    @ChildEntity()
    class Dog extends Animal {
      @Column() breed!: string;
    }
    const by = await serviceFor([Animal, Dog]);
    expect(namesIn(by.describe(Animal)).fields).toEqual(['id', 'name']);
    expect(namesIn(by.describe(Dog)).fields).toEqual(['id', 'name', 'breed']);
  });
});
