import axios, { isAxiosError } from 'axios';
import { querySerializer } from 'nestjs-filterable/client';
import { type Answer, reviewsOf } from './answer.js';
import { type FilterError, type RestaurantsControllerListParams, getRestaurantGuide } from './guide.js';

export type Query = RestaurantsControllerListParams;

const paramsSerializer = (params: object) => querySerializer(params);

export async function list(baseURL: string, query: Query): Promise<Answer> {
  const guide = getRestaurantGuide(axios.create({ baseURL, paramsSerializer }));
  try {
    const { status, data } = await guide.restaurantsControllerList(query);
    return { status, ids: data.data.map(({ id }) => id), reviews: reviewsOf(data.data), body: data };
  } catch (error) {
    if (!isAxiosError<FilterError>(error) || error.response === undefined) throw error;
    const { status, data } = error.response;
    return { status, codes: data.issues.map(({ code }) => code), body: data };
  }
}
