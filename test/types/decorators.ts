import { Filterable, FilterQuery, type FilterQueryOverrides } from 'nestjs-filterable';

interface Specs {
  id: string;
  color: string;
  size: { width: number };
  sizes: string[];
  parts: { serial: number }[];
}

@Filterable({
  fields: [
    'id',
    { name: 'sizes', kind: 'text', list: true },
    {
      name: 'specs',
      paths: {
        color: 'text',
        'size.width': 'integer',
        sizes: { kind: 'text', list: true },
        odd: { at: ['a.b', 'c'], as: 'ab', kind: 'text', operators: ['$eq'], sortable: false, when: () => true },
      },
    },
    { name: 'settings', paths: { theme: { kind: 'text' } } },
    { name: 'lineCount', kind: 'integer', formerly: ['lines'], deprecated: { use: 'id', since: '2026-11-01' } },
  ],
  facets: [{ name: 'id', deprecated: 'use lineCount' }],
  sort: ['id', { name: 'specs.color', as: 'color' }, 'specs.size.width', 'settings.theme', 'lineCount'],
})
export class Product {
  id!: number;
  sizes!: string[];
  specs!: Specs;
  settings!: Record<string, unknown>;
  lineCount!: number;
}

export class Decorated {
  @Filterable({ kind: 'text', list: true }) sizes!: string[];
  @Filterable({ paths: { color: 'text', 'size.width': { kind: 'integer', formerly: ['w'] } } }) specs!: Specs;
  @Filterable({ formerly: ['score'], deprecated: { use: 'stars', until: '2027-05-01' } }) rating!: number;
  // @ts-expect-error a list of names
  @Filterable({ formerly: 'score' }) one!: number;
  // @ts-expect-error a deprecation says what to use
  @Filterable({ deprecated: { since: '2026-11-01' } }) old!: number;
}

// @ts-expect-error there is no `sises`
@Filterable({ fields: ['id', { name: 'sises', kind: 'text', list: true }] })
export class Misnamed {
  id!: number;
  sizes!: string[];
}

// @ts-expect-error a list has no order
@Filterable({ fields: ['sizes'], sort: ['sizes'] })
export class Unordered {
  sizes!: string[];
}

// @ts-expect-error whatever the key is called
@Filterable({ fields: ['sizes'], sort: [{ name: 'sizes', as: 'size' }] })
export class UnorderedByName {
  sizes!: string[];
}

// @ts-expect-error JSON has no date-times
Filterable({ fields: [{ name: 'specs', paths: { at: 'datetime' } }] });
// @ts-expect-error a path has a kind
Filterable({ fields: [{ name: 'specs', paths: { sizes: { list: true } } }] });
// @ts-expect-error a column that is no list says nothing
Filterable({ fields: [{ name: 'sizes', list: false }] });
// @ts-expect-error keys are told one by one
Filterable({ fields: [{ name: 'specs', paths: { odd: { at: 'a.b', kind: 'text' } } }] });

export class Handlers {
  list(
    @FilterQuery(Product, { fields: ['id', 'sizes', 'specs.color', 'specs.size.width', 'settings.theme'] }) q: unknown,
  ) {
    return q;
  }

  sorted(@FilterQuery(Product, { sort: ['specs.color', 'settings.theme', 'settings.window.width'] }) q: unknown) {
    return q;
  }

  declared(@FilterQuery(Product, { fields: [{ name: 'specs', paths: { color: 'text' } }, 'settings'] }) q: unknown) {
    return q;
  }

  // @ts-expect-error a relation, or what looks like one, is no field without declared paths
  undeclared(@FilterQuery(Product, { fields: ['specs'] }) q: unknown) {
    return q;
  }

  ofPath(@FilterQuery(Product, { fields: [{ name: 'specs.color', operators: ['$eq'] }] }) q: unknown) {
    return q;
  }

  // @ts-expect-error there is no such path
  misnamed(@FilterQuery(Product, { fields: ['specs.colour'] }) q: unknown) {
    return q;
  }
}

const overrides = (given: FilterQueryOverrides<Product>): unknown => given;

overrides({ fields: ['specs.sizes', { name: 'settings.theme', as: 'theme' }] });
overrides({ defaults: { filters: { sizes: 'M', specs: { color: 'red' }, settings: { theme: 'dark' } } } });
// @ts-expect-error a list has no order
overrides({ sort: ['sizes'] });
// @ts-expect-error a document of a list is no path
overrides({ fields: ['specs.parts.serial'] });
