import { FilterService, Filterable } from 'nestjs-filterable';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { describeEntities } from '../../support/metadata.js';
import { type Asking, answers } from './asking.js';

/** Arrays, which PostgreSQL alone has. */
@Entity()
@Filterable()
class Shelf {
  @PrimaryColumn() id!: number;
  @Column('text', { array: true }) words!: string[];
  @Column('int', { array: true }) numbers!: number[];
  @Column('boolean', { array: true }) flags!: boolean[];
  @Column('timestamptz', { array: true }) moments!: Date[];
  @Column('date', { array: true }) days!: string[];
}

const shelves: Asking = { of: Shelf, by: FilterService.forDataSource(await describeEntities('postgres', [Shelf])) };

describe('an element of an array', () => {
  answers(
    `
    filters[words]=a,b                                   -> filters[words][$has]=a,b                    # a comma is text
    filters[words]={"a"}                                 -> filters[words][$has]={"a"}                  # PostgreSQL's own text of an array, too
    filters[words]=NULL                                  -> filters[words][$has]=NULL                   # and its word for nothing
    filters[numbers]=5                                   -> filters[numbers][$has]=5                    # a number
    filters[numbers]=2147483648                          -> invalid_value /filters/numbers              # beyond the range
    filters[numbers][]=1&filters[numbers][]=1.5          -> invalid_value /filters/numbers/1            # a fraction
    filters[flags]=1                                     -> filters[flags][$has]=true                   # a boolean
    filters[flags]=maybe                                 -> invalid_value /filters/flags                # no boolean
    filters[days]=2024-02-29                             -> filters[days][$has]=2024-02-29              # a day in a list of days
    filters[days]=2024-02-30                             -> invalid_value /filters/days                 # a day that no calendar has
    filters[moments]=2024-03-01T10:00:00%2B02:00         -> filters[moments][$has]=2024-03-01T08:00:00Z # an instant in a list of instants
    filters[moments]=2024-03-01                          -> invalid_value /filters/moments              # a day is no instant
    filters[moments][]=2024-03-01T10:00:00Z&filters[moments][]=2024-03-01 -> invalid_value /filters/moments/1            # also beside one
  `,
    shelves,
  );
});
