import type { Ids } from './case.js';

/** Conditions in the words of the property, and the rows that hold what a transformer makes of them. */
export const transformedCases: readonly (readonly [query: string, finds: Ids])[] = [
  ['filters[price][$eq]=2', [2]],
  ['filters[price][$ne]=2', [1, 3]],
  ['filters[price][$gt]=2', [3]],
  ['filters[price][$in][0]=2&filters[price][$in][1]=7', [2, 3]],
  ['filters[price][$notIn][0]=2&filters[price][$notIn][1]=7', [1]],
  ['filters[price][$between][0]=1&filters[price][$between][1]=2', [1, 2]],
  ['filters[large]=9007199254740993', [1]],
  ['filters[large][$gt]=9007199254740993', [2]],
  ['filters[code]=beta', [2]],
  ['filters[code][$eqc]=alpha', [1]],
  ['filters[code][$startsWith]=alpha', [1, 3]],
  ['filters[code][$containsc]=alphab', [3]],
  ['filters[code][$not][$containsc]=alphab', [1, 2]],
  ['filters[tag][$eq]=red', [1]],
  ['filters[tag][$in][0]=green&filters[tag][$in][1]=blue', [2, 3]],
  ['filters[active]=true', [1, 3]],
  ['filters[active]=0', [2]],
  ['filters[active][$ne]=true', [2]],
  ['filters[active][$in][0]=false', [2]],
  ['filters[happenedAt]=2024-03-01T12:00:00Z', [2]],
  ['filters[happenedAt]=2024-03-01', [1, 2]],
  ['filters[happenedAt][$gt]=2024-03-01', [3]],
  ['filters[happenedAt][$lt]=2024-03-01T12:00:00Z', [1]],
  ['filters[happenedAt][$lte]=2024-03-01T12:00:00.000000Z', [1, 2]],
  ['filters[size]=red', [1]],
  ['filters[size][$gt]=four', [2]],
  ['filters[size][$null]=true', [3]],
];

/** Microseconds, which the Date that a transformer takes does not have. */
const microseconds = ['', '[$ne]', '[$gt]', '[$lte]', '[$in][0]', '[$not][$eq]'].map(
  (operator) => `filters[happenedAt]${operator}=2024-03-01T12:00:00.000001Z`,
);

/** Values that a transformer throws at, or makes nothing of: a refusal, never an error of the server's. */
export const untransformable: readonly string[] = ['thrown', 'nothing', 'null', 'NaN', 'undated']
  .flatMap((value) => [
    `filters[size]=${value}`,
    `filters[size][$ne]=${value}`,
    `filters[size][$lt]=${value}`,
    `filters[size][$in][0]=red&filters[size][$in][1]=${value}`,
    `filters[size][$between][0]=red&filters[size][$between][1]=${value}`,
    `filters[size][$not][$eq]=${value}`,
    `filters[$or][0][size]=red&filters[$or][1][size]=${value}`,
  ])
  .concat(microseconds);
