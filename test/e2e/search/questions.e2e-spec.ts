import { onEngines } from '../../support/engines.js';
import { cases, idsIn, verdictOn } from '../../support/table.js';
import { asking, searchModels, type Reader } from './model.js';
import { seedShops } from './rows.js';

/** Fields that a search looks in, by a word. */
const fieldsBy: Readonly<Record<string, readonly string[]>> = {
  values: ['name', 'stars', 'price', 'mass', 'ratio', 'code', 'opened', 'style'],
  related: ['name', 'chef.name', 'reviews.text', 'crowds.name'],
};

const readers: Readonly<Record<string, Reader>> = {
  guest: { tenant: 1 },
  staff: { tenant: 1, isStaff: true },
  other: { tenant: 2 },
};

/**
 * The shops that each search finds. `in` names the fields, those of the entity by default; the rest of the request
 * begins with `&`; and `for` names the reader, nobody by default, who sees every row.
 */
const questions = {
  words: `
    thai -> 1 2 12 13  # a word, in any of the fields
    THAI -> 1 2 12 13  # a word in capitals
    oodl -> 1 12  # a part of a word
    thai noodles -> 1 12  # two words in different fields
    noodles thai -> 1 12  # two words in any order
    herbs ann late -> 12  # three words, of a row, of its chef and of its crowds
    thai nowhere -> -  # a word that is nowhere beside one that is
    pot pot -> 1 13  # a word twice
    "hot pot" -> 1 13  # a phrase
    "hot noodles" -> -  # a phrase whose words stand apart
    hot noodles -> 1  # the words of that phrase
    "garden hot" -> -  # a phrase does not go on in another field
    "said "hi" -> 7  # a phrase with quotes in it
    " -> 7  # a quote alone
    o'brien -> 7  # an apostrophe
    100% -> 5  # a percent sign
    % -> 5  # a percent sign alone
    snake_bar -> 7  # an underscore
    _ -> 6 7  # an underscore alone
    c:\\temp -> 8  # a backslash
    [x] -> 8  # a bracket
    ! -> 8  # an exclamation mark
    & -> 3  # an ampersand
    Müller -> 3; postgres, mariadb: 3 4  # an umlaut in the same case
    ärger -> -; postgres, mariadb: 4  # an umlaut in the other case
    muller -> -  # an umlaut is no other letter
    Борщ -> 9  # Cyrillic
    пельмени -> -; postgres, mariadb: 9  # Cyrillic in the other case
    東京 -> 10  # Japanese
    日本\u3000寿司 -> 10  # Japanese on either side of a wide space
    😀 -> 11  # a character of two units
  `,
  kinds: `
    12 in values -> 2 3 12  # a number, in texts and in numbers
    2 in stars,price,mass -> -  # a number is no part of a number
    12.5 in price -> 1  # a decimal
    12.500 in price -> 1  # a decimal with more digits
    4 in price -> 2  # a whole number in decimals
    9007199254740993 in mass -> 1  # a whole number beyond doubles
    9007199254740992 in mass -> 3  # its neighbour
    99999999999 in stars,name -> -  # a number beyond the column
    0.1 in ratio -> 3  # a float
    15e-1 in values -> 1  # a float with an exponent
    0F8FAD5B-D9CB-469F-A165-70867728950E in values -> 1  # a uuid in capitals
    0f8fad5b in code -> -  # a part of a uuid
    2020-02-29 in values -> 1  # a date
    2021-02-29 in opened -> -  # no date of the calendar
    2020 in opened -> -  # a part of a date
    fine in values -> 1  # a member of an enum
    bist in style -> -  # a part of a member
    thai 12 street in name,stars,price,style -> 2  # words of several kinds
    spic in tags -> 1  # an element of a list of texts, or a part of one
    HOT in tags -> 1  # an element in another case
    "hot spicy" in tags -> 1  # a phrase within an element
    "red,hot" in tags,notes -> -  # a phrase across two elements
    100% in tags -> 5  # a wildcard in a list
    a_b in tags -> 5  # another one
    k\\s in tags -> 7  # a backslash in a list
    Борщ in tags -> 9  # Cyrillic in a list
    late in notes -> 1 11 12  # an element of a simple-array
    *? in notes -> 8  # the letters of a wildcard in a simple-array
    , in notes -> -  # a comma in a simple-array
    RED in specs.color -> 1  # a text at a path
    12 in specs.color,specs.labels -> -  # what is no text at the path of one
    12 in specs.width -> 1  # a number at a path
    table in specs.labels -> 1  # an element of a list in a document
    Bräu in specs.labels -> 3  # an element with an umlaut
    2 in reviewCount,name -> 1 12  # a virtual column of numbers
    SLOW in motto -> 1 3  # a virtual column of texts
  `,
  relations: `
    rojas in chef.name -> 2  # to one
    oslo in chef.name,chef.city.name -> 1 12 13 14  # to one of to one
    ann oslo in chef.name,chef.city.name,chef.nick -> 1 12  # fields of a row on the way and at its end
    great in related -> 1 2 12 13  # to many
    great slow in reviews.text -> 1  # two words in different related rows
    "great service" in reviews.text -> 2  # a phrase in one related row
    5 in reviews.text,reviews.stars -> 1 12 13  # two fields of to many, either of which may have the word
    awful in related -> -  # a related row that is deleted
    late in related -> 5 12  # many to many
    family night in related -> 12  # two words of different rows, many to many
    thai asian -> 1 2  # one word of the row and one of many to many
    1 in chef.id -> 1 12  # the key of a related row
    thai &filters[stars][$gte]=5 -> 2 12  # beside filters
    thai &filters[$or][0][stars]=4&filters[$or][1][slogan][$null]=true -> 1 2  # beside a filter that is one of several
    great in reviews.text &filters[reviews][stars]=2 -> 1  # beside a filter on the same relation
    thai for guest -> 1 2 12  # within the scope of the row
    thai for other -> 13  # within another scope
    shady for guest -> -  # within the scope of a related row
    oslo in chef.city.name for guest -> 1 12  # within the scope of a row on the way
    shady for staff -> 14  # by a reader who sees hidden rows
    boss in name,chef.nick for staff -> 1 3 12  # in a field that the reader sees
    boss in name,chef.nick for guest -> -  # in a field that the reader does not see
    boss in chef.nick for guest -> -  # where the reader sees none of the fields
    %20 &filters[tags][$null]=false -> 1 2 4 5 6 7 8 9 13  # an empty search is none
  `,
};

onEngines('searches', { entities: (engine) => searchModels[engine].entities, seed: seedShops }, (world) => {
  const { page, parse, shops } = asking(world);

  describe.each(Object.entries(questions))('%s', (_, text) => {
    it.each(cases(text))('%s -> %s', async (question, verdict) => {
      const [, search = '', names, beside = '', reader = ''] =
        /^(.*?)(?: in ([\w.,]+))?(?: (&\S+))?(?: for (\w+))?$/.exec(question) ?? [];
      const fields = names === undefined ? undefined : (fieldsBy[names] ?? names.split(','));
      const context = readers[reader];
      const words = search === '%20' ? ' ' : search;
      const query = parse(`search=${encodeURIComponent(words)}${beside}&sort=id`, { fields, context });
      const ids = idsIn(verdictOn(world.engine, verdict));

      expect(await page(query)).toEqual([ids, ids.length]);
      expect(await world.filters.count(shops(), query)).toBe(ids.length);
      // The canonical form of a request is the same request.
      expect(await page(parse(query.toString(), { fields, context }))).toEqual([ids, ids.length]);
    });
  });
});
