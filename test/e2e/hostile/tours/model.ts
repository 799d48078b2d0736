import { Controller, Get, type ModuleMetadata } from '@nestjs/common';
import { FilterModule, FilterQuery, FilterService, Filterable } from 'nestjs-filterable';
import {
  Column,
  DataSource,
  DeleteDateColumn,
  Entity,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  type Relation,
} from 'typeorm';

const never = () => false;

@Entity()
@Filterable({
  fields: ['id', 'name', { name: 'salary', when: never }],
  relations: ['home', 'tours', { name: 'boss', when: never }],
  populate: ['home', { name: 'tours', limit: 2, maximum: 80 }, 'boss'],
})
export class Guide {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column() salary!: number;
  @Column({ select: false }) secret!: string;
  @ManyToOne(() => Town, { nullable: true }) home!: Relation<Town> | null;
  @ManyToOne(() => Guide, { nullable: true }) boss!: Relation<Guide> | null;
  @OneToMany(() => Tour, (tour) => tour.guide) tours!: Relation<Tour>[];
}

@Entity()
@Filterable({ fields: ['id', 'name'], scope: () => ({ tenant: 1 }) })
export class Town {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column() tenant!: number;
}

@Entity()
@Filterable({
  fields: ['id', 'title', 'minutes', { name: 'code', when: never }],
  relations: ['town'],
  populate: ['town'],
})
export class Stop {
  @PrimaryColumn() id!: number;
  @Column() title!: string;
  @Column() minutes!: number;
  @Column() code!: string;
  @Column() hidden!: boolean;
  @DeleteDateColumn() deletedAt!: Date | null;
  @ManyToOne(() => Town, { nullable: true }) town!: Relation<Town> | null;
  @ManyToOne(() => Tour, (tour) => tour.stops) tour!: Relation<Tour>;
}

/** Tours whose related rows hold what nobody may see: hidden columns and rows, rows of others, deleted rows. */
@Entity()
@Filterable({
  fields: ['id', 'title'],
  relations: ['guide', 'stops'],
  scope: () => ({ tenant: 1 }),
  populate: [
    { name: 'guide', when: () => true },
    { name: 'stops', limit: 3, maximum: 5, sort: 'minutes:desc', where: { hidden: false } },
    { name: 'owner', when: never },
    'start',
  ],
})
export class Tour {
  @PrimaryColumn() id!: number;
  @Column() title!: string;
  @Column() tenant!: number;
  @ManyToOne(() => Guide, (guide) => guide.tours, { nullable: true }) guide!: Relation<Guide> | null;
  @ManyToOne(() => Guide, { nullable: true }) owner!: Relation<Guide> | null;
  @ManyToOne(() => Town, { nullable: true }) start!: Relation<Town> | null;
  @OneToMany(() => Stop, (stop) => stop.tour) stops!: Relation<Stop>[];
}

export const tourEntities = [Tour, Stop, Town, Guide];

/** The rows that the list may show. */
export const visible = [1, 2, 3];

/** A text in every column and row that no answer may show. */
export const canary = 'canary';

export async function fill({ manager }: DataSource): Promise<void> {
  await manager.insert(Town, [
    { id: 1, name: 'Oslo', tenant: 1 },
    { id: 2, name: `${canary} town`, tenant: 2 },
  ]);
  await manager.insert(Guide, [
    { id: 1, name: 'Ann', salary: 777_777, secret: canary, home: { id: 1 }, boss: null },
    { id: 2, name: 'Kai', salary: 777_777, secret: canary, home: { id: 2 }, boss: { id: 1 } },
  ]);
  await manager.insert(Tour, [
    { id: 1, title: 'Fjord', tenant: 1, guide: { id: 1 }, owner: { id: 2 }, start: { id: 2 } },
    { id: 2, title: 'Forest', tenant: 1, guide: { id: 2 }, owner: { id: 2 } },
    { id: 3, title: 'City', tenant: 1, guide: null, owner: null },
    { id: 4, title: `${canary} tour`, tenant: 2, guide: { id: 1 }, owner: null },
  ]);
  const stop = { code: canary, hidden: false, deletedAt: null, town: { id: 1 } };
  await manager.insert(Stop, [
    { ...stop, id: 1, title: 'Pier', minutes: 10, tour: { id: 1 } },
    { ...stop, id: 2, title: 'Bay', minutes: 20, tour: { id: 1 }, town: { id: 2 } },
    { ...stop, id: 3, title: 'Cliff', minutes: 30, tour: { id: 1 } },
    { ...stop, id: 4, title: 'Cabin', minutes: 40, tour: { id: 1 } },
    { ...stop, id: 5, title: `${canary} hidden`, minutes: 50, tour: { id: 1 }, hidden: true },
    { ...stop, id: 6, title: `${canary} deleted`, minutes: 60, tour: { id: 1 }, deletedAt: new Date(0) },
    { ...stop, id: 7, title: 'Lake', minutes: 5, tour: { id: 2 } },
    { ...stop, id: 8, title: `${canary} theirs`, minutes: 5, tour: { id: 4 } },
  ]);
}

/** An application that answers `/tours`, and `/tours/all` without pages. */
export function toursModule(source: DataSource): ModuleMetadata {
  @Controller('tours')
  class ToursController {
    constructor(
      private readonly source: DataSource,
      private readonly filters: FilterService,
    ) {}

    @Get()
    page(@FilterQuery(Tour) query: FilterQuery<Tour>) {
      return this.filters.page(this.source.getRepository(Tour), query);
    }

    @Get('all')
    async all(@FilterQuery(Tour) query: FilterQuery<Tour>) {
      const builder = this.source.getRepository(Tour).createQueryBuilder('tour');
      return { data: await this.filters.apply(builder, query, { populate: 'later' }).getMany() };
    }

    @Get('refused')
    async refused(@FilterQuery(Tour) query: FilterQuery<Tour>) {
      const builder = this.source.getRepository(Tour).createQueryBuilder('tour');
      return { data: await this.filters.apply(builder, query).getMany() };
    }
  }
  return {
    imports: [FilterModule.forRoot({ context: undefined })],
    controllers: [ToursController],
    providers: [{ provide: DataSource, useValue: source }],
  };
}
