import type { Condition } from '../../../lib/ast/index.js';
import { conjunctsOf, forEachCondition, mapParts, planOf, someCondition } from '../../../lib/ast/index.js';
import { parse } from '../parse/asking.js';

function conditionOf(request: string): Condition {
  const {
    asked: { filters },
  } = planOf(parse(request));
  if (filters === undefined) throw new TypeError(`${request} has no condition`);
  return filters;
}

function typesIn(request: string): string {
  const types: string[] = [];
  forEachCondition(conditionOf(request), ({ type }) => types.push(type));
  return types.join(' ');
}

/** Requests, and the types of their conditions from the outside in. */
const requests: readonly (readonly [request: string, types: string])[] = [
  ['filters[title]=a', 'comparison'],
  ['filters[title]=a&filters[views]=1', 'and comparison comparison'],
  ['filters[$or][0][title]=a&filters[$or][1][title]=b', 'or comparison comparison'],
  ['filters[$not][title]=a', 'not comparison'],
  ['filters[author][$exists]=true', 'related'],
  ['filters[author][name]=a', 'related comparison'],
  ['filters[tags][$none][name]=a', 'related comparison'],
  ['filters[tags][$count]=1', 'relatedCount'],
  ['filters[tags][$count][$eq]=1&filters[tags][$count][$where][name]=a', 'relatedCount comparison'],
  ['filters[$not][$or][0][title]=a&filters[$not][$or][1][tags][$some][name]=b', 'not or comparison related comparison'],
];

describe('a walk through conditions', () => {
  it.each(requests)('%s reaches %s', (request, types) => {
    expect(typesIn(request)).toBe(types);
  });

  it.each(requests)('%s finds its last condition, and none that is not there', (request, types) => {
    const condition = conditionOf(request);
    const all: Condition[] = [];
    forEachCondition(condition, (each) => all.push(each));
    expect(all).toHaveLength(types.split(' ').length);
    expect(someCondition(condition, (each) => each === all.at(-1))).toBe(true);
    expect(someCondition(condition, () => false)).toBe(false);
  });

  it('stops at the first condition that passes', () => {
    let tested = 0;
    someCondition(conditionOf('filters[title]=a&filters[views]=1'), () => (tested += 1) === 2);
    expect(tested).toBe(2);
  });
});

describe('mapParts', () => {
  const copy = (condition: Condition): Condition => mapParts(condition, copy);

  it.each(requests)('of copies of its parts, %s is as it was', (request) => {
    expect(copy(conditionOf(request))).toEqual(conditionOf(request));
  });

  it.each<[request: string, becomes: string]>([
    ['filters[title]=a&filters[views]=1', 'and related related'],
    ['filters[$or][0][title]=a&filters[$or][1][title]=b', 'or related related'],
    ['filters[$not][title]=a', 'not related'],
    ['filters[tags][$none][name]=a', 'related related'],
    ['filters[tags][$count][$eq]=1&filters[tags][$count][$where][name]=a', 'relatedCount related'],
    ['filters[title]=a', 'comparison'],
  ])('replaces the direct parts of %s: %s', (request, types) => {
    const other = conditionOf('filters[author][$exists]=true');
    const found: string[] = [];
    forEachCondition(
      mapParts(conditionOf(request), () => other),
      ({ type }) => found.push(type),
    );
    expect(found.join(' ')).toBe(types);
  });
});

describe('conjunctsOf', () => {
  it.each<[request: string, types: readonly string[]]>([
    ['filters[title]=a', ['comparison']],
    ['filters[title]=a&filters[author][$exists]=true', ['comparison', 'related']],
    ['filters[$or][0][title]=a&filters[$or][1][title]=b', ['or']],
    ['filters[$not][title]=a', ['not']],
  ])('%s has %j', (request, types) => {
    expect(conjunctsOf(conditionOf(request)).map(({ type }) => type)).toEqual(types);
  });
});
