import { hostileClass, refused, sameAs } from '../case.js';
import { prototypeNames } from './vocabulary.js';

/** Positions of a name in a request, with its role there. */
const places: readonly (readonly [query: string, issue: string, place: string])[] = [
  ['filters[NAME][$eq]=x', 'unknown_field /filters/NAME', 'a field'],
  ['filters[NAME]=x', 'unknown_field /filters/NAME', 'a field, by shorthand'],
  ['filters[NAME][NAME][NAME]=x', 'unknown_field /filters/NAME', 'all the way down'],
  ['filters[title]=Spring&filters[NAME]=x', 'unknown_field /filters/NAME', 'beside a valid condition'],
  ['filters[title][NAME]=x', 'unknown_operator /filters/title/NAME', 'an operator'],
  ['filters[title][$eq][NAME]=x', 'expected_value /filters/title/$eq', 'below an operator'],
  ['filters[id][$in][NAME]=1', 'expected_list /filters/id/$in', 'an index'],
  ['filters[author][NAME]=x', 'unknown_field /filters/author/NAME', 'a field of a relation'],
  ['filters[comments][$some][NAME]=x', 'unknown_field /filters/comments/$some/NAME', 'below a quantifier'],
  ['filters[$or][0][NAME]=x&filters[$or][1][title]=Spring', 'unknown_field /filters/$or/0/NAME', 'an alternative'],
  ['filters[$or][NAME]=x', 'unknown_field /filters/$or/NAME', 'a key of alternatives'],
  ['filters[$NAME]=x', 'unknown_operator /filters/$NAME', 'a group'],
  ['pagination[NAME]=1', 'invalid_pagination /pagination/NAME', 'a parameter of the slice'],
  ['pagination[page][NAME]=1', 'invalid_pagination /pagination/page', 'below a parameter of the slice'],
];

export const prototypeName = hostileClass(
  'prototype-name',
  places.flatMap(([query, issue, place]) =>
    prototypeNames.map((name) => refused(query.replaceAll('NAME', name), issue.replaceAll('NAME', name), place)),
  ),
);

export const prototypePollution = hostileClass('prototype-pollution', [
  refused('filters[__proto__][isAdmin]=true', 'unknown_field /filters/__proto__', 'as qs would be polluted'),
  refused('filters[constructor][prototype][isAdmin]=true', 'unknown_field /filters/constructor', 'the other way there'),
  refused('filters[%5F_proto__][isAdmin]=true', 'unknown_field /filters/__proto__', 'with a letter encoded'),
  refused('filters[__proto__%5D%5BisAdmin]=true', 'unknown_field /filters/__proto__', 'with brackets encoded'),
  refused('filters[__proto__]&filters[title]=Spring', 'unknown_field /filters/__proto__', 'without a value'),
  refused('filters[__proto__][]=x', 'unknown_field /filters/__proto__', 'a list'),
  refused('filters[__proto__][0]=x', 'unknown_field /filters/__proto__', 'a list by index'),
  refused('filters[__proto__]=a&filters[__proto__]=b', 'unknown_field /filters/__proto__', 'twice'),
  refused('sort[__proto__][isAdmin]=asc', 'not_sortable /sort/__proto__', 'in a sort'),
  refused('pagination[__proto__][isAdmin]=1', 'invalid_pagination /pagination/__proto__', 'in a slice'),
  refused('filters.__proto__.isAdmin=true', 'malformed_key /filters', 'with dots'),
  sameAs(
    '__proto__[isAdmin]=true&filters[title]=Spring',
    'filters[title]=Spring',
    "the host's parameter, which must do nothing",
  ),
  sameAs('constructor[prototype][isAdmin]=true', '', "the host's parameter, the other way"),
  sameAs(
    'hasOwnProperty=1&toString=2&filters[title]=Spring',
    'filters[title]=Spring',
    'names that hide what a parser calls',
  ),
]);
