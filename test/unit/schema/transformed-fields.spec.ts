import { Logger } from '@nestjs/common';
import { jest } from '@jest/globals';
import { FilterService, Filterable } from 'nestjs-filterable';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { describeEntities } from '../../support/metadata.js';
import { namesIn } from './things.js';

const yesNo = { to: (flag: unknown) => (flag ? 'Y' : 'N'), from: (stored: string) => stored === 'Y' };
const trimmed = { to: (value: string) => value.trim(), from: (stored: string) => stored };
const even = {
  to: (value: number) => {
    if (value % 2 === 1) throw new Error('odd');
    return value;
  },
  from: (stored: number) => stored,
};

class Flags {
  @Column({ type: 'varchar', length: 1, transformer: yesNo }) active!: boolean;
}

/** Leaves `flags.active` out, and names no kind for it. */
@Entity()
@Filterable()
class Bare {
  @PrimaryColumn() id!: number;
  @Column({ type: 'varchar', transformer: trimmed }) name!: string;
  @Column(() => Flags) flags!: Flags;
}

@Entity()
@Filterable({
  fields: ['id', { name: 'flags.active', kind: 'boolean' }, { name: 'size', kind: 'integer' }],
  scope: () => ({ flags: { active: true } }),
})
class Declared {
  @PrimaryColumn() id!: number;
  @Column({ type: 'int', transformer: even }) size!: number;
  @Column(() => Flags) flags!: Flags;
}

@Entity()
@Filterable({ fields: ['id'], scope: () => ({ flags: { active: true } }) })
class Hidden {
  @PrimaryColumn() id!: number;
  @Column(() => Flags) flags!: Flags;
}

@Entity()
@Filterable({ fields: ['id', { name: 'flags.active', operators: ['$null'] }, { name: 'half', kind: 'integer' }] })
class Trusted {
  @PrimaryColumn() id!: number;
  @Column({ type: 'int', transformer: { to: (value: number) => value * 2, from: (stored: number) => stored / 2 } })
  half!: number;
  @Column(() => Flags) flags!: Flags;
}

describe('a field whose transformer does not suit requests', () => {
  afterEach(() => jest.restoreAllMocks());

  it('is left out by a bare decorator, and refused where a handler names it', async () => {
    const by = FilterService.forDataSource(await describeEntities('sqlite', [Bare]));
    expect(namesIn(by.describe(Bare)).fields).toEqual(['id', 'name']);
    expect(() => by.describe(Bare, { fields: ['id', 'flags.active'] as never })).toThrow(
      /flags.active has a transformer that returns false.*kind: 'boolean'/,
    );
  });

  it.each([Declared, Hidden])('is compared in the terms of the entity by conditions in code: %p', async (entity) => {
    const source = await describeEntities('sqlite', [entity]);
    const by = FilterService.forDataSource(source);
    const builder = by.filter(source.getRepository<object>(entity), {}, { context: {} });
    expect(Object.values(builder.getParameters())).toEqual(['Y']);
  });

  it('is exposed with $null alone, and with a declared kind, which is reported', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    FilterService.forDataSource(await describeEntities('sqlite', [Trusted]));
    const said = warn.mock.calls.map(([message]) => String(message));
    expect(said).toEqual([expect.stringMatching(/^Trusted.half, of the declared kind integer, has .* returns 0.5/)]);
  });

  it('refuses a value that its transformer throws at, and reports the error once', async () => {
    const error = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const by = FilterService.forDataSource(await describeEntities('sqlite', [Declared]));
    for (const size of ['1', '3']) {
      expect(() => by.parse(Declared, { filters: { size } as never })).toThrow(/cannot be a value of this field/);
    }
    expect(error.mock.calls.map(([message, stack]) => [message, String(stack).split('\n')[0]])).toEqual([
      [
        'The transformer of Declared.size threw at a value of a request. The value is refused; this is logged once.',
        'Error: odd',
      ],
    ]);
  });
});
