import { outlineOf } from './outline.js';
import { rowsOf } from '../../support/table.js';

/** What a request is about, row by row: the tree that SQL is made of. */
const rows = rowsOf(
  `
    filters[author][name]=a                                      | SOME author [name $eq "a"]                                   | to one
    filters[comments][body]=a                                    | SOME comments [body $eq "a"]                                 | to many
    filters[comments][$some][body]=a                             | SOME comments [body $eq "a"]                                 | said aloud
    filters[comments][$every][body]=a                            | EVERY comments [body $eq "a"]                                | every
    filters[comments][$none][body]=a                             | NONE comments [body $eq "a"]                                 | none
    filters[comments][approved]=true&filters[comments][stars][$gte]=4 | SOME comments [(approved $eq true AND stars $gte "4")]       | one object is one row
    filters[comments][$or][0][stars]=1&filters[comments][$or][1][approved]=true&filters[comments][body]=a | SOME comments [((stars $eq "1" OR approved $eq true) AND body $eq "a")] | also with a group in it
    filters[comments][$and][0][stars]=1&filters[comments][$and][1][stars]=2 | SOME comments [(stars $eq "1" AND stars $eq "2")]            | $and inside does not make it two rows
    filters[comments][$not][stars]=1&filters[comments][approved]=true | SOME comments [(NOT stars $eq "1" AND approved $eq true)]    | nor does $not
    filters[comments][author][name]=a&filters[comments][stars]=1 | SOME comments [(SOME author [name $eq "a"] AND stars $eq "1")] | at any depth
    filters[comments][author][name]=a&filters[comments][author][country][code]=NO | SOME comments [SOME author [(name $eq "a" AND SOME country [code $eq "NO"])]] | two hops and three are one path
    filters[$and][0][tags][name]=a&filters[$and][1][tags][name]=b | (SOME tags [name $eq "a"] AND SOME tags [name $eq "b"])      | two objects are two rows
    filters[tags][name]=a&filters[tags][$some][name]=b           | (SOME tags [name $eq "b"] AND SOME tags [name $eq "a"])      | a quantifier is an object of its own
    filters[author]=3                                            | SOME author [id $eq "3"]                                     | the key
    filters[author][$in]=3                                       | SOME author [id $in "3"]                                     | the key in a list
    filters[tags][$ne]=3&filters[tags][name]=a                   | SOME tags [(id $ne "3" AND name $eq "a")]                    | the key of the same row
    filters[author][$exists]=true                                | SOME author                                                  | there is one
    filters[author][$null]=true                                  | NONE author                                                  | there is none
    filters[author]                                              | NONE author                                                  | null
    filters[author][$null]=false&filters[author][name]=a         | (SOME author AND SOME author [name $eq "a"])                 | existence beside a condition
    filters[$not][author][name]=a                                | NOT SOME author [name $eq "a"]                               | not related to such a row, or to none
    filters[author][$not][name]=a                                | SOME author [NOT name $eq "a"]                               | related to another row
    filters[comments][$count]=5                                  | COUNT comments $eq "5"                                       | a count
    filters[comments][$count][$gte]=2&filters[comments][$count][$lt]=5 | (COUNT comments $gte "2" AND COUNT comments $lt "5")         | two comparisons of a count
    filters[comments][$count][$gte]=2&filters[comments][$count][$where][approved]=true | COUNT comments [approved $eq true] $gte "2"                  | a count of some
    filters[comments][$count][$gte]=2&filters[comments][$count][$where][author][name]=a | COUNT comments [SOME author [name $eq "a"]] $gte "2"         | a count of some, by what they are related to
    filters[comments][$count]=2&filters[comments][stars]=1&filters[comments][$every][approved]=true | (COUNT comments $eq "2" AND EVERY comments [approved $eq true] AND SOME comments [stars $eq "1"]) | predicates beside one another
    filters[publishedAt]=2024-03-01                              | publishedAt $eq the day 2024-03-01                           | a date alone is a whole day
    filters[publishedOn]=2024-03-01                              | publishedOn $eq "2024-03-01"                                 | and for a date it is itself
    filters[$or][0][title]=a&filters[$or][1][author][name]=a     | (title $eq "a" OR SOME author [name $eq "a"])                | across root and relation
  `,
  'query',
  'outline',
  'why',
);

describe('what a request is about', () => {
  it.each(rows)('%s is %s: %s', (query, outline) => {
    expect(outlineOf(query)).toBe(outline);
  });
});
