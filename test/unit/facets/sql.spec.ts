import { Filterable, FilterService } from 'nestjs-filterable';
import { Column, Entity, ManyToMany, JoinTable, PrimaryColumn, type Relation } from 'typeorm';
import type { EngineName } from '../../support/databases.js';
import { describeEntities } from '../../support/metadata.js';
import { expectReviewed } from '../../support/reviewed.js';
import { rowsOf } from '../../support/table.js';

@Entity('tag')
@Filterable({ fields: ['name'], scope: () => ({ hidden: false }) })
class Tag {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column() hidden!: boolean;
}

@Entity('ware')
@Filterable({
  fields: ['id', 'colour', 'price', 'words'],
  relations: ['tags'],
  facets: ['colour', { name: 'price', type: 'range' }, { name: 'id', type: 'range' }, 'words', 'tags.name'],
})
class Ware {
  @PrimaryColumn() id!: number;
  @Column() colour!: string;
  @Column({ type: 'int' }) price!: number;
  @Column('simple-array') words!: string[];
  @ManyToMany(() => Tag) @JoinTable() tags!: Relation<Tag>[];
}

const engines: readonly EngineName[] = ['sqlite', 'postgres', 'mariadb'];

/** The statements of a request for facets, from a data source that is not connected. */
async function statements(engine: EngineName, request: string): Promise<readonly string[]> {
  const source = await describeEntities(engine, [Ware, Tag]);
  const filters = FilterService.forDataSource(source);
  const sent: string[] = [];
  const runner = source.createQueryRunner();
  const spied = new Proxy(runner, {
    get: (target, name, receiver) => {
      if (name !== 'query') return Reflect.get(target, name, receiver) as unknown;
      return (sql: string) => {
        sent.push(sql.replaceAll(/["`](\w+)["`]/g, '$1'));
        return Promise.resolve({ records: [], raw: [] });
      };
    },
  });
  const builder = source.createQueryBuilder(Ware, 'w', spied);
  await filters.facets(builder, filters.parse(Ware, request));
  return sent;
}

/** Numbers the names of a statement in the order in which it has them: which one is given first means nothing. */
function inOrder(statement: string): string {
  const names = new Map<string, string>();
  return statement.replaceAll(/\bnf_\d+\b/g, (name) => {
    if (!names.has(name)) names.set(name, `nf_${names.size + 1}`);
    return names.get(name) ?? name;
  });
}

/** Requests for facets of wares; `facets.sql` has their statements, which `npm test -- -u test/unit/facets` writes. */
const requests = rowsOf(
  `
    facets=colour&filters[colour]=red&filters[price]=3 | the least spelling of each group, without its own condition
    facets[colour][search]=r                           | the text is looked for in what is shown
    facets=price,id&filters[price]=3                   | ranges: together where the same conditions hold
    facets=words                                       | the elements of a list, each once for a row
    facets=tags.name                                   | what is behind a relation is joined, and counted once for a row
  `,
  'request',
  'why',
);

it('the statements of facets are as reviewed', async () => {
  const lines: string[] = [];
  for (const [request, why] of requests) {
    lines.push('', `-- ${request}: ${why}`);
    for (const engine of engines) lines.push(`-- ${engine}`, ...(await statements(engine, request)).map(inOrder));
  }
  expectReviewed(new URL('facets.sql', import.meta.url), lines);
});

it('every value is bound', async () => {
  for (const engine of engines) {
    const [sql = ''] = await statements(
      engine,
      'facets[colour][search]=needle&filters[words]=hay&filters[price]=12345',
    );
    expect(sql).not.toMatch(/needle|hay|12345/);
  }
});
