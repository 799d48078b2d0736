import { querySerializer } from 'nestjs-filterable/client';
import { type Answer, reviewsOf } from './answer.js';
import { client } from './guide/client.gen.js';
import { type RestaurantsControllerListData, restaurantsControllerList } from './guide/index.js';

export type Query = NonNullable<RestaurantsControllerListData['query']>;

export async function list(baseUrl: string, query: Query): Promise<Answer> {
  client.setConfig({ baseUrl, querySerializer });
  const { data, error, response } = await restaurantsControllerList({ query });
  if (response === undefined) throw error;
  const codes = error?.issues.map(({ code }) => code);
  return {
    status: response.status,
    ids: data?.data.map(({ id }) => id),
    reviews: data && reviewsOf(data.data),
    codes,
    body: data ?? error,
  };
}
