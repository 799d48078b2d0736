import { Column, Entity, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { Filterable } from 'nestjs-filterable';
import { type Mapping, asking, save } from './mapping.js';

/** Keys of several kinds at once: a text, a moment, a day and a truth. */

@Entity()
@Filterable()
class Reading {
  @PrimaryColumn({ length: 10 }) sensor!: string;
  @PrimaryColumn({ type: Date, precision: 3 }) at!: Date;
  @PrimaryColumn({ type: 'date' }) day!: string;
  @PrimaryColumn({ type: 'boolean' }) manual!: boolean;
  @Column({ type: 'float' }) celsius!: number;
  @OneToMany(() => Remark, (remark) => remark.reading) remarks!: Relation<Remark>[];
}

@Entity()
@Filterable()
class Remark {
  @PrimaryColumn() id!: number;
  @ManyToOne(() => Reading, (reading) => reading.remarks) reading!: Relation<Reading>;
}

export const datedKeys: Mapping = {
  name: 'keys of texts, moments, days and truths',
  entities: [Reading, Remark],
  async seed(source) {
    const reading = (sensor: string, time: string, manual: boolean, celsius: number) => ({
      ...{ sensor, at: new Date(`2024-03-01T${time}Z`), day: '2024-03-01', manual, celsius },
    });
    const early = reading('north', '06:00:00.125', false, 0.5);
    const corrected = reading('north', '06:00:00.125', true, -0.5);
    const late = reading('north', '18:00:00', false, 3.25);
    const south = reading('south', '06:00:00.125', false, 7);
    await save(source, Reading, [early, corrected, late, south]);
    await save(source, Remark, [
      { id: 1, reading: corrected },
      { id: 2, reading: corrected },
      { id: 3, reading: south },
    ]);
  },
  cases: [
    ...asking(
      Reading,
      [
        ['filters[sensor]=north', [0.5, -0.5, 3.25]],
        ['filters[at]=2024-03-01T06:00:00.125Z', [0.5, -0.5, 7]],
        ['filters[at][$gt]=2024-03-01T06:00:00.125Z', [3.25]],
        ['filters[manual]=true', [-0.5]],
        ['filters[day]=2024-03-01&filters[at]=2024-03-01&filters[celsius][$lt]=1', [0.5, -0.5]],
        ['filters[remarks][id]=2', [-0.5]],
        ['filters[remarks][$count]=0', [0.5, 3.25]],
        ['sort=celsius:desc', [7, 3.25, 0.5, -0.5]],
        ['sort=at:desc,manual:desc,sensor:desc', [3.25, -0.5, 7, 0.5]],
        ['sort=manual,at,sensor:desc', [7, 0.5, 3.25, -0.5]],
        ['sort=remarks.$count:desc,celsius', [-0.5, 7, 0.5, 3.25]],
        ['sort=remarks.id:asc:nullsLast,celsius', [-0.5, 7, 0.5, 3.25]],
      ],
      (reading) => reading['celsius'],
    ),
    ...asking(Remark, [
      ['filters[reading][sensor]=south', [3]],
      ['filters[reading][manual]=true', [1, 2]],
      ['filters[$not][reading][celsius][$lt]=0', [3]],
      ['sort=reading.celsius:desc,id', [3, 1, 2]],
      ['sort=reading.at,reading.sensor:desc,id:desc', [3, 2, 1]],
    ]),
  ],
};
