import fc from 'fast-check';
import { FilterException, FilterService, Filterable } from 'nestjs-filterable';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { issuesOf } from '../../../lib/engine/index.js';
import { engineOf } from '../../../lib/service/index.js';
import { RequestBody } from '../../../lib/wire/index.js';
import { describeEntities } from '../../support/metadata.js';
import { cases } from '../../support/table.js';

@Entity()
@Filterable({
  fields: ['id', 'name', 'openedOn'],
  named: {
    popular: { kind: 'boolean', where: (_, context) => ({ name: (context as { name: string }).name }) },
  },
})
class Shop {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column({ type: 'date' }) openedOn!: string;
}

const filters = FilterService.forDataSource(await describeEntities('sqlite', [Shop]), { context: undefined });
const engine = engineOf(filters);

/** The mistakes of a request as documents find them: without a client's context and the program's functions. */
function checked(input: unknown): string {
  if (engine === undefined) throw new Error('the service has an engine');
  const issues = issuesOf(engine.profile(Shop), engine.settings, { input, context: undefined });
  return issues.map(({ code, pointer }) => `${code} ${pointer}`).join(', ');
}

function read(input: string): string {
  try {
    filters.parse(Shop, input, undefined, { name: 'a' });
    return '';
  } catch (error) {
    if (!(error instanceof FilterException)) throw error;
    return error.issues.map(({ code, pointer }) => `${code} ${pointer}`).join(', ');
  }
}

describe('an example with a named filter', () => {
  it.each(
    cases(`
      {"popular":true}                        ->
      {"popular":false,"name":"a"}            ->
      {"$or":[{"popular":true},{"id":1}]}     ->
      {"popular":"maybe"}                     -> invalid_value /filters/popular
      {"popular":{"$gt":true}}                -> operator_not_allowed /filters/popular/$gt
      {"popular":true,"nam":"a"}              -> unknown_field /filters/nam
    `),
  )('%s -> %s', (json, issues) => {
    expect(checked(new RequestBody({ filters: JSON.parse(json) as object }))).toBe(issues);
  });
});

describe('the check of an example', () => {
  it('finds the mistakes that a request has', () => {
    const part = fc.constantFrom(
      ...[
        'filters[popular]=true',
        'filters[popular]=x',
        'filters[id]=1',
        'filters[id]=x',
        'filters[$or][0][popular]=1',
      ],
      ...['filters[openedOn][$gte]=now-7d', 'filters[openedOn]=today', 'sort=name', 'sort=nope', 'filters[name'],
      ...['pagination[page]=2', 'pagination[page]=0', 'filter[id]=1', 'page=2', 'filters={"popular":true}'],
    );
    fc.assert(
      fc.property(fc.uniqueArray(part, { maxLength: 4 }), (parts) => {
        const text = parts.join('&');
        expect(checked(text)).toBe(read(text));
      }),
    );
  });
});
