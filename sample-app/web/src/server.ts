import { toQueryString } from 'nestjs-filterable/client';
import type { EntityDescription, Explanation, Facets, Page } from 'nestjs-filterable';
import type { Issue } from './address/refusals.js';

/** All that the form of the list is made from, as the server describes it. */
export interface ListDescription extends EntityDescription {
  readonly related: Readonly<Record<string, EntityDescription>>;
}

/** A row of the list, as the page shows it. A request with `fields` answers some of its members only. */
export interface Restaurant {
  readonly id: number;
  readonly name?: string;
  readonly cuisine?: string;
  readonly stars?: number | null;
  readonly priceLevel?: string;
  readonly rating?: number | null;
  readonly averagePrice?: number | null;
  readonly opened?: string;
  readonly isOpen?: boolean;
  readonly city?: { readonly name?: string };
  readonly chef?: { readonly name?: string } | null;
}

/** A restaurant with its related rows, as the row that opens shows it. */
export interface RestaurantDetails {
  readonly chef: { readonly name: string; readonly michelinStars: number } | null;
  readonly tags: readonly { readonly id: number; readonly name: string }[];
  readonly reviews: readonly Review[];
}

/** A review, and who wrote it. */
export interface Review {
  readonly id: number;
  readonly stars: number;
  readonly text: string | null;
  readonly createdAt: string;
  readonly author: { readonly name: string } | null;
}

/** The related rows of a restaurant, and whether it has more reviews than these. */
export interface AnsweredDetails {
  readonly details: RestaurantDetails | undefined;
  readonly hasMoreReviews: boolean;
}

export type Meta = Page<Restaurant>['meta'];
export type ListFacets = Facets;

/** A statement that the server sent to its database. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** A request worth trying. */
export interface Example {
  readonly title: string;
  readonly path: string;
}

/** What the server says to a request: rows, or the mistakes in the request. */
export type Answer =
  | {
      readonly outcome: 'rows';
      readonly data: readonly Restaurant[];
      readonly meta: Meta;
      readonly statements?: string;
    }
  | { readonly outcome: 'refused'; readonly issues: readonly Issue[] };

/** The longest query string that goes into a URL. */
const longest = 2_000;

export async function askForRestaurants(queryString: string, signal: AbortSignal): Promise<Answer> {
  const response = await (queryString.length > longest ? query : get)(queryString, signal);
  if (response.status === 400) return { outcome: 'refused', issues: await issuesOf(response) };
  const { data, meta } = (await answered(response)) as Page<Restaurant>;
  const statements = response.headers.get('X-Statements');
  return { outcome: 'rows', data, meta, ...(statements !== null && { statements }) };
}

function get(queryString: string, signal: AbortSignal): Promise<Response> {
  return fetch(`/api/restaurants?${queryString}`, { signal, headers: { Accept: 'application/json' } });
}

/** Sends a query string as the content of an HTTP QUERY. */
function query(queryString: string, signal: AbortSignal): Promise<Response> {
  const headers = { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' };
  return fetch('/api/restaurants', { method: 'QUERY', signal, headers, body: queryString });
}

/** Asks for the chef, the tags and the newest reviews of one restaurant. */
export async function askForDetails(id: number, signal: AbortSignal): Promise<AnsweredDetails> {
  const query = toQueryString({
    filters: { id },
    fields: ['name'],
    populate: { chef: true, tags: true, reviews: { populate: 'author' } },
    pagination: { withCount: false },
  });
  const { data, meta } = (await answered(
    await fetch(`/api/restaurants?${query}`, { signal }),
  )) as Page<RestaurantDetails>;
  return { details: data[0], hasMoreReviews: meta.populate?.['reviews'] !== undefined };
}

async function issuesOf(response: Response): Promise<readonly Issue[]> {
  const { issues = [] } = (await response.json()) as { issues?: readonly Issue[] };
  return issues;
}

export async function askForDescription(): Promise<ListDescription> {
  return (await answered(await fetch('/api/restaurants/description'))) as ListDescription;
}

export async function askForExamples(): Promise<readonly Example[]> {
  const { data } = (await answered(await fetch('/api/examples'))) as { data: readonly Example[] };
  return data;
}

export async function askForStatements(path: string, signal: AbortSignal): Promise<readonly Statement[]> {
  const { data } = (await answered(await fetch(path, { signal }))) as { data: readonly Statement[] };
  return data;
}

export async function askForExplanation(path: string, signal: AbortSignal): Promise<Explanation> {
  const { data } = (await answered(await fetch(`${path}/explanation`, { signal }))) as { data: Explanation };
  return data;
}

async function answered(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`The server answered with ${response.status} ${response.statusText}.`);
  return response.json();
}
