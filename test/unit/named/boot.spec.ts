import { Filterable, FilterConfigurationError, rulesFor } from 'nestjs-filterable';
import { filterServiceFor } from 'nestjs-filterable/testing';
import { Column, Entity, PrimaryColumn } from 'typeorm';

class Size {
  @Column() width!: number;
}

/** Boots an entity with these named filters, and returns what is wrong with them. */
async function mistakeOf(named: unknown): Promise<string> {
  @Entity()
  class Dish {
    @PrimaryColumn() id!: number;
    @Column() name!: string;
    @Column() secret!: string;
    @Column(() => Size) size!: Size;
  }
  Filterable({ fields: ['id', { name: 'name', as: 'title', formerly: ['label'] }], named } as never)(Dish);
  try {
    await filterServiceFor([Dish]);
    return '';
  } catch (error) {
    if (error instanceof FilterConfigurationError) return error.message;
    throw error;
  }
}

const where = () => ({});
const flag = { kind: 'boolean', where };

describe('named filters that cannot be', () => {
  it.each<readonly [unknown, string]>([
    [[], '`named` must be an object of filters by name'],
    [{ id: flag }, 'the named filter id has the name of a property of Dish'],
    [{ secret: flag }, 'the named filter secret has the name of a property of Dish'],
    [{ size: flag }, 'the named filter size has the name of a property of Dish'],
    [{ title: flag }, 'two members are named title'],
    [{ label: flag }, 'the former name label is taken'],
    [{ hot: { ...flag, formerly: ['title'] } }, 'the former name title is taken'],
    [{ hot: { ...flag, formerly: ['cold'] }, cold: flag }, 'the former name cold is taken'],
    [{ 'a.b': flag }, 'the alias a.b contains one of'],
    [{ $hot: flag }, 'the alias $hot contains one of'],
    [{ hot: { where } }, 'the named filter hot: `kind` must be one of text, '],
    [{ hot: { kind: 'enum', where } }, 'the named filter hot: `kind` must be'],
    [{ hot: { kind: 'json', where } }, 'the named filter hot: `kind` must be'],
    [{ hot: { kind: 'bool', where } }, 'the named filter hot: `kind` must be'],
    [{ hot: { kind: 'boolean' } }, 'the named filter hot: `where` must be a function of the value and the context'],
    [{ hot: { kind: 'boolean', where: {} } }, 'the named filter hot: `where` must be a function'],
    [{ hot: { ...flag, when: true } }, 'the named filter hot: `when` must be a function of the context'],
    [{ hot: { ...flag, sortable: true } }, 'the named filter hot: the option `sortable` does not exist'],
    [{ hot: { ...flag, formerly: [] } }, 'the named filter hot: `formerly` must be'],
    [
      { hot: { ...flag, deprecated: { use: 'x', since: '2026-02-01', until: '2026-01-01' } } },
      'the named filter hot: `deprecated.until` is 2026-01-01, before',
    ],
    [{ hot: true }, 'the named filter hot: the options must be an object'],
  ])('%j', async (named, mistake) => {
    expect(await mistakeOf(named)).toContain(mistake);
  });

  it('close no list of fields', async () => {
    @Entity()
    @Filterable({ named: { hot: { kind: 'boolean', where } } })
    class Soup {
      @PrimaryColumn() id!: number;
    }
    const filters = await filterServiceFor([Soup]);
    expect(filters.parse(Soup, 'filters[hot]=true&filters[id]=1').has('filters')).toBe(true);
  });

  it('are inherited with the options of the class, and hold in rules apart', async () => {
    @Entity()
    @Filterable({ fields: ['id'], named: { hot: { kind: 'boolean', where: () => ({ id: { $gt: 1 } }) } } })
    class Meal {
      @PrimaryColumn() id!: number;
    }
    @Entity()
    class Lunch extends Meal {}
    @Entity()
    @Filterable({ fields: ['id'] })
    class Dinner extends Meal {}
    @Entity()
    class Tea {
      @PrimaryColumn() id!: number;
    }
    const rules = [
      rulesFor(Tea, {
        fields: ['id'],
        named: { hot: { kind: 'integer', where: (least) => ({ id: { $gte: least } }) } },
      }),
    ];
    const filters = await filterServiceFor([Lunch, Dinner, Tea], { rules });
    expect(String(filters.parse(Lunch, 'filters[hot]=true'))).toContain('hot');
    expect(() => filters.parse(Dinner, 'filters[hot]=true')).toThrow();
    expect(String(filters.parse(Tea, 'filters[hot]=3'))).toContain('hot');
  });
});
