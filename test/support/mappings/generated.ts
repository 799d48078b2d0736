import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import type { EngineName } from '../databases.js';
import { type Mapping, asking, save } from './mapping.js';

/** A column that the database computes, and that MariaDB lets be NULL whatever its entity says. */
export function generated(engine: EngineName): Mapping {
  @Entity('generated_crate')
  @Filterable()
  class Crate {
    @PrimaryColumn() id!: number;
    @Column({ type: 'int', nullable: true }) weight!: number | null;
    @Column({
      type: 'int',
      asExpression: 'weight * 2',
      generatedType: 'STORED',
      insert: false,
      update: false,
      nullable: engine !== 'mariadb',
    })
    both!: number | null;
  }

  return {
    name: 'a generated column',
    entities: [Crate],
    async seed(source) {
      const weights = [3, null, 1, null, 2];
      await save(
        source,
        Crate,
        weights.map((weight, index) => ({ id: index + 1, weight })),
      );
    },
    cases: asking(Crate, [
      ['sort=both:asc:nullsLast', [3, 5, 1, 2, 4]],
      ['sort=both:asc:nullsFirst', [2, 4, 3, 5, 1]],
      ['sort=both:desc:nullsLast', [1, 5, 3, 4, 2]],
      ['sort=both:desc:nullsFirst', [4, 2, 1, 5, 3]],
    ]),
  };
}
