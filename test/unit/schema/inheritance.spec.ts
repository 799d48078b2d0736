import { Filterable } from 'nestjs-filterable';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { recordClass } from '../../../lib/schema/index.js';
import { answer, serviceFor } from '../parse/asking.js';
import { namesIn } from './things.js';

@Filterable({ fields: ['id', 'name'], sort: ['name'] })
abstract class Base {
  @PrimaryGeneratedColumn() id!: number;
  @Column() name!: string;
  @Column() hidden!: string;
}

@Entity()
class Plain extends Base {
  @Column() extra!: string;
}

@Entity()
@Filterable({ fields: ['extra'] })
class Narrower extends Base {
  @Column() extra!: string;
}

@Entity()
@Filterable()
class Bare extends Base {
  @Column() extra!: string;
}

abstract class Decorated {
  @PrimaryGeneratedColumn() @Filterable() id!: number;
  @Column() @Filterable({ as: 'title', operators: ['$eq'] }) name!: string;
  @Column() hidden!: string;
}

@Entity()
class Inheriting extends Decorated {
  @Column() @Filterable() extra!: string;
}

@Entity()
class Overriding extends Decorated {
  @Filterable({ as: 'heading' }) declare name: string;
}

@Entity()
class Sibling extends Decorated {}

@Entity()
@Filterable({ fields: ['hidden'] })
class Listing extends Decorated {}

@Entity()
@Filterable({ fields: ['name'] })
class Clashing extends Decorated {}

const by = await serviceFor([Plain, Narrower, Bare, Inheriting, Overriding, Sibling, Listing]);

describe('class options', () => {
  it('are inherited', () => {
    expect(namesIn(by.describe(Plain))).toEqual({ fields: ['id', 'name'], relations: [], sort: ['name'] });
  });

  it('replace those of the base as a whole: neither names nor sort keys are merged', () => {
    expect(namesIn(by.describe(Narrower))).toEqual({ fields: ['extra'], relations: [], sort: ['extra'] });
  });

  it('replace those of the base where they are bare, too', () => {
    const all = ['extra', 'id', 'name', 'hidden'];
    const { fields, sort } = namesIn(by.describe(Bare));
    expect([...fields].sort()).toEqual([...all].sort());
    expect([...sort].sort()).toEqual([...all].sort());
  });
});

describe('decorated properties', () => {
  it('are inherited, and those of the class itself are added', () => {
    expect([...namesIn(by.describe(Inheriting)).fields].sort()).toEqual(['extra', 'id', 'title']);
  });

  it('have the rule of the nearest class that decorates them, as a whole', () => {
    expect([...namesIn(by.describe(Overriding)).fields].sort()).toEqual(['heading', 'id']);
    expect(answer('filters[heading][$ne]=a', { by, of: Overriding })).toBe('filters[heading][$ne]=a');
    expect(answer('filters[title]=a', { by, of: Overriding })).toEqual(['unknown_field /filters/title']);
  });

  it('stay as they are for siblings and for the base', () => {
    expect([...namesIn(by.describe(Sibling)).fields].sort()).toEqual(['id', 'title']);
    expect(answer('filters[title][$ne]=a', { by, of: Sibling })).toEqual(['operator_not_allowed /filters/title/$ne']);
  });

  it('of a base are added to the list of a subclass', () => {
    expect([...namesIn(by.describe(Listing)).fields].sort()).toEqual(['hidden', 'id', 'title']);
  });

  it('are refused where the list of a subclass names them, too', async () => {
    await expect(serviceFor([Clashing])).rejects.toThrow(
      "@Filterable() on Clashing: name is listed in the class's options and decorated, too; declare it in one place",
    );
  });
});

describe('the scope of a base', () => {
  it('is checked at boot, even if a subclass has one of its own', async () => {
    abstract class Owned {
      @PrimaryGeneratedColumn() id!: number;
    }
    recordClass(Owned, { scope: { id: 1 } as never });

    @Entity()
    @Filterable()
    class Vault extends Owned {}
    await expect(serviceFor([Vault])).rejects.toThrow(
      '@Filterable() on Owned, which Vault extends: `scope` must be a function of the context, not an object',
    );
  });

  it('appears once in a statement where a subclass repeats it', async () => {
    const own = () => ({ id: 1 });

    @Filterable({ scope: own })
    abstract class Owned {
      @PrimaryGeneratedColumn() id!: number;
    }

    @Entity()
    @Filterable({ scope: own })
    class Vault extends Owned {}
    const filters = await serviceFor([Vault]);
    expect(filters.filter(Vault, {}).getQuery()).toMatch(/ WHERE \("Vault"\."id" = :nf_\w+\)$/);
  });
});
