import { FilterException, Filterable } from 'nestjs-filterable';
import { filterServiceFor } from 'nestjs-filterable/testing';
import { Entity, PrimaryColumn } from 'typeorm';
import { cases } from '../../support/table.js';

@Entity()
@Filterable()
class Note {
  @PrimaryColumn() id!: number;
}

const huge = '9'.repeat(400);

it.each(
  cases(`
    pagination[page]=9007199254740993       -> limit_exceeded offset
    pagination[page]=99999999999999999999   -> limit_exceeded offset
    pagination[page]=${huge}                -> limit_exceeded offset
    pagination[start]=9007199254740993      -> limit_exceeded offset
    pagination[pageSize]=9007199254740993   -> limit_exceeded maxPageSize
    pagination[limit]=${huge}               -> limit_exceeded maxPageSize
    pagination={"page":9007199254740993}    -> limit_exceeded offset
    pagination[page]=-9007199254740993      -> invalid_pagination
    pagination[page]=1e17                   -> invalid_pagination
    pagination[page]=2.0                    -> invalid_pagination
  `),
)('a number of a page beyond the exact ones is above its limit: %.40s -> %s', async (request, verdict) => {
  const filters = await filterServiceFor([Note]);
  const refusal = (() => {
    try {
      filters.parse(Note, request);
      return '';
    } catch (error) {
      const [issue] = (error as FilterException).issues;
      return [issue?.code, issue?.limit].join(' ').trim();
    }
  })();
  expect(refusal).toBe(verdict);
});
