import { type CompatibilityName, FilterService } from 'nestjs-filterable';
import { answer } from '../parse/asking.js';
import { Ware, asking, wares } from '../parse/wares.js';
import { describeEntities } from '../../support/metadata.js';
import { type Row, casesOf, modes } from './reading.js';

const source = await describeEntities('sqlite', wares);
const services = new Map(
  modes.map((compatibility) => [
    compatibility,
    FilterService.forDataSource(source, { compatibility, context: undefined }),
  ]),
);

/** How a mode reads a request for wares: its canonical form, which is read back on the way, or its refusals. */
function readIn(mode: CompatibilityName, request: string): string {
  const by = services.get(mode) ?? asking.by;
  const read = answer(request, { of: Ware, ...(by && { by }) });
  if (typeof read !== 'string') return read.join(', ');
  expect(answer(read, { of: Ware, ...(by && { by }) })).toBe(read);
  return read;
}

const two = (key: string) => `${key}[0]=a&${key}[1]=b`;

// prettier-ignore
const rows: readonly Row[] = [
  // A list given to $has, an operator of one value.
  [two('filters[tags][$has]'), 'expected_value /filters/tags/$has', 'filters[$and][0][tags][$has]=b&filters[tags][$has]=a', 'filters[$or][0][tags][$has]=a&filters[$or][1][tags][$has]=b', 'all of them, any of them'],
  ['filters[tags][$has]=a&filters[tags][$has]=b', 'duplicate_key /filters/tags/$has', 'filters[$and][0][tags][$has]=b&filters[tags][$has]=a', 'filters[$or][0][tags][$has]=a&filters[$or][1][tags][$has]=b', 'a key given twice is a list'],
  [two('filters[specs][labels][$has]'), 'expected_value /filters/specs/labels/$has', 'filters[$and][0][specs][labels][$has]=b&filters[specs][labels][$has]=a', 'filters[$or][0][specs][labels][$has]=a&filters[$or][1][specs][labels][$has]=b', 'at a path'],
  [two('filters[tags][$not][$has]'), 'expected_value /filters/tags/$not/$has', 'filters[$not][$and][0][tags][$has]=b&filters[$not][tags][$has]=a', 'filters[$not][$or][0][tags][$has]=a&filters[$not][$or][1][tags][$has]=b', 'not all, not any'],
  ['filters[tags][$has][0]=a', 'expected_value /filters/tags/$has', 'filters[tags][$has]=a', 'filters[tags][$has]=a', 'a list of one'],
  ['filters[tags][$has][0]=a&filters[tags][$has][1]=b,c', 'expected_value /filters/tags/$has', 'invalid_value /filters/tags/$has/1', 'invalid_value /filters/tags/$has/1', 'every member is read'],
  [two('filters[tags]'), 'filters[tags][$hasSome][0]=a&filters[tags][$hasSome][1]=b', '=', '=', 'alone, it is $hasSome'],
  ['filters[tags]=a&filters[tags]=b', 'duplicate_key /filters/tags', '=', '=', 'a value alone, twice'],
  [two('filters[tags][$hasEvery]'), 'filters[tags][$hasEvery][0]=a&filters[tags][$hasEvery][1]=b', '=', '=', 'an operator that takes a list'],
  [two('filters[specs][color][$eq]'), 'expected_value /filters/specs/color/$eq', 'filters[$and][0][specs][color][$eq]=b&filters[specs][color][$eq]=a', 'filters[$or][0][specs][color][$eq]=a&filters[$or][1][specs][color][$eq]=b', 'a path is a field'],

  // Flags.
  ['filters[tags][$null]=1', 'expected_boolean /filters/tags/$null', 'filters[tags][$null]=true', 'filters[tags][$null]=true', 'a yes'],
  ['filters[tags][$null]=0', 'expected_boolean /filters/tags/$null', 'filters[tags][$null]=true', 'filters[tags][$notNull]=true', 'a no'],
  ['filters[specs][$null]=f', 'expected_boolean /filters/specs/$null', 'filters[specs][$null]=true', 'filters[specs][$notNull]=true', 'of a document'],
  ...['1', '0', 't', 'f', ''].map((flag): Row => [`filters[tags][$empty]=${flag}`, 'expected_boolean /filters/tags/$empty', '=', '=', 'no client of theirs knows $empty']),

  // `$not` with a value.
  ['filters[specs][color][$not]=red', 'expected_object /filters/specs/color/$not', '=', 'filters[specs][color][$ne]=red', 'a path'],
  ['filters[tags][$not]=a', 'expected_object /filters/tags/$not', '=', 'operator_not_allowed /filters/tags/$not', 'lists have no $ne'],
  ['filters[specs][$not]=a', 'expected_object /filters/specs/$not', '=', 'operator_not_allowed /filters/specs/$not', 'nor have documents'],

  // Text and booleans.
  ['filters[specs][color][$contains]=Re', 'filters[specs][color][$contains]=Re', '=', 'filters[specs][color][$containsc]=Re', 'case'],
  ['filters[specs][color][$contains]=', 'invalid_value /filters/specs/color/$contains', '=', '', 'an empty needle'],
  ['filters[specs][on]=t', 'invalid_value /filters/specs/on', '=', 'filters[specs][on][$eq]=true', 'a boolean'],
  ['filters[tags]=', 'filters[tags][$has]=', '=', '=', 'an element is no needle'],
  ['filters[tags][$nstartswith]=a', 'unknown_operator /filters/tags/$nstartswith', '=', 'operator_not_allowed /filters/tags/$nstartswith', 'a spelling of theirs'],

  // What a list costs.
  [Array.from({ length: 9 }, (_, index) => `filters[letters][$eq][${index}]=${index}`).join('&'), 'expected_value /filters/letters/$eq', 'limit_exceeded /filters (relationConditions 8)', 'limit_exceeded /filters (relationConditions 8)', 'each is a subquery of its own'],
  [Array.from({ length: 5 }, (_, index) => `filters[tags][$has][${index}]=${index}`).join('&'), 'expected_value /filters/tags/$has', 'limit_exceeded /filters (unanchoredNeedles 4)', 'limit_exceeded /filters (unanchoredNeedles 4)', 'each is looked for by itself'],
];

describe('lists, documents and virtual columns', () => {
  it.each(casesOf(rows))('$mode: $request: $expected, because $why', ({ mode, request, expected }) => {
    expect(readIn(mode, request)).toBe(expected);
  });
});
