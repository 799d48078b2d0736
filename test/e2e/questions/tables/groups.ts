import { type Question, author, comment, posts, tag } from '../question.js';

/** `$and` and `$or`, in every spelling, at the root and inside relations. */
export const groups: readonly Question[] = [
  {
    name: '$or of two fields',
    query: 'filters[$or][0][title]=Snow&filters[$or][1][views][$gte]=300',
    sql: posts(`p.title = 'Snow' OR p.views >= 300`),
  },
  {
    name: '$or as an object is one alternative a key',
    query: 'filters[$or][title]=Snow&filters[$or][views][$gte]=300',
    sql: posts(`p.title = 'Snow' OR p.views >= 300`),
  },
  {
    name: 'the keys of one alternative must all hold',
    query: 'filters[$or][0][title]=Snow&filters[$or][0][status]=published&filters[$or][1][views]=300',
    sql: posts(`(p.title = 'Snow' AND p.status = 'published') OR p.views = 300`),
  },
  {
    name: '$or beside a condition',
    query: 'filters[status]=published&filters[$or][0][title]=Snow&filters[$or][1][title]=Harvest',
    sql: posts(`p.status = 'published' AND (p.title = 'Snow' OR p.title = 'Harvest')`),
  },
  {
    name: '$or beside $and',
    query:
      'filters[$or][0][views]=42&filters[$or][1][views]=250&filters[$and][0][status]=published&filters[$and][1][isFeatured]=true',
    sql: posts(`(p.views = 42 OR p.views = 250) AND p.status = 'published' AND p.[isFeatured] = TRUE`),
  },
  {
    name: 'two $or, both of which must hold',
    query:
      'filters[$and][0][$or][0][views]=42&filters[$and][0][$or][1][views]=7&filters[$and][1][$or][0][status]=archived&filters[$and][1][$or][1][isFeatured]=true',
    sql: posts(`(p.views = 42 OR p.views = 7) AND (p.status = 'archived' OR p.[isFeatured] = TRUE)`),
  },
  {
    name: '$and in $or in $or',
    query:
      'filters[$or][0][$or][0][$and][0][views]=42&filters[$or][0][$or][0][$and][1][status]=published&filters[$or][0][$or][1][title]=Mud&filters[$or][1][title]=Thaw',
    sql: posts(`(p.views = 42 AND p.status = 'published') OR p.title = 'Mud' OR p.title = 'Thaw'`),
  },
  {
    name: 'an entry that is a list means all of its members',
    query: 'filters[$or][0][0][title]=Harvest&filters[$or][0][1][isFeatured]=true&filters[$or][1][title]=Mud',
    sql: posts(`(p.title = 'Harvest' AND p.[isFeatured] = TRUE) OR p.title = 'Mud'`),
  },
  {
    name: '$or across the root and to-one',
    query: 'filters[$or][0][views][$gte]=300&filters[$or][1][author][name]=Ulf',
    sql: posts(`p.views >= 300 OR ${author(`a.name = 'Ulf'`)}`),
  },
  {
    name: '$or across to-one and to-many, as an object',
    query: 'filters[$or][author][name]=Ulf&filters[$or][tags][name]=yellow',
    sql: posts(`${author(`a.name = 'Ulf'`)} OR ${tag(`t.name = 'yellow'`)}`),
  },
  {
    name: '$or at the root is about two comments',
    query:
      'filters[comments][approved]=true&filters[$or][0][comments][stars]=1&filters[$or][1][comments][stars][$null]=true',
    sql: posts(`${comment('c.approved = TRUE')} AND (${comment('c.stars = 1')} OR ${comment('c.stars IS NULL')})`),
  },
  {
    name: '$or inside the relation is about one comment',
    query:
      'filters[comments][approved]=true&filters[comments][$or][0][stars]=1&filters[comments][$or][1][stars][$null]=true',
    sql: posts(comment('c.approved = TRUE AND (c.stars = 1 OR c.stars IS NULL)')),
  },
  {
    name: '$or inside to-one',
    query: 'filters[author][$or][0][name]=Mia&filters[author][$or][1][country][name]=France',
    sql: posts(author(`a.name = 'Mia' OR a.[countryCode] = 'FR'`)),
  },
  {
    name: '$or of a count and an absence',
    query: 'filters[$or][0][comments][$count][$gte]=4&filters[$or][1][author][$exists]=false',
    sql: posts(
      `p.[authorId] IS NULL OR 4 <=
       (SELECT COUNT(*) FROM [comment] c WHERE c.[postId] = p.id AND c.[deletedAt] IS NULL)`,
    ),
  },
  {
    name: 'an alternative that is unknown does not spoil the other',
    query: 'filters[$or][0][views][$gt]=100&filters[$or][1][title]=SPRING',
    sql: posts(`p.views > 100 OR p.title = 'SPRING'`),
  },
];
