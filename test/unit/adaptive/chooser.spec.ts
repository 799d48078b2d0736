import { Filterable, FilterService } from 'nestjs-filterable';
import { Entity, PrimaryColumn } from 'typeorm';
import { Chooser } from '../../../lib/adaptive/index.js';
import { planOf } from '../../../lib/ast/index.js';
import { describeEntities } from '../../support/metadata.js';

@Entity()
@Filterable()
class Player {
  @PrimaryColumn() id!: number;
}

const source = await describeEntities('sqlite', [Player]);
const { schema } = planOf(FilterService.forDataSource(source).parse(Player, ''));

describe('a choice', () => {
  it('is logged once in the time for which answers are remembered, however often it is made', () => {
    const log: string[] = [];
    const chooser = new Chooser({}, (text) => log.push(text));
    for (let time = 0; time < 3_000; time += 1) chooser.tell(schema, 'few → keys');
    chooser.tell(schema, 'many → walk');
    expect(log).toEqual(['Player: few → keys', 'Player: many → walk']);
  });
});
