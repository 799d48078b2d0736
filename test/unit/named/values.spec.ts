import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { FilterConfigurationError, FilterException, Filterable } from 'nestjs-filterable';
import { filterServiceFor } from 'nestjs-filterable/testing';
import { Column, Entity, ManyToOne, PrimaryColumn } from 'typeorm';
import { cases } from '../../support/table.js';

enum Size {
  Small = 'small',
  Large = 'large',
}

const named = {
  about: { kind: 'text', where: (text: string) => ({ name: { $contains: text } }) },
  small: { kind: 'integer', where: (number: number) => ({ few: number }) },
  tens: { kind: 'integer', where: (number: number) => ({ few: { $gte: number * 10 } }) },
  any: { kind: 'text', where: (text: string) => ({ $or: [{ name: text }, { few: text }] }) },
  words: { kind: 'text', where: (text: string) => ({ name: { $in: text.split(' ').filter(Boolean) } }) },
  sized: { kind: 'text', where: (text: string) => ({ size: text.toLowerCase() }) },
  column: { kind: 'text', where: (text: string) => ({ [text]: 1 }) },
  mine: { kind: 'integer', where: (number: number, user: { unit: number }) => ({ few: number * user.unit }) },
  fixed: { kind: 'text', where: () => ({ few: 'many' }) },
  late: { kind: 'integer', where: (number: number, user: { unit: number }) => ({ name: user.unit && number }) },
} as const;

@Entity()
@Filterable({ fields: ['id'], relations: ['parent'], named: named })
class Item {
  @PrimaryColumn() id!: number;
  @Column() name!: string;
  @Column({ type: 'smallint' }) few!: number;
  @Column({ type: 'simple-enum', enum: Size }) size!: Size;
  @ManyToOne(() => Item) parent!: unknown;
}

describe('a value of a named filter that its column refuses', () => {
  const log = jest.spyOn(Logger.prototype, 'error');
  beforeAll(() => log.mockImplementation(() => undefined));
  afterAll(() => log.mockRestore());

  it.each(
    cases(`
      filters[about]=                                -> invalid_value /filters/about must be a text that is not empty
      filters[small]=32768                           -> invalid_value /filters/small must be a whole number from -32768 to 32767
      filters[small][$eq]=32768                      -> invalid_value /filters/small/$eq must be a whole number from -32768 to 32767
      filters[small][$in][0]=1&filters[small][$in][1]=40000 -> invalid_value /filters/small/$in/1 must be a whole number from -32768 to 32767
      filters[$not][small]=40000                     -> invalid_value /filters/$not/small must be a whole number from -32768 to 32767
      filters[parent][small]=40000                   -> invalid_value /filters/parent/small must be a whole number from -32768 to 32767
      filters[tens]=4000                             -> invalid_value /filters/tens must be a whole number from -32768 to 32767
      filters[any]=x                                 -> invalid_value /filters/any must be a whole number from -32768 to 32767
      filters[words]=%20                             -> invalid_value /filters/words is not a value that this filter accepts
      filters[sized]=HUGE                            -> invalid_value /filters/sized is not a value that this filter accepts
      filters[column]=secret                         -> invalid_value /filters/column is not a value that this filter accepts
      filters[mine]=4000                             -> invalid_value /filters/mine must be a whole number from -32768 to 32767
      filters[small]=32767&filters[tens]=3&filters[sized]=LARGE&filters[column]=few&filters[mine]=2 -> understood
      filters[fixed]=a                               -> 500
      filters[late]=1                                -> 500
    `),
  )('%s -> %s', async (request, verdict) => {
    const filters = await filterServiceFor([Item]);
    const answer = (() => {
      try {
        filters.parse(Item, request, undefined, { unit: 10 });
        return 'understood';
      } catch (error) {
        if (!(error instanceof FilterException)) return '500';
        return error.issues.map(
          ({ code, path, pointer, message }) => `${code} ${pointer}${message.slice(path.length)}`,
        );
      }
    })();
    expect([answer].flat()).toEqual([verdict]);
  });
});

describe('a named filter whose kind fits none of the columns that its values meet', () => {
  const faultOf = async (kind: string, where: (value: never) => object) => {
    @Entity()
    class Dish {
      @PrimaryColumn() id!: number;
      @Column() name!: string;
      @Column({ type: 'simple-json' }) specs!: object;
      @Column() at!: Date;
    }
    Filterable({ fields: ['id'], named: { hot: { kind, where } } } as never)(Dish);
    return filterServiceFor([Dish]).then(
      () => 'boots',
      (error: unknown) => (error instanceof FilterConfigurationError ? error.message : String(error)),
    );
  };

  it.each<[string, (value: never) => object, string]>([
    ['integer', (value) => ({ name: value }), 'must be text'],
    ['integer', (value) => ({ name: { $in: [value] } }), 'must be text'],
    ['boolean', (value) => ({ $or: [{ id: value }] }), 'must be a whole number'],
    ['datetime', (value) => ({ name: { $eq: value } }), 'must be text'],
    ['uuid', (value) => ({ at: value }), 'must be a date'],
    ['text', (value) => ({ specs: { $eq: value } }), 'is an operator that this field does not accept'],
  ])('kind %s of %s', async (kind, where, fault) => {
    const message = await faultOf(kind, where);
    expect(message).toContain(`The named filter hot of Dish: no value of \`kind: '${kind}'\` fits`);
    expect(message).toContain(fault);
  });

  it.each<[string, (value: never, user: { id: number }) => object]>([
    ['integer', (value) => ({ name: String(value) })],
    ['text', (value) => ({ id: value })],
    ['date', (value) => ({ at: { $gte: value } })],
    ['integer', (value, user) => ({ name: user.id || value })],
    ['boolean', (_, user?: { id: number }) => ({ name: user?.id })],
    ['boolean', () => Promise.reject(new Error('later'))],
  ])('kind %s of %s boots', async (kind, where) => {
    expect(await faultOf(kind, where as never)).toBe('boots');
  });
});
