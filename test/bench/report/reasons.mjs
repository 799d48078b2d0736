const sameStatement =
  'The statement is the one by hand: the database’s own time beside it, of few samples, scatters about 1. What is left is the same for every request: reading and validating the query string, and building with checked names, about two fifths of TypeORM’s own work for a page of twenty. It shows where the database answers at once, as SQLite does, and is lost in the noise where it does not.';
const wholeSet =
  "Related rows are asked for by `IN (SELECT …)`, which finds all of them first. Where many match and the newest come first, `EXISTS` can stop after a page. No shape is the better one everywhere (see the shapes): `strategy: 'exists'` on the relation chooses this one.";

/** Why a bar is not met, where that was found out: the first whose `about` is part of what was measured. */
export const reasons = [
  {
    bar: 'page',
    about: '500 members',
    why: 'Five hundred members are five hundred keys, thirteen kilobytes that must be read before anything is asked; by hand they are one comma list. Reading them takes a tenth of what `qs.parse` takes for the same text.',
  },
  {
    bar: 'page',
    about: 'to-one of to-one, postgres',
    why: 'By hand the joins lead the planner to walk the newest posts until twenty belong to the country, which takes from 0.6 to 1.4 of what the nested `IN` takes, depending on the country; the nested `IN` leads it to find the authors first and to sort their posts, which takes the same for every country.',
  },
  { bar: 'page', about: 'popular, sqlite', why: wholeSet },
  { bar: 'page', about: '10 % match, sqlite', why: wholeSet },
  { bar: 'page', about: '', why: sameStatement },
  { bar: 'total', about: '', why: sameStatement },
  {
    bar: 'javascript',
    about: '',
    why: 'By hand there is next to nothing to read, and nothing is validated. Reading a query string takes a sixth to a third of all that TypeORM does for a page of twenty outside of the database (`500 members`: as much as that), less than `qs.parse` would take for the same text alone; building with checked names takes a tenth to a fifth more than building by hand, most of it in TypeORM itself. The work is spread evenly: no line of the library is more than a hundredth of it.',
  },
  {
    bar: 'reading',
    about: '',
    why: '`qs.parse` makes a tree of texts. Reading makes the same tree and then resolves names, checks operators, converts values and freezes conditions.',
  },
  {
    bar: 'http',
    about: '',
    why: 'The handler by hand reads six flat parameters and checks none of them. The difference is the reading and building above, beside a query string that is twice as long.',
  },
  {
    bar: 'keyset',
    about: '',
    why: 'The statement is the same. A cursor is read and verified, and two new ones are printed, from values that the statement reads as exact texts beside each row; the page by hand gives rows and no cursors.',
  },
  {
    bar: 'offset',
    about: '',
    why: 'At this size the whole index is in memory and skipping 50,000 entries of it takes not much longer than the rest of a request. What the two read is told by the tables of growth below: a keyset page reads as much at any depth and size.',
  },
];
