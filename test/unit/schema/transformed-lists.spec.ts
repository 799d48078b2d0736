import { Filterable, FilterConfigurationError, FilterService, type FilterableOptions } from 'nestjs-filterable';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { describeEntities } from '../../support/metadata.js';

const upper = {
  to: (values: string[]) => values.map((value) => value.toUpperCase()),
  from: (values: string[]) => values,
};

type Rules = FilterableOptions<'id' | 'labels', never, never>;

/** Reads a request for an entity whose list has a transformer. */
async function ask(rules: Rules, request: string): Promise<string> {
  @Entity()
  @Filterable(rules)
  class Parcel {
    @PrimaryColumn()
    id!: number;

    @Column({ type: 'simple-array', transformer: upper })
    labels!: string[];
  }
  const source = await describeEntities('sqlite', [Parcel]);
  const filters = FilterService.forDataSource(source);
  const query = filters.parse(Parcel, request, { context: 'anyone' });
  return filters.apply(source.getRepository(Parcel).createQueryBuilder('parcel'), query).getQuery();
}

describe('a list with a transformer', () => {
  it.each<[Rules, string, string]>([
    [{}, 'filters[labels][$null]=true', 'is asked for NULL where every column is exposed'],
    [
      { fields: ['id', { name: 'labels', kind: 'opaque' }] },
      'filters[labels][$null]=true',
      'and where it is declared opaque',
    ],
    [{ fields: ['id'], scope: () => ({ id: 1 }) }, 'filters[id]=1', 'troubles nobody where it is not exposed'],
  ])('with %j: %s %s', async (rules, request) => {
    await expect(ask(rules, request)).resolves.toContain('WHERE');
  });

  it('is refused where it is named', async () => {
    await expect(ask({ fields: ['labels'] }, '')).rejects.toThrow(
      new FilterConfigurationError(
        '@Filterable() on Parcel: labels has a transformer, which a list cannot have: requests name parts of its value, and ' +
          "it makes whole ones; remove the transformer, or declare { kind: 'opaque' } to allow $null and $notNull alone",
      ),
    );
  });
});
