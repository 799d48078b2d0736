import { jest } from '@jest/globals';
import { Controller, Get, Logger } from '@nestjs/common';
import { FilterModule, FilterQuery, Filterable } from 'nestjs-filterable';
import { DataSource, Entity, PrimaryColumn, ViewColumn, ViewEntity } from 'typeorm';
import { openDatabase } from '../../support/databases.js';
import { openApp } from '../../support/http/adapters.js';

@Entity('keyed_note')
class Note {
  @PrimaryColumn() id!: number;
}

@ViewEntity({
  name: 'keyless_notes',
  expression: (source) => source.createQueryBuilder().select('note.id', 'number').from(Note, 'note'),
})
@Filterable()
class Keyless {
  @ViewColumn() number!: number;
}

@Controller('notes')
class NotesController {
  @Get() list(@FilterQuery(Keyless) query: FilterQuery<Keyless>) {
    return query.toString();
  }
  @Get('all') all(@FilterQuery(Keyless, { pagination: false }) query: FilterQuery<Keyless>) {
    return query.toString();
  }
}

it('boot says that a list over a view without a primary key has no pages', async () => {
  const warned = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const database = await openDatabase('sqlite', { entities: [Note, Keyless] });
  try {
    const app = await openApp('express', {
      imports: [FilterModule.forRoot()],
      controllers: [NotesController],
      providers: [{ provide: DataSource, useValue: database.source }],
    });
    await app.close();
    const told = warned.mock.calls.map(([message]) => String(message)).filter((text) => text.includes('primary key'));
    expect(told).toEqual([
      expect.stringMatching(/^NotesController\.list: Keyless has no primary key, which page\(\) needs/),
    ]);
  } finally {
    await database.close();
    warned.mockRestore();
  }
});
