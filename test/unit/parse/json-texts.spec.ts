import { type Row, answers, issuesOf } from './asking.js';

/** As a client sends it: the JSON is encoded. */
function json(key: string, value: unknown): string {
  return `${key}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`;
}

const spring = 'filters[title][$eq]=Spring';

describe('JSON where an object or a list of conditions belongs', () => {
  // prettier-ignore
  answers([
    [json('filters', { title: 'Spring' }), spring, 'for all filters'],
    [json('filters', ' {"title": "Spring"} '), spring, 'with space around it'],
    [json('filters', {}), '', 'that asks for nothing'],
    [json('filters', { title: { $in: ['a', 'b'] }, views: { $gte: 3 } }), 'filters[title][$in][0]=a&filters[title][$in][1]=b&filters[views][$gte]=3', 'with operators and lists'],
    [json('filters[$or]', [{ title: 'a' }, { views: 3 }]), 'filters[$or][0][title][$eq]=a&filters[$or][1][views][$eq]=3', 'for a group'],
    [json('filters[$or]', { title: 'a' }), 'filters[title][$eq]=a', 'for a group by keys'],
    [json('filters[$not]', { title: 'a' }), 'filters[title][$not][$eq]=a', 'for a negation'],
    [`${json('filters[$or][0]', { title: 'a' })}&filters[$or][1][views]=3`, 'filters[$or][0][title][$eq]=a&filters[$or][1][views][$eq]=3', 'for an alternative'],
    [json('filters[$and][0]', [{ title: 'a' }]), 'filters[title][$eq]=a', 'for an entry that is a list'],
    [json('filters[author]', { name: 'Kai' }), 'filters[author][name][$eq]=Kai', 'for a relation'],
    [json('filters[comments][$none]', { stars: 1 }), 'filters[comments][$none][stars][$eq]=1', 'for a quantifier'],
    [`filters[comments][$count][$gte]=5&${json('filters[comments][$count][$where]', { stars: 1 })}`, 'filters[comments][$count][$gte]=5&filters[comments][$count][$where][stars][$eq]=1', 'for $where'],
    [json('filters[comments][$count]', { $gte: 5, $where: { stars: 1 } }), 'filters[comments][$count][$gte]=5&filters[comments][$count][$where][stars][$eq]=1', 'for a count'],
    [json('pagination', { page: 2, pageSize: '5', withCount: false }), 'pagination[page]=2&pagination[pageSize]=5&pagination[withCount]=false', 'for a slice'],
  ]);
});

describe('JSON at a field', () => {
  // prettier-ignore
  answers([
    [json('filters[title]', { $eq: 'Spring' }), spring, 'is operators where all keys are'],
    [json('filters[title]', ' { "$eq": "Spring" } '), spring, 'with space around and within it'],
    [json('filters[title]', { $not: { $eq: 'a' } }), 'filters[title][$not][$eq]=a', '$not is one'],
    [json('filters[title][$not]', { $eq: 'a' }), 'filters[title][$not][$eq]=a', 'below $not, too'],
    [json('filters[title]', '{"a":1}'), 'filters[title][$eq]={"a":1}', 'is text where no key is'],
    [json('filters[title]', '{"$eq":"a","b":1}'), 'filters[title][$eq]={"$eq":"a","b":1}', 'is text where one is none'],
    [json('filters[title]', '{}'), 'filters[title][$eq]={}', 'is text where there is no key'],
    [json('filters[title]', '["a"]'), 'filters[title][$eq]=["a"]', 'is text where it is a list'],
    [json('filters[title]', '{"$eq":"a"'), 'filters[title][$eq]={"$eq":"a"', 'is text where it is cut off'],
    [json('filters[title][$eq]', '{"$eq":"a"}'), 'filters[title][$eq]={"$eq":"a"}', 'is text under an operator'],
    [json('filters[title][$in]', '["a"]'), 'filters[title][$in][0]=["a"]', 'also where that takes a list'],
    [json('filters', { title: '{"$eq":"a"}' }), 'filters[title][$eq]={"$eq":"a"}', 'is text inside of JSON'],
    [json('filters[title]', '{"$eq":"a","$eq":"b"}'), ['duplicate_key /filters/title/$eq'], 'says nothing twice'],
    [json('filters[title][$not]', '{"$eq":"a","$eq":"b"}'), ['duplicate_key /filters/title/$not/$eq'], 'nor below $not'],
    [json('filters[comments][$count]', '{"$gt":1,"$gt":2}'), ['duplicate_key /filters/comments/$count/$gt'], 'nor in a count'],
    [json('filters[views]', { a: 1 }), ['invalid_value /filters/views'], 'is no number'],
  ]);
});

