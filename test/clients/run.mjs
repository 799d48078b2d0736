/**
 * Makes calls of the real clients, and prints what came of them. Reads `{ baseUrl, calls }` as JSON from standard
 * input, where a call is `{ client, collection, method, args }`; prints a list of `{ resolved }` or
 * `{ rejected: { name, status, body } }`.
 */
import { text } from 'node:stream/consumers';
import { DataProvider } from '@refinedev/strapi-v4';
import { strapi } from '@strapi/client';

const clients = {
  refine: (baseUrl) => DataProvider(baseUrl),
  strapi: (baseUrl, { collection = 'posts' }) => strapi({ baseURL: baseUrl }).collection(collection),
};

/** Axios keeps a parsed body, fetch one that is still to be read. */
async function bodyOf(response) {
  return typeof response?.json === 'function' ? response.json() : response?.data;
}

async function outcomeOf(client, { method, args }) {
  try {
    return { resolved: await client[method](...args) };
  } catch (error) {
    const { response, name } = error;
    if (response === undefined) throw error;
    return { rejected: { name, status: response.status, body: await bodyOf(response) } };
  }
}

const { baseUrl, calls } = JSON.parse(await text(process.stdin));
const outcomes = [];
for (const call of calls) outcomes.push(await outcomeOf(clients[call.client](baseUrl, call), call));
process.stdout.write(JSON.stringify(outcomes));
