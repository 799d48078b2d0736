import createClient from 'openapi-fetch';
import { querySerializer } from 'nestjs-filterable/client';
import { type Answer, reviewsOf } from './answer.js';
import type { paths } from './guide.js';

export type Query = NonNullable<paths['/api/restaurants']['get']['parameters']['query']>;

export async function list(baseUrl: string, query: Query): Promise<Answer> {
  const client = createClient<paths>({ baseUrl, querySerializer });
  const { data, error, response } = await client.GET('/api/restaurants', { params: { query } });
  const codes = error?.issues.map(({ code }) => code);
  return {
    status: response.status,
    ids: data?.data.map(({ id }) => id),
    reviews: data && reviewsOf(data.data),
    codes,
    body: data ?? error,
  };
}
