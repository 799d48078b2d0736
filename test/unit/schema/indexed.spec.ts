import { FilterService, Filterable } from 'nestjs-filterable';
import { filterServiceFor } from 'nestjs-filterable/testing';
import { Column, Entity, Index, PrimaryColumn, VirtualColumn } from 'typeorm';

class Price {
  @Index('product_price', { synchronize: false })
  @Column()
  amount!: number;

  @Column()
  amounts!: number;
}

@Entity()
@Filterable({
  fields: [
    'id',
    'price.amount',
    'price.amounts',
    'name',
    'title',
    'tags',
    'labels',
    { name: 'sizes', kind: 'text', list: true },
    { name: 'specs', paths: { color: 'text' } },
    { name: 'length', kind: 'integer' },
  ],
})
class Product {
  @PrimaryColumn()
  id!: number;

  @Index()
  @Column()
  name!: string;

  @Column()
  title!: string;

  @Column(() => Price)
  price!: Price;

  @Index('product_tags', { synchronize: false })
  @Column('text', { array: true })
  tags!: string[];

  @Index()
  @Column('simple-array')
  labels!: string[];

  @Index('product_sizes', { synchronize: false })
  @Column('jsonb')
  sizes!: string[];

  @Index('product_specs', { synchronize: false })
  @Column('jsonb')
  specs!: { readonly color?: string };

  @VirtualColumn({ query: (alias) => `SELECT LENGTH(${alias}.name)` })
  length!: number;
}

describe('a field counts as indexed', () => {
  let service: FilterService;
  beforeAll(async () => {
    service = await filterServiceFor([Product], { type: 'postgres' });
  });

  it.each([
    ['id', true, 'its primary key starts with it'],
    ['name', true, 'an index starts with it'],
    ['title', false, 'there is none'],
    ['price.amount', true, 'an index starts with it that TypeORM does not synchronize'],
    ['price.amounts', false, 'that index is on another column'],
    ['tags', true, 'an index on an array finds elements'],
    ['labels', false, 'an index on a delimited text finds none'],
    ['sizes', false, 'an index on a document serves some kinds of elements only'],
    ['specs', false, 'an index on a document does not tell where it is null'],
    ['specs.color', false, 'an index on an expression is not declared'],
    ['length', false, 'it is computed'],
  ])('%s: %p, because %s', (name, indexed) => {
    const field = service.describe(Product).fields.find((each) => each.name === name);
    expect(field?.indexed).toBe(indexed);
  });
});
