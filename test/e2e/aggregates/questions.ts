import type { Aggregates } from 'nestjs-filterable';
import type { EngineName } from '../../support/databases.js';
import type { Asking } from './fixture.js';

type Answer = Aggregates;

/** An answer, or those of the engines where they differ. */
type Expected = Answer | Readonly<Record<EngineName, Answer>>;

/** A request for aggregates, and its answer. */
export interface Question extends Asking {
  readonly name: string;
  readonly query: string;
  readonly answer: Expected;
}

/** Returns what a question must be answered with on an engine. */
export function on(engine: EngineName, answer: Expected): Answer {
  return 'postgres' in answer ? (answer as Readonly<Record<EngineName, Answer>>)[engine] : answer;
}

/** An answer whose exact decimals SQLite has as floats. */
function exactly(decimals: Answer, floats: Answer): Expected {
  return { postgres: decimals, mariadb: decimals, sqlite: floats };
}

const decimals = 'aggregates[price]=sum,avg,min,max,count,distinct';
const whole = 'aggregates[pieces]=sum,avg,min,max,count,distinct';

export const questions: readonly Question[] = [
  {
    name: 'decimals, whose average has six digits',
    query: decimals,
    answer: exactly(
      { price: { sum: '15.31', avg: '3.827500', min: '0.01', max: '10.10', count: 4, distinct: 4 } },
      { price: { sum: 15.31, avg: 3.8275, min: 0.01, max: 10.1, count: 4, distinct: 4 } },
    ),
  },
  {
    name: 'whole numbers, whose sum is of 64 bits',
    query: whole,
    answer: {
      postgres: {
        pieces: { sum: '2147483646', avg: '536870911.500000', min: -7, max: 2147483647, count: 4, distinct: 3 },
      },
      mariadb: {
        pieces: { sum: '2147483646', avg: '536870911.500000', min: -7, max: 2147483647, count: 4, distinct: 3 },
      },
      sqlite: { pieces: { sum: 2147483646, avg: 536870911.5, min: -7, max: 2147483647, count: 4, distinct: 3 } },
    },
  },
  {
    name: 'a sum beyond 64 bits, to the last digit',
    query: 'aggregates=visits:sum',
    answer: { visits: { sum: '18455751272964292606' } },
  },
  {
    name: 'an average of large numbers, to the last digit',
    query: 'aggregates=visits:avg&filters[id][$in][0]=1&filters[id][$in][1]=3',
    answer: exactly({ visits: { avg: '4616189618054758400.000000' } }, { visits: { avg: 4616189618054758400 } }),
  },
  {
    name: 'the ends of large numbers, to the last digit',
    query: 'aggregates=visits:min,visits:max',
    answer: {
      postgres: { visits: { min: '-3', max: '9223372036854775807' } },
      mariadb: { visits: { min: '-3', max: '9223372036854775807' } },
      sqlite: { visits: { min: -3, max: '9223372036854775807' } },
    },
  },
  {
    name: 'floats',
    query: 'aggregates[rating]=sum,avg,min,max',
    answer: { rating: { sum: 6, avg: 1.5, min: -1.5, max: 4.5 } },
  },
  {
    name: 'dates, times and texts',
    query: 'aggregates=founded:min,founded:max,founded:count,opens:min,opens:max,name:min,name:max,name:distinct',
    answer: {
      founded: { min: '1999-12-31', max: '2020-02-29', count: 4 },
      opens: { min: '07:15:00', max: '23:59:59' },
      name: { min: 'Apple', max: 'Eggs', distinct: 5 },
    },
  },
  {
    name: 'a column with a transformer, as the rows have it',
    query: 'aggregates=fee:sum,fee:min,fee:avg',
    answer: { fee: { sum: 7.34, min: 0.01, avg: 1.835 } },
  },
  { name: 'truth', query: 'aggregates=isOpen:count,isOpen:distinct', answer: { isOpen: { count: 4, distinct: 2 } } },
  {
    name: 'an embedded column',
    query: 'aggregates[address.floor]=sum',
    answer: {
      postgres: { 'address.floor': { sum: '2' } },
      mariadb: { 'address.floor': { sum: '2' } },
      sqlite: { 'address.floor': { sum: 2 } },
    },
  },
  {
    name: 'paths of documents, whose numbers are numbers',
    query: 'aggregates=doc.width:sum,doc.width:avg,doc.width:max,doc.weight:sum',
    answer: { 'doc.width': { sum: 12, avg: 4, max: 5 }, 'doc.weight': { sum: 3.5 } },
  },
  {
    name: 'a virtual column',
    query: 'aggregates[reviewCount]=sum,max,avg',
    answer: { reviewCount: { sum: 10, max: 5, avg: 2 } },
  },
  {
    name: 'of no rows',
    query:
      'aggregates=price:sum,price:avg,price:min,price:count,price:distinct,visits:sum,pieces:sum,doc.width:sum,fee:sum&filters[id]=99',
    answer: {
      price: { sum: null, avg: null, min: null, count: 0, distinct: 0 },
      visits: { sum: null },
      pieces: { sum: null },
      'doc.width': { sum: null },
      fee: { sum: null },
    },
  },
  {
    name: 'of rows without a value',
    query: 'aggregates=price:sum,price:avg,price:count,visits:avg&filters[id]=3',
    answer: exactly(
      { price: { sum: null, avg: null, count: 0 }, visits: { avg: '9007199254740993.000000' } },
      { price: { sum: null, avg: null, count: 0 }, visits: { avg: 9007199254740992 } },
    ),
  },
  {
    name: 'under the filters, each row once however many related rows match',
    query:
      'aggregates=rating:sum&filters[reviews][stars][$gte]=3&filters[tags][name][$in][0]=red&filters[tags][name][$in][1]=blue',
    answer: { rating: { sum: 7 } },
  },
  {
    name: 'under the scope',
    query: 'aggregates=rating:sum,name:distinct',
    guest: { city: 'Bergen' },
    answer: { rating: { sum: -1 }, name: { distinct: 2 } },
  },
  {
    name: 'whatever the builder joins',
    query: 'aggregates=rating:sum&filters[rating][$gt]=0',
    prepare: (builder) => builder.leftJoinAndSelect('root.reviews', 'r').innerJoin('root.tags', 't'),
    answer: { rating: { sum: 7 } },
  },
  {
    name: 'of the builder’s own conditions',
    query: 'aggregates=rating:sum',
    prepare: (builder) => builder.where('root.id < 3 OR root.id = 5'),
    answer: { rating: { sum: 5.5 } },
  },
  {
    name: 'a hidden field, for whom it is there',
    query: 'aggregates=cost:sum',
    guest: { isStaff: true },
    answer: { postgres: { cost: { sum: '24' } }, mariadb: { cost: { sum: '24' } }, sqlite: { cost: { sum: 24 } } },
  },
  {
    name: 'of the rows of one class of a shared table',
    about: 'Van',
    query: 'aggregates=seats:sum,seats:count',
    answer: {
      postgres: { seats: { sum: '10', count: 3 } },
      mariadb: { seats: { sum: '10', count: 3 } },
      sqlite: { seats: { sum: 10, count: 3 } },
    },
  },
];
