import { finds, hostileClass, refused, sameAs, times } from '../case.js';
import { prototypeNames } from './vocabulary.js';

const unsortable = (key: string, note: string) => refused(`sort=${key}`, 'not_sortable /sort/0', note);

/** An order tells of the values it goes by, row by row. */
export const sortOracle = hostileClass('sort-oracle', [
  unsortable('secretNote', 'a hidden column'),
  unsortable('secretNote:desc', 'the other way round'),
  unsortable('tenantId', 'the scope'),
  unsortable('authorId:asc', 'a foreign key'),
  unsortable('deletedAt:desc:nullsLast', 'the delete date'),
  unsortable('author.passwordHash', 'a hidden column of a relation'),
  unsortable('author.email:desc', 'another'),
  unsortable('updatedBy.name', 'a hidden relation'),
  unsortable('author.posts.title', 'a hidden relation of a relation'),
  unsortable('comments.deletedAt', 'the delete date of a related row'),
  unsortable('post.secretNote', "the handler's alias"),
  unsortable('Post.secretNote', "the entity's name"),
  unsortable('meta.rank', 'a path into JSON'),
  unsortable('author', 'a relation as a whole'),
  refused('sort[0][author][email]=desc', 'not_sortable /sort/0', 'nested'),
  refused('sort[author][email]=desc', 'not_sortable /sort/author', 'nested, by key'),
  refused('sort=title,secretNote', 'not_sortable /sort/1', 'after a valid key'),
  refused('sort[]=title&sort[]=secretNote', 'not_sortable /sort/1', 'after a valid key, in a list'),
]);

export const sortInjection = hostileClass('sort-injection', [
  unsortable('(select%201)', 'a subquery'),
  unsortable('title%20desc', 'a direction as SQL has it'),
  unsortable('1', 'a position, as ORDER BY 1'),
  unsortable('-title', "another dialect's minus"),
  unsortable('%2Btitle', "another dialect's plus"),
  unsortable('*', 'everything'),
  unsortable('%60title%60', 'quoted as MySQL does'),
  unsortable('%22title%22', 'quoted as PostgreSQL does'),
  unsortable('title;drop%20table%20post--', 'a second statement'),
  unsortable('rand()', 'a function'),
  unsortable('title%00', 'NUL'),
  unsortable('title/**/', 'a comment'),
  unsortable("(case%20when%20substr(secretNote+from+1+for+1)='t'%20then%201%20end)", 'a condition'),
  refused('sort=title:asc;--', 'invalid_direction /sort/0', 'a comment after the direction'),
  refused('sort=title:asc%20nulls%20first', 'invalid_direction /sort/0', 'more SQL after the direction'),
  refused('sort=title:asc%2C(select%201)', 'not_sortable /sort/1', 'a second key, its comma encoded'),
  refused('sort[title]=desc%20--', 'invalid_direction /sort/title', 'by key'),
]);

