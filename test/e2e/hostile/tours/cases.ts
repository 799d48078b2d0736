import { finds, hostileClass, refused, sameAs, twin } from '../case.js';
import { prototypeNames } from '../cases/vocabulary.js';
import { visible as all } from './model.js';

/** A number of parameters that only an attacker sends. */
const many = (count: number, piece: (index: number) => string) => Array.from({ length: count }, (_, i) => piece(i));

const understood = hostileClass('populate-understood', [
  finds('populate=', all, 'none'),
  finds('populate=guide', all, 'one'),
  finds('populate=guide,stops,guide.home', all, 'a tree'),
  finds('populate[guide]=false', all, 'none as an object'),
  finds('populate[stops][filters][title]=Pier', all, 'a condition on related rows narrows no list'),
  finds('populate[guide][filters][name]=nobody', all, 'nor one that hides a related row'),
  finds("populate[stops][filters][title][$contains]='%20OR%201=1--", all, 'a condition of SQL as a text'),
  finds('populate[stops][filters][title][$contains]=%25', all, 'a wildcard'),
  finds('populate[stops][sort]=minutes:desc:nullsLast&sort=id:desc', [3, 2, 1], 'an order of its own'),
  finds('populate[stops][limit]=5&pagination[pageSize]=2', [1, 2], 'a page'),
  finds('populate[stops][limit]=1&filters[title]=Fjord', [1], 'beside a condition on the list'),
  finds('populate={"guide":{"populate":["home"]},"stops":{"limit":1}}', all, 'JSON text'),
  sameAs('populate=guide,stops', 'populate[0]=stops&populate[1]=guide', 'order means nothing'),
  sameAs('populate=guide.home', 'populate[guide][populate][home]=true', 'a path'),
]);

const names = hostileClass('populate-name', [
  refused('populate=giude', 'unknown_field /populate/0', 'a typo'),
  refused('populate=start,', 'unknown_field /populate/1', 'an empty name'),
  refused('populate=*', 'unknown_field /populate/0', 'all'),
  refused('populate=guide.*', 'unknown_field /populate/0', 'all below'),
  refused('populate=title', 'unknown_field /populate/0', 'a column'),
  refused('populate=owner', 'unknown_field /populate/0', 'a relation that nobody sees'),
  refused('populate=guide.boss', 'unknown_field /populate/0', 'one below'),
  refused('populate=Guide', 'unknown_field /populate/0', 'another case'),
  refused('populate=guide%20', 'unknown_field /populate/0', 'a space'),
  refused(
    'populate[guide][populate][boss][fields]=name',
    'unknown_field /populate/guide/populate/boss',
    'with options',
  ),
  refused('populate=stops.tour', 'unknown_field /populate/0', 'back to the list'),
  refused('populate[stops][populate]=tour', 'unknown_field /populate/stops/populate/0', 'in brackets'),
  refused('populate=guide,guide', 'duplicate_key /populate/1', 'twice'),
  refused('populate[guide]=true&populate[guide]=true', 'duplicate_key /populate/guide', 'twice as an object'),
  ...prototypeNames.map((name) => refused(`populate=${name}`, 'unknown_field /populate/0', 'a name of the language')),
  ...prototypeNames.map((name) =>
    refused(`populate[${name}]=true`, `unknown_field /populate/${name}`, 'the same as a key'),
  ),
]);

