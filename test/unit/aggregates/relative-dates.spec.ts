import { Filterable } from 'nestjs-filterable';
import { Column, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { type Condition, atMoment, momentBy, planOf, printObject } from '../../../lib/ast/index.js';
import { serviceFor } from '../parse/asking.js';

@Entity()
@Filterable({ fields: ['id', 'on', 'stars', 'approved'] })
class Visit {
  @PrimaryGeneratedColumn() id!: number;
  @Column('date') on!: string;
  @Column() stars!: number;
  @Column() approved!: boolean;
  @ManyToOne(() => Museum, (museum) => museum.visits) museum!: Relation<Museum>;
}

@Entity()
@Filterable({ fields: ['id'], relations: [{ name: 'visits', aggregates: true }] })
class Museum {
  @PrimaryGeneratedColumn() id!: number;
  @OneToMany(() => Visit, (visit) => visit.museum) visits!: Relation<Visit>[];
}

const museums = await serviceFor([Museum, Visit]);

/** Returns the conditions of a request. */
function conditionOf(request: string): Condition {
  const {
    asked: { filters },
  } = planOf(museums.parse(Museum, request));
  if (filters === undefined) throw new Error(`${request} has no conditions`);
  return filters;
}

describe('a condition that is read at another moment', () => {
  it.each([
    'filters[visits][$max][on][$gte]=now-7d&filters[visits][$max][$where][approved]=true',
    'filters[visits][$max][on][$gte]=now-7d&filters[visits][$max][$where][on][$gte]=now-1y',
    'filters[visits][$avg][stars][$gte]=4&filters[visits][$avg][$where][on][$gte]=now/M',
    'filters[$not][visits][$max][on][$gte]=now/d&filters[$not][visits][$max][$where][stars]=3',
  ])('keeps the rows that $where limits: %s', (request) => {
    const condition = conditionOf(request);
    const moved = atMoment(
      condition,
      momentBy(() => Date.UTC(2030, 0, 31)),
    );
    expect(JSON.stringify(printObject(moved))).toContain('$where');
    expect(printObject(moved)).toEqual(printObject(condition));
  });
});
