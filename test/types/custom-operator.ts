import 'nestjs-filterable';
import type { FilterInput } from '../../lib/input/index.js';
import { type Post, Status } from './entities.js';

// How a host makes an operator of its own known to the compiler.
declare module 'nestjs-filterable' {
  interface TextOperators<V> {
    $soundsLike?: V;
  }
}

export const known: FilterInput<Post> = { title: { $soundsLike: 'a', $not: { $soundsLike: 'b' } } };
// @ts-expect-error it was made known for text alone
export const misplaced: FilterInput<Post> = { status: { $soundsLike: Status.Draft } };