describe('the values of JSON', () => {
  // prettier-ignore
  answers([
    [json('filters', '{"visits":9007199254740993}'), 'filters[visits][$eq]=9007199254740993', 'beyond what a double holds'],
    [json('filters', '{"rating":0.1000000000000000055}'), 'filters[rating][$eq]=0.1000000000000000055', 'with all its digits'],
    [json('filters', '{"rating":19.90}'), 'filters[rating][$eq]=19.9', 'a decimal'],
    [json('filters', '{"score":1e3}'), 'filters[score][$eq]=1000', 'an exponent'],
    [json('filters', '{"views":1e3}'), ['invalid_value /filters/views'], 'which no whole number has'],
    [json('filters', '{"views":1.0}'), ['invalid_value /filters/views'], 'nor a fraction'],
    [json('filters', '{"title":5}'), ['invalid_value /filters/title'], 'a number is no text'],
    [json('filters', '{"isFeatured":1}'), ['invalid_value /filters/isFeatured'], 'nor a boolean'],
    [json('filters', '{"isFeatured":true}'), 'filters[isFeatured][$eq]=true', 'a boolean'],
    [json('filters', '{"slug":null}'), 'filters[slug][$null]=true', 'null'],
    [json('filters', '{"slug":{"$null":false}}'), 'filters[slug][$notNull]=true', 'a flag'],
    [json('filters', '{"views":[1,"2"]}'), 'filters[views][$in][0]=1&filters[views][$in][1]=2', 'a list'],
    [json('pagination', '{"page":1.5}'), ['invalid_pagination /pagination/page'], 'half a page'],
  ]);

  it('are refused in the same words', () => {
    expect(issuesOf(json('filters', '{"title":5}'))[0]?.message).toMatch(/, not a number$/);
  });
});

const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, 1]));

describe('JSON that is refused', () => {
  // prettier-ignore
  const rows: readonly Row[] = [
    [json('filters', '{"title":"a"'), ['expected_object /filters'], 'cut off'],
    [json('filters', '{"title":"a"}}'), ['expected_object /filters'], 'with more behind it'],
    [json('filters', '[{"title":"a"}]'), ['expected_object /filters'], 'a list for an object'],
    [json('filters[$or]', '[{"title":"a"},'), ['expected_object /filters/$or'], 'a list cut off'],
    [json('filters[comments][$some]', '{'), ['expected_object /filters/comments/$some'], 'below a quantifier'],
    [json('filters', '{"title":"a","title":"b"}'), ['duplicate_key /filters/title'], 'a name twice'],
    [json('filters[author]', '{"name":"a","name":"b"}'), ['duplicate_key /filters/author/name'], 'in a relation'],
    [json('filters', '{"$or":[{"id":1},{"id":1,"id":2}]}'), ['duplicate_key /filters/$or/1/id'], 'deeper'],
    [`${json('filters', { title: 'a' })}&filters[views]=1`, ['duplicate_key /filters'], 'beside keys of the same object'],
    [`${json('filters[author]', '{"name":"a"}')}&${json('filters[author]', '{"name":"b"}')}`, ['duplicate_key /filters/author'], 'given twice'],
    [json('filters', { titel: 'a' }), ['unknown_field /filters/titel'], 'a typo'],
    [json('filters', '{"__proto__":{"title":"a"}}'), ['unknown_field /filters/__proto__'], 'a prototype'],
    [json('filters', { $or: { 0: { id: 1 } } }), ['expected_list /filters/$or'], 'an object of indexes'],
    [json('filters', { author: {} }), ['expected_object /filters/author'], 'no condition'],
    [json('filters', '['.repeat(2_000)), ['limit_exceeded /filters (logicalDepth 5)'], 'too deep'],
    [json('filters', { $or: Array.from({ length: 33 }, () => ({ id: 1 })) }), ['limit_exceeded /filters (conditions 32)'], 'too much'],
    [json('filters', { title: 'a'.repeat(257) }), ['limit_exceeded /filters/title (valueLength 256)'], 'too long a value'],
    [json('filters', `{"views":${'1'.repeat(257)}}`), ['limit_exceeded /filters/views (valueLength 256)'], 'a number, too'],
    [json('pagination', '{"page":1,"page":2}'), ['duplicate_key /pagination/page'], 'in a slice'],
    [json('sort', '{"title":"desc"}'), ['not_sortable /sort/0'], 'a sort has a language of its own'],
    [{ filters: '{"title":"a"}' }, ['expected_object /filters'], 'in an object a text is a text'],
    [{ pagination: '{"page":1}' }, ['expected_object /pagination'], 'likewise'],
  ];
  answers(rows);

  it.each(['filters[$or]', 'filters', 'pagination'])('is told of %s from an object that does not fit', (parameter) => {
    expect(issuesOf(json(parameter, '[{"title":'))[0]?.message).toBe(`${parameter} must be valid JSON`);
  });

  it('costs what it says, not more', () => {
    expect(issuesOf(json('filters', many(1_000)).slice(0, 8_000))).toHaveLength(1);
    expect(issuesOf(json('filters', many(300)))).toHaveLength(10);
  });
});
