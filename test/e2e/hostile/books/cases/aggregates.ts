import { finds, hostileClass, refused, twin } from '../../case.js';

const all = [1, 2, 3, 4, 5, 6, 7, 8];

export const aggregateTexts = hostileClass('aggregates-text', [
  finds('aggregates=', all, 'none'),
  finds('aggregates=price:sum', all, 'one'),
  finds('aggregates=price:sum,price:avg,title:min,id:distinct', all, 'every one there is'),
  finds('aggregates[price]=sum,avg', all, 'by field'),
  finds('aggregates={"price":["sum"]}', all, 'JSON text'),
  finds('aggregates=price:sum&filters[title]=NULL', [6], 'beside a condition'),
  finds('aggregates=price:sum&search=wool', [1], 'beside a search'),
]);

export const aggregateNames = hostileClass('aggregates-name', [
  refused('aggregates=prise:sum', 'unknown_field /aggregates/0', 'a typo'),
  refused('aggregates=price:sum,', 'expected_value /aggregates/1', 'an empty pair'),
  refused('aggregates=price', 'expected_value /aggregates/0', 'a field alone'),
  refused('aggregates=:sum', 'expected_value /aggregates/0', 'a function alone'),
  refused('aggregates=price:', 'operator_not_allowed /aggregates/0', 'an empty function'),
  refused('aggregates=price:sum:avg', 'unknown_field /aggregates/0', 'two functions'),
  refused('aggregates=price:stddev', 'operator_not_allowed /aggregates/0', 'a function that does not exist'),
  refused('aggregates=price:count(*)', 'operator_not_allowed /aggregates/0', 'SQL'),
  refused('aggregates=hash:sum', 'unknown_field /aggregates/0', 'a column that is not exposed'),
  refused('aggregates=__proto__:sum', 'unknown_field /aggregates/0', 'a name of the language'),
  refused('aggregates[constructor]=sum', 'unknown_field /aggregates/constructor/0', 'another'),
  refused('aggregates[price][sum]=1', 'expected_value /aggregates/price', 'an object of functions'),
  twin('aggregates=NAME:count', 'secret', 'sacred', 'a hidden field does not exist'),
  twin('aggregates[NAME]=count', 'secret', 'sacred', 'as an object'),
  refused('aggregates=price:sum,price:sum', 'duplicate_key /aggregates/1', 'twice'),
  refused(
    `aggregates=${Array.from({ length: 9 }, (_, index) => `price:x${index}`).join(',')}`,
    'limit_exceeded(aggregates) /aggregates',
    'more than the limit, before any is looked up',
  ),
]);
