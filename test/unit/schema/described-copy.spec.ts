import { FilterException, FilterService, Filterable } from 'nestjs-filterable';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { describeEntities } from '../../support/metadata.js';

@Entity()
@Filterable({ fields: ['id', 'size'], sort: ['id'] })
class Shirt {
  @PrimaryColumn() id!: number;
  @Column({ type: 'simple-enum', enum: ['small', 'large'] }) size!: string;
}

const source = await describeEntities('sqlite', [Shirt]);
const filters = FilterService.forDataSource(source);

/** Whatever of a description can be changed, changed. */
function spoil(part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  Object.values(part).forEach(spoil);
  if (Array.isArray(part)) part.push('huge');
  for (const [key, value] of Object.entries(part)) {
    if (typeof value === 'number') Reflect.set(part, key, value + 1_000_000);
    if (typeof value === 'string') Reflect.set(part, key, 'huge');
    if (typeof value === 'boolean') Reflect.set(part, key, !value);
  }
}

describe('the description from describe()', () => {
  it('is a copy: changing it does not change what requests may use', () => {
    const described = filters.describe(Shirt);
    const before = JSON.stringify(described);
    spoil(described);
    expect(JSON.stringify(described)).not.toBe(before);
    expect(JSON.stringify(filters.describe(Shirt))).toBe(before);
    for (const request of ['filters[size]=huge', 'filters[size][huge]=small', 'sort=huge', 'sort=size']) {
      expect(() => filters.parse(Shirt, request)).toThrow(FilterException);
    }
    expect(() => filters.parse(Shirt, 'pagination[pageSize]=101')).toThrow(FilterException);
    expect(filters.parse(Shirt, 'filters[size]=small').toString()).toBe('filters[size][$eq]=small');
    expect(source.getMetadata(Shirt).findColumnWithPropertyName('size')?.enum).toEqual(['small', 'large']);
  });
});