export const sortShape = hostileClass('sort-shape', [
  refused('sort=title:sideways', 'invalid_direction /sort/0', 'no direction'),
  refused('sort=title:', 'invalid_direction /sort/0', 'an empty direction'),
  refused('sort=title:1', 'invalid_direction /sort/0', "another dialect's direction"),
  refused('sort=title:asc:desc', 'invalid_direction /sort/0', 'two directions'),
  refused('sort=title:nullsFirst:desc', 'invalid_direction /sort/0', 'the wrong way round'),
  refused('sort=title:asc:NULLSFIRST', 'invalid_direction /sort/0', 'the suffix has a case'),
  refused('sort=title:asc:nullsLast:x', 'invalid_direction /sort/0', 'a third suffix'),
  refused('sort=title,', 'not_sortable /sort/1', 'nothing after the comma'),
  refused('sort=,', ['not_sortable /sort/0', 'not_sortable /sort/1'], 'a comma alone'),
  refused('sort=%20title', 'not_sortable /sort/0', 'a space before'),
  refused('sort=title%20', 'not_sortable /sort/0', 'a space after'),
  refused('sort=.title', 'not_sortable /sort/0', 'a dot before'),
  refused('sort=author..name', 'not_sortable /sort/0', 'two dots'),
  refused('sort=author.name.', 'not_sortable /sort/0', 'a dot after'),
  refused('sort', 'expected_value /sort', 'no value at all'),
  refused('sort[]', 'expected_value /sort/0', 'no value in a list'),
  refused('sort[0]=', 'not_sortable /sort/0', 'an empty member'),
  refused('sort[title]', 'expected_value /sort/title', 'no direction at all'),
  refused('sort[title][0]=asc', 'expected_value /sort/title', 'a list for a direction'),
  refused('sort[1]=title', 'expected_list /sort', 'a gap before the first'),
  refused('sort[0]=title&sort[2]=id', 'expected_list /sort', 'a gap between'),
  refused('sort[0]=title&sort[0]=id', 'duplicate_key /sort/0', 'one index twice'),
  refused('sort[0]=title&sort[]=id', 'duplicate_key /sort', 'indexes and brackets'),
  refused('sort=title&sort[0]=id', 'duplicate_key /sort', 'a text and a list'),
  refused('sort[title]=asc&sort=id', 'duplicate_key /sort', 'an object and a text'),
  refused('sort=title,title', 'duplicate_sort /sort/1', 'one key twice'),
  refused('sort=title:asc,title:desc', 'duplicate_sort /sort/1', 'one key both ways'),
  refused('sort[0]=id&sort[1][id]=desc', 'duplicate_sort /sort/1', 'one key in two forms'),
  refused('sort[title][$eq]=desc', 'expected_object /sort', 'an operator'),
  refused('sort[a]=title:asc', 'expected_object /sort', 'names for indexes'),
  refused('sort[$or][0]=title', 'expected_value /sort/$or', 'a group'),
  refused('sort[][title]=asc', 'malformed_key /sort/0', 'brackets before the end'),
  finds('sort=', [1, 2, 3, 4, 5], 'nothing is no order'),
  finds('sort=id:DESC', [5, 4, 3, 2, 1], 'a direction in capitals'),
  finds('sort=id:desc&sort=title', [5, 4, 3, 2, 1], 'the parameter twice is a list'),
  finds('sort[1]=title&sort[0]=id:desc', [5, 4, 3, 2, 1], 'the index decides, not the arrival'),
]);

export const sortDepth = hostileClass('sort-depth', [
  refused('sort=author.country.name', 'sort_too_deep /sort/0', 'a relation of a relation'),
  refused('sort=comments.author.name', 'sort_too_deep /sort/0', 'through a to-many relation'),
  refused('sort[0][author][country][name]=desc', 'sort_too_deep /sort/0', 'nested'),
  refused('sort[author][country][name]=desc', 'sort_too_deep /sort/author', 'nested, by key'),
  refused('sort=id,author.country.code', 'sort_too_deep /sort/1', 'after a valid key'),
  refused(`sort${'[author]'.repeat(20)}=asc`, 'expected_object /sort/author', 'names without an end'),
  refused(`sort=${'author.'.repeat(50)}name`, 'not_sortable /sort/0', 'dots without an end'),
]);

export const sortPrototype = hostileClass('sort-prototype', [
  ...prototypeNames.map((name) => unsortable(name, 'a name that every object answers to')),
  ...prototypeNames.map((name) => unsortable(`author.${name}`, 'the same below a relation')),
  ...prototypeNames.map((name) => refused(`sort[${name}]=asc`, `not_sortable /sort/${name}`, 'the same as a key')),
  refused('sort=title:constructor', 'invalid_direction /sort/0', 'for a direction'),
  refused('sort=title:asc:toString', 'invalid_direction /sort/0', 'for a suffix'),
]);

export const sortLimits = hostileClass('sort-limits', [
  refused('sort=id,title,slug,views,rating,score', 'limit_exceeded(sortKeys) /sort', 'six keys'),
  refused(
    times(6, (index) => `sort[${index}]=${['id', 'title', 'slug', 'views', 'rating', 'score'][index]}`),
    'limit_exceeded(sortKeys) /sort',
    'in a list',
  ),
  refused(`sort=${'id,'.repeat(2_000)}id`, 'limit_exceeded(sortKeys) /sort', 'thousands of keys'),
  refused(
    times(101, () => 'sort=id'),
    'limit_exceeded(members) /sort',
    'the parameter a hundred times',
  ),
  sameAs('sort=id,title,slug,views,rating', 'sort=id', 'five are allowed'),
]);