const hidden = hostileClass('populate-hidden-or-invented', [
  twin('populate=NAME', 'owner', 'ownur', 'a relation'),
  twin('populate[NAME]=true', 'owner', 'ownur', 'as an object'),
  twin('populate[NAME]=false', 'owner', 'ownur', 'refused'),
  twin('populate[NAME][nope]=1', 'owner', 'ownur', 'with options that are wrong'),
  twin('populate=NAME.home', 'owner', 'ownur', 'with one below'),
  twin('populate=guide.NAME', 'boss', 'bozz', 'below a relation'),
  twin('populate[guide][populate][NAME][limit]=1', 'boss', 'bozz', 'below, as an object'),
  twin('populate[guide][filters][NAME]=1', 'salary', 'salaru', 'a column in conditions'),
  twin('populate[guide][filters][NAME]=1', 'secret', 'secrut', 'one that is never selected'),
  twin('populate[guide][fields]=NAME', 'salary', 'salaru', 'among fields'),
  twin('populate[guide][fields]=NAME', 'secret', 'secrut', 'one that is never selected'),
  twin('populate[stops][sort]=NAME', 'code', 'cade', 'as a sort key'),
  twin('populate[stops][sort]=NAME', 'hidden', 'hiddan', 'the column of the declared condition'),
  twin('populate[stops][filters][NAME]=false', 'hidden', 'hiddan', 'in conditions'),
  twin('populate[stops][filters][NAME][$null]=true', 'deletedAt', 'deletadAt', 'the delete date'),
  twin('populate[stops][filters][NAME][id]=4', 'tour', 'tuor', 'a relation back'),
  twin('populate[stops][filters][town][NAME]=2', 'tenant', 'tenent', 'the column of a scope'),
  twin('populate[guide][populate][home][filters][NAME]=2', 'tenant', 'tenent', 'the same below a relation'),
]);

const options = hostileClass('populate-option', [
  refused('populate[guide][limit]=1', 'operator_not_allowed /populate/guide/limit', 'the limit of one row'),
  refused('populate[guide][sort]=name', 'operator_not_allowed /populate/guide/sort', 'the order of one row'),
  refused('populate[stops][start]=1', 'unknown_parameter /populate/stops/start', 'rows that are skipped'),
  refused('populate[stops][pagination][page]=2', 'unknown_parameter /populate/stops/pagination', 'pages'),
  refused('populate[stops][search]=a', 'unknown_parameter /populate/stops/search', 'a search'),
  refused('populate[stops][facets]=a', 'unknown_parameter /populate/stops/facets', 'facets'),
  refused('populate[stops][on]=a', 'unknown_parameter /populate/stops/on', 'an option of Strapi'),
  refused('populate[stops][where]=a', 'unknown_parameter /populate/stops/where', 'what the declaration has'),
  refused('populate[stops][limit]=6', 'limit_exceeded(populatedPerRow) /populate/stops/limit', 'above the maximum'),
  refused('populate[stops][limit]=1e3', 'invalid_value /populate/stops/limit', 'an exponent'),
  refused('populate[stops][limit]=0', 'invalid_value /populate/stops/limit', 'none'),
  refused('populate[stops][limit]=-1', 'invalid_value /populate/stops/limit', 'fewer'),
  refused('populate[stops][limit]=99999999999999999999', 'invalid_value /populate/stops/limit', 'beyond numbers'),
  refused('populate[stops][limit][$gt]=1', 'invalid_value /populate/stops/limit', 'an object'),
  refused('populate[stops][limit]=1&populate[stops][limit]=2', 'duplicate_key /populate/stops/limit', 'two'),
  refused('populate[stops][fields]=', 'expected_value /populate/stops/fields', 'no field'),
  refused('populate[stops][fields]=tour', 'unknown_field /populate/stops/fields/0', 'a relation among fields'),
  refused('populate[stops][filters]=1', 'expected_object /populate/stops/filters', 'a value for conditions'),
  refused('populate[stops][filters][minutes]=x', 'invalid_value /populate/stops/filters/minutes', 'a wrong value'),
  refused(
    'populate[stops][filters][title][$nope]=x',
    'unknown_operator /populate/stops/filters/title/$nope',
    'an operator',
  ),
  refused('populate[stops][sort]=minutes:up', 'invalid_direction /populate/stops/sort/0', 'a direction'),
  refused('populate[guide]=1', 'expected_value /populate/guide', 'a number'),
  refused('populate[guide]', 'expected_value /populate/guide', 'nothing'),
  refused('populate[guide]=', 'expected_value /populate/guide', 'an empty text'),
  refused('populate', 'expected_value /populate', 'nothing at all'),
]);

