import { Filterable } from 'nestjs-filterable';
import { Column, Entity, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { answers, serviceFor } from '../parse/asking.js';

const isAdmin = (context: unknown) => (context as { readonly admin?: boolean } | undefined)?.admin === true;

@Entity()
@Filterable({
  fields: ['id', { name: 'title', as: 'name' }, { name: 'price', when: isAdmin }],
})
class Book {
  @PrimaryColumn() id!: number;
  @Column() title!: string;
  @Column() price!: number;
}

/** A list that exposes one field of its related rows, and is sorted by others. */
@Entity()
@Filterable({ relations: [{ name: 'book', fields: ['id'] }], sort: ['book.title', 'book.price'] })
class Loan {
  @PrimaryColumn() id!: number;
  @ManyToOne(() => Book) book!: Relation<Book>;
}

const by = await serviceFor([Book, Loan]);
const admin = { context: { admin: true } };

describe('a sort key through a relation that exposes less than its entity', () => {
  answers(
    [
      ['sort=book.name', 'sort[0]=book.name:asc', 'has the alias of the entity'],
      ['sort=book.title', ['not_sortable /sort/0'], 'and not the name of its property'],
      ['sort=book.price', ['not_sortable /sort/0'], 'is hidden where the entity hides it'],
    ],
    { of: Loan, by },
  );
  answers([['sort=book.price', 'sort[0]=book.price:asc', 'and shown where the entity shows it']], {
    ...{ of: Loan, by, overrides: admin },
  });
});
