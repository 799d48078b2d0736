import type { FilterInput, QueryInput } from 'nestjs-filterable';
import { Filterable } from 'nestjs-filterable';
import { toQueryString } from 'nestjs-filterable/client';
import type { Book } from './library.entities.js';

/** Code that an application's compiler must accept, and code that it must refuse. */

export const right: QueryInput<Book> = {
  filters: { title: { $contains: 'a' }, author: { name: 'Kai' }, reviews: { $count: { $gte: 1 } } },
  sort: ['author.name:desc'],
  pagination: { page: 1, pageSize: 10 },
};

// An operator of the host's own, which has to be known wherever text is.
declare module 'nestjs-filterable' {
  interface TextOperators<V> {
    $soundsLike?: V;
  }
}

export const own: QueryInput<Book> = {
  filters: { title: { $soundsLike: 'a' }, author: { name: { $soundsLike: 'b' } } },
};

export const ownInBrowsers: string = toQueryString<Book>({ filters: { title: { $soundsLike: 'a' } } });

export const query: string = toQueryString<Book>(right);

// @ts-expect-error there is no such field
export const wrongName: FilterInput<Book> = { titel: 'a' };

// @ts-expect-error a number is not looked for by a text
export const wrongValue: FilterInput<Book> = { price: { $contains: 'a' } };

// @ts-expect-error a pair is two
export const wrongPair: FilterInput<Book> = { id: { $between: [1] } };

@Filterable({ fields: ['name'] })
export class Right {
  name!: string;
}

// @ts-expect-error the class has no such field
@Filterable({ fields: ['nam'] })
export class Wrong {
  name!: string;
}