const shapes = hostileClass('populate-shape', [
  refused('populate[0]=guide&populate[stops]=true', 'expected_object /populate', 'a list and an object'),
  refused('populate=guide&populate[stops]=true', 'duplicate_key /populate', 'a text and an object'),
  refused('populate[0]=guide&populate[2]=stops', 'expected_list /populate', 'a gap'),
  refused('populate[0]=guide&populate[0]=stops', 'duplicate_key /populate/0', 'an index twice'),
  refused('populate[][guide]=true', 'malformed_key /populate/0', '[] before the end'),
  refused('populate[guide', 'malformed_key /populate', 'an open bracket'),
  refused('populate.guide=true', 'malformed_key /populate', 'a dot'),
  refused('populate[guide]=true&populate[guide][fields]=id', 'duplicate_key /populate/guide', 'a leaf and a branch'),
  refused('populate={"guide":true', 'expected_object /populate', 'JSON that is cut off'),
  refused('populate={"guide":true,"guide":{}}', 'duplicate_key /populate/guide', 'a name twice in JSON'),
  refused('populate=[["guide"]]', 'expected_value /populate/0', 'a list in a list'),
  refused('populate=%FF', 'malformed_encoding /populate', 'no text'),
  refused('Populate[guide]=true', 'malformed_key /populate', 'a near miss'),
  refused('populat[guide]=true', 'malformed_key /populate', 'another'),
]);

const limits = hostileClass('populate-limits', [
  refused('populate=guide.tours.guide', 'limit_exceeded(populateHops) /populate/0', 'a relation too far'),
  refused(
    'populate[guide][populate][tours][populate][guide]=true',
    'limit_exceeded(populateHops) /populate/guide/populate/tours/populate/guide',
    'the same in brackets',
  ),
  refused(`populate=${'guide.tours.'.repeat(300)}guide`, 'limit_exceeded(populateHops) /populate/0', 'very far'),
  refused(
    'populate=guide,guide.home,guide.tours,stops,stops.town,guide.tours.stops',
    ['limit_exceeded(populateHops) /populate/5'],
    'the widest tree and one below',
  ),
  refused(
    'populate=guide,guide.home,guide.tours,stops,stops.town,start',
    'limit_exceeded(populate) /populate',
    'the widest tree and one more',
  ),
  refused(
    'populate[guide][populate][home]=true&populate[guide][populate][tours]=true&populate[stops][populate]=town&populate[start]=true',
    'limit_exceeded(populate) /populate',
    'the same in brackets',
  ),
  refused('populate[guide][populate][tours][limit]=80', 'limit_exceeded(populatedRows) /populate', 'rows'),
  refused(
    'populate[guide][populate][tours][limit]=19&populate[stops][limit]=5&pagination[pageSize]=100',
    'limit_exceeded(populatedRows) /populate',
    'rows of a large page',
  ),
  finds('populate[guide][populate][tours][limit]=80&pagination[pageSize]=24', all, 'as many as the limits allow'),
  refused(
    'populate[guide][populate][tours][limit]=81',
    'limit_exceeded(populatedPerRow) /populate/guide/populate/tours/limit',
    'above a declared maximum below a relation',
  ),
  refused(
    `populate=${many(40, () => 'guide').join(',')}`,
    many(10, (i) => `duplicate_key /populate/${i + 1}`),
    'often',
  ),
  refused(
    `populate=${many(200, (i) => `n${i}`).join(',')}`,
    many(10, (i) => `unknown_field /populate/${i}`),
    'many',
  ),
  refused(
    `populate${'[guide][populate]'.repeat(40)}=home`,
    'limit_exceeded(logicalDepth) /populate',
    'a key that is too deep',
  ),
  refused(
    `populate=${'{"guide":{"populate":'.repeat(60)}1${'}}'.repeat(60)}`,
    'limit_exceeded(logicalDepth) /populate',
    'JSON that is too deep',
  ),
  refused(
    many(5, (i) => `populate[stops][filters][$and][${i}][title][$contains]=a`).join('&'),
    'limit_exceeded(unanchoredNeedles) /populate/stops/filters',
    'matches spend the budget of the request',
  ),
  refused(
    [
      ...many(2, (i) => `filters[$and][${i}][title][$contains]=a`),
      ...many(3, (i) => `populate[stops][filters][$and][${i}][title][$contains]=a`),
    ].join('&'),
    'limit_exceeded(unanchoredNeedles) /populate/stops/filters',
    'together with those of the list',
  ),
]);

export const toursCorpus = [understood, names, hidden, options, shapes, limits];
