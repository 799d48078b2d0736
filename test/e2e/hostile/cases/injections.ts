import { finds, hostileClass } from '../case.js';

/** As values these are only texts, and no title of ours is one of them. */
const statements: readonly (readonly [string, string])[] = [
  ["' OR '1'='1", 'a condition that is always true'],
  ["' OR 1=1 --", 'and a comment after it'],
  ["' OR 1=1 #", "MySQL's comment after it"],
  ["') OR ('1'='1", 'out of a bracket'],
  ["')) OR 1=1 /*", 'out of two brackets'],
  ["'; DROP TABLE post; --", 'a second statement'],
  ["' UNION SELECT passwordHash FROM author --", 'another table'],
  ["' AND (SELECT secretNote FROM post LIMIT 1) = 'tulip", 'a subquery'],
  ["' || (SELECT pg_sleep(5)) || '", 'time'],
  ["' AND SLEEP(5) -- ", "MySQL's time"],
  ["\\' OR 1=1 -- ", 'a backslash before the quote'],
  ['\\', 'a backslash alone'],
  ['" OR ""="', 'double quotes'],
  ['` OR 1=1', 'a backtick'],
  ['?', 'a placeholder'],
  ['$1', "PostgreSQL's placeholder"],
  [':tenant', "TypeORM's placeholder"],
  [':...tenant', "TypeORM's placeholder for lists"],
  [':nf_0', 'a placeholder of our own'],
  ['{{title}}', 'a template'],
  ['${7*7}', 'another template'],
  ['%27%20OR%201=1', 'encoded twice'],
  ["''", 'two quotes'],
  ["'", 'one quote'],
  ['\u02bc OR 1=1', 'an apostrophe that a wide charset would make a quote'],
  ["\u00bf' OR 1=1", 'half of a wide character'],
  ['0x53707269e67', 'a text in hexadecimal'],
  ['CHAR(83)', 'a function'],
  ["E'\\\\x41'", "PostgreSQL's escapes"],
  ['$$x$$', "PostgreSQL's dollars"],
];

const operators = ['$eq', '$contains', '$startsWithc'];

export const sqlInValue = hostileClass('sql-in-value', [
  ...statements.flatMap(([text, note], index) => {
    const token = operators[index % operators.length] ?? '$eq';
    const found = token === '$contains' && text === "'" ? [4] : [];
    return [finds(`filters[title][${token}]=${encodeURIComponent(text)}`, found, note)];
  }),
  finds(`filters[title]=${encodeURIComponent("O'Brien")}`, [4], 'a quote that is one'),
  finds("filters[title]=O'Brien", [4], 'the same, not encoded'),
  finds("filters[title][$in][0]=')%20OR%20('1'%3D'1&filters[title][$in][1]=Spring", [1], 'in a list'),
  finds("filters[author][name]='%20OR%201=1%20--%20", [], 'below a relation'),
  finds("filters[comments][$none][body]='%20OR%201=1%20--%20", [1, 2, 3, 4, 5], 'below a quantifier'),
  finds("filters[title][$ne]='%20OR%20'1'='2", [1, 2, 3, 4, 5], 'in what is not'),
]);

/** In a needle every character stands for itself; one title has most of them. */
const wildcards: readonly (readonly [string, readonly number[]])[] = [
  ['%', [3]],
  ['_', [3]],
  ['%_', [3]],
  ['_%', []],
  ['%%', []],
  ['__', []],
  ['[', [3]],
  ['[wild]', [3]],
  ['[a-z]', []],
  ['[^x]', []],
  ['!', [3]],
  ['!!', []],
  ['!%', []],
  ['!\\', [3]],
  ['\\', [3]],
  ['\\\\', []],
  ['\\%', []],
  ['*', [3]],
  ['**', []],
  ['?', []],
  ['^', []],
  ['S%g', []],
  ['S_ring', []],
  ['100%_[wild]!\\*', [3]],
  ['%_'.repeat(40), []],
];

export const likeWildcard = hostileClass('like-wildcard', [
  ...wildcards.flatMap(([needle, found]) => [
    finds(`filters[title][$contains]=${encodeURIComponent(needle)}`, found, 'whatever the case'),
    finds(`filters[title][$containsc]=${encodeURIComponent(needle)}`, found, 'to the letter'),
  ]),
  finds('filters[title][$startsWith]=%25', [], 'at the beginning'),
  finds('filters[title][$startsWith]=100%25', [3], 'at the beginning, where it is'),
  finds('filters[title][$startsWithc]=100%25', [3], 'to the letter'),
  finds('filters[title][$endsWith]=%25', [], 'at the end'),
  finds('filters[title][$endsWith]=%5C*', [3], 'at the end, where it is'),
  finds('filters[title][$endsWithc]=%5C*', [3], 'to the letter'),
  finds('filters[title][$notContains]=%25', [1, 2, 4, 5], 'in what is not'),
  finds('filters[title][$notContainsc]=_', [1, 2, 4, 5], 'in what is not, to the letter'),
]);

export const regexInValue = hostileClass(
  'regex-in-value',
  [
    '(a+)+$',
    '(a|aa)+$',
    '^.*$',
    '.*',
    '[[:>:]]',
    '\\bSpring\\b',
    '(?=S)',
    '(?:(?:a*)*)*b',
    'Sp.ing',
    'S|A',
    '$',
    '^S',
    '{1,99999}',
  ].flatMap((pattern) => [
    finds(`filters[title][$contains]=${encodeURIComponent(pattern)}`, [], 'no operator reaches an engine of patterns'),
    finds(`filters[author][name][$endsWith]=${encodeURIComponent(pattern)}`, [], 'the same below a relation'),
  ]),
);
