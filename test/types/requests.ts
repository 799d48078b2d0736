import { toRequest } from '../../lib/client/index.js';
import type { Post } from './entities.js';

const { url, ...init } = toRequest<Post>('/posts', { filters: { title: 'a' } });

// what fetch() takes, also where an absent property may not be undefined
const request: RequestInit = init;
void fetch(url, init);
void request;

// a body is a text where there is one
const body: string | undefined = init.body;
void body;
// @ts-expect-error a GET has none
const always: string = init.body;
void always;
