import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type CompatibilityName, Filterable, FilterException, FilterService } from 'nestjs-filterable';
import { describeEntities } from '../../support/metadata.js';

/** A field that takes few operators, by the names that its host knows them by. */
@Entity()
@Filterable({ fields: [{ name: 'title', operators: ['$eq', '$contains', '$notBetween'] }] })
class Book {
  @PrimaryColumn() id!: number;
  @Column() title!: string;
}

async function outcome(compatibility: CompatibilityName, request: string): Promise<string> {
  const service = FilterService.forDataSource(await describeEntities('sqlite', [Book]), { compatibility });
  try {
    const printed = service.parse(Book, request).toString();
    return decodeURIComponent(service.parse(Book, printed).toString());
  } catch (error) {
    if (error instanceof FilterException) return error.issues.map(({ code }) => code).join();
    throw error;
  }
}

// prettier-ignore
const rows: [request: string, mode: CompatibilityName, expected: string, why: string][] = [
  ['filters[title][$contains]=a', 'default', 'filters[title][$contains]=a', 'it is allowed'],
  ['filters[title][$containsc]=a', 'default', 'operator_not_allowed', 'it is not'],
  ['filters[title][$contains]=a', 'strapi', 'filters[title][$containsc]=a', 'what $contains means there'],
  ['filters[title][$containsc]=a', 'strapi', 'filters[title][$containsc]=a', 'the same operator there'],
  ['filters[title][$containsi]=a', 'strapi', 'operator_not_allowed', 'another operator'],
  ['filters[title][$startsWith]=a', 'strapi', 'operator_not_allowed', 'not allowed by any name'],
  ['filters[title][$nstartswith]=a', 'strapi', 'operator_not_allowed', 'nor is its negation'],
  ['filters[title][$nbetween][0]=a&filters[title][$nbetween][1]=b', 'strapi', 'filters[title][$notBetween][0]=a&filters[title][$notBetween][1]=b', 'allowed by our name'],
];

describe('a field that takes some operators only', () => {
  it.each(rows)('%s (%s): %s, because %s', async (request, mode, expected) => {
    expect(await outcome(mode, request)).toBe(expected);
  });
});
