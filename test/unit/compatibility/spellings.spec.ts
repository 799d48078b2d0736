import { type Row, casesOf, prepareModes, readIn } from './reading.js';

beforeAll(prepareModes);

const unknown = 'unknown_operator at ';

const pair = (key: string): string => `${key}[0]=1&${key}[1]=5`;

/** What a name of an operator means: the same letters, another operator; or letters that only one family knows. */
// prettier-ignore
const rows: readonly Row[] = [
  // Text matches: `$contains` minds the case in one family and not in the other.
  ['filters[title][$contains]=a', 'filters[title][$contains]=a', '=', 'filters[title][$containsc]=a', 'case-sensitive'],
  ['filters[title][$notContains]=a', 'filters[title][$notContains]=a', '=', 'filters[title][$notContainsc]=a', 'case-sensitive'],
  ['filters[title][$startsWith]=a', 'filters[title][$startsWith]=a', '=', 'filters[title][$startsWithc]=a', 'case-sensitive'],
  ['filters[title][$endsWith]=a', 'filters[title][$endsWith]=a', '=', 'filters[title][$endsWithc]=a', 'case-sensitive'],
  ['filters[title][$containsi]=a', 'filters[title][$containsi]=a', '=', '=', 'said aloud: the same everywhere'],
  ['filters[title][$notContainsi]=a', 'filters[title][$notContainsi]=a', '=', '=', 'said aloud'],
  ['filters[title][$startsWithi]=a', 'filters[title][$startsWithi]=a', '=', '=', 'said aloud'],
  ['filters[title][$endsWithi]=a', 'filters[title][$endsWithi]=a', '=', '=', 'said aloud'],
  ['filters[title][$containsc]=a', 'filters[title][$containsc]=a', '=', '=', 'said aloud'],
  ['filters[title][$eq]=a', 'filters[title][$eq]=a', '=', '=', 'under the collation of the column, in every mode'],
  ['filters[title][$eqi]=a', 'filters[title][$eqi]=a', '=', '=', 'said aloud'],

  // What the Refine provider sends untranslated.
  ['filters[views][$nbetween][0]=1&filters[views][$nbetween][1]=5', `${unknown}filters[views][$nbetween]`, '=', 'filters[views][$notBetween][0]=1&filters[views][$notBetween][1]=5', 'an operator of ours under another name'],
  [['$nbetween', '$notBetween'].map((token) => pair(`filters[comments][$count][${token}]`)).join('&'), `${unknown}filters[comments][$count][$nbetween]`, '=', 'duplicate_key at filters[comments][$count][$notBetween]', 'one operator of a count, twice'],
  ['filters[title][$startswiths]=a', `${unknown}filters[title][$startswiths]`, '=', 'filters[title][$startsWithc]=a', 's minds the case'],
  ['filters[title][$endswiths]=a', `${unknown}filters[title][$endswiths]`, '=', 'filters[title][$endsWithc]=a', 's minds the case'],
  ['filters[title][$nstartswith]=a', `${unknown}filters[title][$nstartswith]`, '=', 'filters[title][$not][$startsWithi]=a', 'n negates; without s the case is no matter'],
  ['filters[title][$nstartswiths]=a', `${unknown}filters[title][$nstartswiths]`, '=', 'filters[title][$not][$startsWithc]=a', 'both'],
  ['filters[title][$nendswith]=a', `${unknown}filters[title][$nendswith]`, '=', 'filters[title][$not][$endsWithi]=a', 'n negates'],
  ['filters[title][$nendswiths]=a', `${unknown}filters[title][$nendswiths]`, '=', 'filters[title][$not][$endsWithc]=a', 'both'],
  ['filters[title][$eqs]=a', `${unknown}filters[title][$eqs]`, '=', 'filters[title][$eqc]=a', 's minds the case'],
  ['filters[title][$nes]=a', `${unknown}filters[title][$nes]`, '=', 'filters[title][$not][$eqc]=a', 'both'],
  ['filters[$not][title][$nendswith]=a', `${unknown}filters[title][$nendswith]`.replace('filters', 'filters[$not]'), '=', 'filters[title][$endsWithi]=a', 'two negations are none'],

  // Near neighbours that stay unknown, and operators that the field does not take.
  ['filters[title][$ina][0]=a', `${unknown}filters[title][$ina]`, '=', '=', 'about array columns, of which there is none'],
  ['filters[title][$nina][0]=a', `${unknown}filters[title][$nina]`, '=', '=', 'likewise'],
  ['filters[title][$startswith]=a', `${unknown}filters[title][$startswith]`, '=', '=', 'the provider translates it'],
  ['filters[title][$nStartsWith]=a', `${unknown}filters[title][$nStartsWith]`, '=', '=', 'nobody sends it'],
  ['filters[views][$nstartswith]=1', `${unknown}filters[views][$nstartswith]`, '=', 'operator_not_allowed at filters[views][$nstartswith]', 'no text match on a number'],

  // Wherever an operator can stand, a spelling of it can.
  ['filters[author][$nbetween][0]=1&filters[author][$nbetween][1]=5', `${unknown}filters[author][$nbetween]`, '=', 'filters[author][id][$notBetween][0]=1&filters[author][id][$notBetween][1]=5', 'of a relation, on its key'],
  ['filters[comments][$count][$nbetween][0]=1&filters[comments][$count][$nbetween][1]=5', `${unknown}filters[comments][$count][$nbetween]`, '=', 'filters[comments][$count][$notBetween][0]=1&filters[comments][$count][$notBetween][1]=5', 'of a count'],
  ['filters[comments][$count][$nes]=1', `${unknown}filters[comments][$count][$nes]`, '=', 'operator_not_allowed at filters[comments][$count][$nes]', 'a count has no case to mind'],
];

describe('what an operator is called', () => {
  it.each(casesOf(rows))('$mode: $request ($why)', ({ mode, request, expected }) => {
    expect(readIn(mode, request)).toBe(expected);
  });
});
