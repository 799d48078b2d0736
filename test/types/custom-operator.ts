import 'nestjs-filterable';
import type { FilterInput } from '../../lib/contract/index.js';
import { type Post, Status } from './entities.js';

// An application's declaration of its own operator.
declare module 'nestjs-filterable' {
  interface TextOperators<V> {
    $soundsLike?: V;
  }
}

export const known: FilterInput<Post> = { title: { $soundsLike: 'a', $not: { $soundsLike: 'b' } } };
// @ts-expect-error it was made known for text alone
export const misplaced: FilterInput<Post> = { status: { $soundsLike: Status.Draft } };
