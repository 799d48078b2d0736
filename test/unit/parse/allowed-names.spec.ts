import { Filterable } from 'nestjs-filterable';
import { Entity, PrimaryColumn } from 'typeorm';
import { entityOf } from '../../support/samples/entities.js';
import { issuesOf, serviceFor } from './asking.js';

const names = Array.from({ length: 60 }, (_, index) => `c${index}`);
const Wide = entityOf('wide', Object.fromEntries(names.map((name) => [name, { type: 'varchar' }])));

/** Nothing to ask about but itself, which nobody may sort by. */
@Entity()
@Filterable({ fields: [{ name: 'id', sortable: false }] })
class Narrow {
  @PrimaryColumn() id!: number;
}

const by = await serviceFor([Wide, Narrow]);

describe('the names that a refusal gives', () => {
  it('are fifty at most, in the message, too', () => {
    const [issue] = issuesOf('filters[x]=1', { of: Wide, by });
    expect(issue?.allowed).toEqual(names.slice(0, 50));
    expect(issue?.message).toBe(`filters[x] is not a filterable field; use one of: ${names.slice(0, 50).join(', ')}`);
  });

  it('are fifty at most for a sort', () => {
    const [issue] = issuesOf('sort=x', { of: Wide, by });
    expect(issue?.allowed).toEqual(names.slice(0, 50));
    expect(issue?.message).toBe(`sort: 'x' is not sortable; use one of: ${names.slice(0, 50).join(', ')}`);
  });

  it('are not mentioned where there is none', () => {
    expect(issuesOf('sort=x', { of: Narrow, by })[0]?.message).toBe("sort: 'x' is not sortable");
  });
});
