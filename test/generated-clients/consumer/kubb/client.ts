import { isAxiosError } from 'axios';
import { querySerializer } from 'nestjs-filterable/client';
import { type Answer, reviewsOf } from './answer.js';
import {
  type RestaurantsControllerList400,
  type RestaurantsControllerListQueryParams,
  restaurantsControllerList,
} from './guide/index.js';

export type Query = RestaurantsControllerListQueryParams;

const paramsSerializer = (params: object) => querySerializer(params);

export async function list(baseURL: string, query: Query): Promise<Answer> {
  try {
    const { data, meta } = await restaurantsControllerList(query, { baseURL, paramsSerializer });
    return { status: 200, ids: data.map(({ id }) => id), reviews: reviewsOf(data), body: { data, meta } };
  } catch (error) {
    if (!isAxiosError<RestaurantsControllerList400>(error) || error.response === undefined) throw error;
    const { status, data } = error.response;
    return { status, codes: data.issues.map(({ code }) => code), body: data };
  }
}
