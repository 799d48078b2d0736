import { readFileSync } from 'node:fs';
import { Filterable, type FilterService } from 'nestjs-filterable';
import { Column, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { tableOf } from '../../support/markdown.js';
import { answer, serviceFor } from '../parse/asking.js';

const file = 'docs/rules.md';

/** The options of the page's example of renamed fields, as a program would have them. */
const [, options = ''] = /```ts\n@Filterable\((\{\n[\s\S]*?)\)\n```/.exec(readFileSync(file, 'utf8')) ?? [];

class Address {
  @Column() city!: string;
}

@Entity()
class Cook {
  @PrimaryGeneratedColumn() id!: number;
  @Column() rating!: number;
  @Column() rank!: number;
  @Column(() => Address) address!: Address;
  @Column('simple-json') specs!: object;
  @ManyToOne(() => Cook) cook!: Relation<Cook>;
  @OneToMany(() => Cook, (cook) => cook.cook) reviews!: Relation<Cook>[];
}
// oxlint-disable-next-line typescript/no-implied-eval -- it is the page's own code
Filterable(new Function(`return (${options})`)() as never)(Cook);

describe(file, () => {
  let cooks: FilterService;
  beforeAll(async () => {
    cooks = await serviceFor([Cook]);
  });

  test.each(tableOf(file, 'request').map(([request = '', means = '']) => [request, means] as const))(
    '%s means %s',
    (request, means) => {
      const plain = (text: string) => text.replaceAll('`', '');
      const asking = { of: Cook, by: cooks, overrides: { select: true } } as const;
      expect(answer(plain(request), asking)).toBe(plain(means));
    },
  );

  test('tells of the end of a name', () => {
    const rank = cooks.describe(Cook).fields.find(({ name }) => name === 'rank');
    expect(rank?.deprecated).toEqual({ text: 'use rating', since: '2026-11-01', until: '2027-05-01' });
  });
});
