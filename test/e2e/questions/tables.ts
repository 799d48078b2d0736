import type { ObjectLiteral } from 'typeorm';
import type { FilterModuleOptions, ParseOverrides } from 'nestjs-filterable';
import { Post, blogEntities } from '../../support/blog/entities.js';
import { seedBlog } from '../../support/blog/data.js';
import type { EngineName } from '../../support/databases.js';
import { type World, type WorldOptions, ascending } from '../../support/engines.js';
import { cases, verdictOn } from '../../support/table.js';
import { Department, Employee, companyEntities, seedCompany } from './company.js';
import { OpenAuthor, OpenComment, OpenPost, OpenTag, openBlogEntities } from './open-blog.js';

/** A database with the blog, in both of its mappings, and the company. */
export const blogAndCompany: WorldOptions = {
  entities: [...blogEntities, ...openBlogEntities, ...companyEntities],
  seed: async (source) => {
    await seedBlog(source);
    await seedCompany(source);
  },
};

/** What a question may be about: an entity, and the rules of the handler. Posts by default. */
const subjects: Readonly<Record<string, readonly [entity: new () => ObjectLiteral, overrides?: object]>> = {
  ...{ Post: [Post], OpenPost: [OpenPost], OpenAuthor: [OpenAuthor], OpenComment: [OpenComment], OpenTag: [OpenTag] },
  ...{ Employee: [Employee], Department: [Department], EditedPost: [Post, { relations: ['updatedBy'] }] },
};

/** Words of the SQL by hand. Those that end with parentheses are closed where they are used. */
const words: Readonly<Record<string, string>> = {
  'comment((': 'EXISTS (SELECT 1 FROM [comment] c WHERE c.[postId] = p.id AND c.[deletedAt] IS NULL AND (',
  'comments((': '(SELECT COUNT(*) FROM [comment] c WHERE c.[postId] = p.id AND c.[deletedAt] IS NULL AND (',
  'tag((': 'EXISTS (SELECT 1 FROM [post_tags_tag] j, [tag] t WHERE j.[postId] = p.id AND j.[tagId] = t.id AND (',
  'author((': 'EXISTS (SELECT 1 FROM [author] a WHERE a.id = p.[authorId] AND (',
  '$comments.count': '(SELECT COUNT(*) FROM [comment] c WHERE c.[postId] = p.id AND c.[deletedAt] IS NULL)',
  '$stars.min': '(SELECT MIN(c.stars) FROM [comment] c WHERE c.[postId] = p.id AND c.[deletedAt] IS NULL)',
  '$stars.max': '(SELECT MAX(c.stars) FROM [comment] c WHERE c.[postId] = p.id AND c.[deletedAt] IS NULL)',
  '$tags.count': '(SELECT COUNT(*) FROM [post_tags_tag] j WHERE j.[postId] = p.id)',
  '$author.name': '(SELECT a.name FROM [author] a WHERE a.id = p.[authorId])',
  '$author.bornOn': '(SELECT a.[bornOn] FROM [author] a WHERE a.id = p.[authorId])',
  '$editor.name': '(SELECT a.name FROM [author] a WHERE a.id = p.[updatedById])',
  '$country.name':
    '(SELECT o.name FROM [author] a, [country] o WHERE a.id = p.[authorId] AND o.code = a.[countryCode])',
  $isNorwegian: "c.[authorId] IN (SELECT a.id FROM [author] a WHERE a.[countryCode] = 'NO')",
};

/**
 * Each request, and the same question in SQL by hand: a statement, or the condition and order of one about the posts
 * `p` that are not deleted. A request is about posts unless another subject is named first, and under the options of
 * the module after `@`.
 */
const tables = {
  'relation paths': `
    filters[author][name][$eq]=Ulf -> author((a.name = 'Ulf'))  # to-one
    filters[author][name]=Kai&filters[author][bornOn][$lt]=2000-01-01 -> author((a.name = 'Kai' AND a.[bornOn] < '2000-01-01'))  # to-one, two conditions
    filters[author][country][name]=Norway -> author((a.[countryCode] = 'NO'))  # to-one of to-one
    filters[author][country][name]=Germany&filters[author][id][$gt]=2 -> author((a.[countryCode] = 'DE' AND a.id > 2))  # to-one of to-one, beside a condition on the first
    filters[comments][stars]=5 -> comment((c.stars = 5))  # to-many
    filters[comments][author][name]=Per -> comment((c.[authorId] IN (SELECT a.id FROM [author] a WHERE a.name = 'Per')))  # to-one of to-many
    filters[comments][author][country][name]=France -> comment((c.[authorId] IN (SELECT a.id FROM [author] a WHERE a.[countryCode] = 'FR')))  # to-one of to-one of to-many
    filters[tags][name]=green -> tag((t.name = 'green'))  # many-to-many from the owner
    OpenTag filters[posts][title]=Snow -> SELECT j.[tagId] AS id FROM [post_tags_tag] j, [post] p WHERE p.id = j.[postId] AND p.title = 'Snow'  # many-to-many from the other side
    OpenTag filters[posts][author][name]=Ulf -> SELECT DISTINCT j.[tagId] AS id FROM [post_tags_tag] j, [post] p WHERE p.id = j.[postId] AND p.[authorId] = 5 AND p.[deletedAt] IS NULL  # to-one behind many-to-many from the other side
    OpenPost filters[tags][posts][title]=Winter -> tag((t.id IN (SELECT k.[tagId] FROM [post_tags_tag] k WHERE k.[postId] IN (9, 10))))  # many-to-many there and back
    OpenAuthor filters[posts][comments][stars]=1 -> SELECT DISTINCT p.[authorId] AS id FROM [post] p, [comment] c WHERE p.[authorId] IS NOT NULL AND p.[deletedAt] IS NULL AND c.[postId] = p.id AND c.stars = 1 AND c.[deletedAt] IS NULL  # to-many of to-many
    OpenAuthor filters[posts][tags][name]=yellow -> SELECT DISTINCT p.[authorId] AS id FROM [post] p, [post_tags_tag] j WHERE p.[authorId] IS NOT NULL AND p.[deletedAt] IS NULL AND j.[postId] = p.id AND j.[tagId] = 7  # many-to-many of to-many
    OpenPost filters[author][posts][title]=Harvest -> p.[authorId] IN (5, 6)  # to-many of to-one, back to the entity itself
    filters[author][country][name]=Norway&filters[comments][author][country][name]=Germany -> author((a.[countryCode] = 'NO')) AND comment((c.[authorId] IN (SELECT a.id FROM [author] a WHERE a.[countryCode] = 'DE')))  # a relation reached twice, by two paths
    OpenPost filters[author][name]=Ulf&filters[updatedBy][name][$ne]=Ulf -> p.[authorId] = 5 AND p.[updatedById] <> 5  # two relations to one entity
    EditedPost filters[updatedBy][country][name]=Norway -> p.[updatedById] IN (SELECT a.id FROM [author] a WHERE a.[countryCode] = 'NO')  # a relation that only the handler opens
    OpenComment filters[post][author][name]=Ulf -> SELECT c.id FROM [comment] c, [post] p WHERE p.id = c.[postId] AND p.[authorId] = 5 AND p.[deletedAt] IS NULL AND c.[deletedAt] IS NULL  # to-one of a to-one whose rows can be deleted
    OpenComment filters[post][tags][name]=yellow -> SELECT c.id FROM [comment] c, [post] p, [post_tags_tag] j WHERE p.id = c.[postId] AND j.[postId] = p.id AND j.[tagId] = 7 AND p.[deletedAt] IS NULL AND c.[deletedAt] IS NULL  # many-to-many of a to-one whose rows can be deleted
    Employee filters[boss][name]=Ada -> SELECT e.id FROM [employee] e WHERE e.[bossId] = 1  # a row of the same entity, to-one
    Employee filters[boss][boss][name]=Ada -> SELECT e.id FROM [employee] e, [employee] b WHERE b.id = e.[bossId] AND b.[bossId] = 1  # a row of the same entity, two to-one hops away
    Employee filters[reports][reports][name]=Finn -> SELECT e.id FROM [employee] e, [employee] r, [employee] s WHERE r.[bossId] = e.id AND s.[bossId] = r.id AND s.name = 'Finn'  # a row of the same entity, two to-many hops away
    Employee filters[boss][reports][name]=Bo -> SELECT e.id FROM [employee] e WHERE e.[bossId] = (SELECT b.[bossId] FROM [employee] b WHERE b.id = 2)  # a row of the same entity, there and back
    Employee filters[department][site][name]=Bergen -> SELECT e.id FROM [employee] e, [department] d WHERE d.id = e.[departmentId] AND d.[siteId] = 2  # to-one relations that are always there
  `,
  'one object is one row': `
    filters[comments][approved]=true&filters[comments][stars]=5 -> comment((c.approved = TRUE AND c.stars = 5))  # two fields of one comment
    filters[comments][approved]=true&filters[comments][stars]=4&filters[comments][body]=fine -> comment((c.approved = TRUE AND c.stars = 4 AND c.body = 'fine'))  # three fields of one comment
    filters[comments][stars][$gt]=2&filters[comments][stars][$lt]=4 -> comment((c.stars > 2 AND c.stars < 4))  # two operators on one field
    filters[comments][stars]=5&filters[comments][author][name]=Per -> comment((c.stars = 5 AND c.[authorId] = 9))  # a field and the author of one comment
    filters[comments][approved]=true&filters[comments][$or][0][stars]=5&filters[comments][$or][1][stars][$null]=true -> comment((c.approved = TRUE AND (c.stars = 5 OR c.stars IS NULL)))  # $or inside, beside a field
    filters[comments][approved]=false&filters[comments][$or][stars]=5&filters[comments][$or][body]=fine -> comment((c.approved = FALSE AND (c.stars = 5 OR c.body = 'fine')))  # $or inside, as an object
    filters[comments][approved]=false&filters[comments][$or][0][author][name]=Per&filters[comments][$or][1][stars]=5 -> comment((c.approved = FALSE AND (c.[authorId] = 9 OR c.stars = 5)))  # $or inside over a further relation
    filters[comments][$and][0][approved]=true&filters[comments][$and][1][stars]=5 -> comment((c.approved = TRUE AND c.stars = 5))  # $and inside
    filters[comments][stars]=5&filters[comments][$not][approved]=true -> comment((c.stars = 5 AND c.approved = FALSE))  # $not inside leaves the unknown out
    filters[comments][$not][approved]=true&filters[comments][$not][stars]=4 -> comment((NOT (c.approved = TRUE AND c.stars = 4)))  # $not over two fields inside
    filters[comments][$not][$and][0][$or][0][stars]=4&filters[comments][$not][$and][0][$or][1][stars]=5&filters[comments][$not][$and][1][approved]=true -> comment((NOT ((c.stars = 4 OR c.stars = 5) AND c.approved = TRUE)))  # $or inside $and inside $not inside
    filters[tags][id][$gt]=2&filters[tags][name][$lt]=h -> tag((t.id > 2 AND t.name < 'h'))  # two fields of one tag
    filters[author][name]=Kai&filters[author][country][name]=Germany -> author((a.name = 'Kai' AND a.[countryCode] = 'DE'))  # two fields of the author
    OpenAuthor filters[posts][views][$gt]=40&filters[posts][comments][stars]=5&filters[posts][comments][approved]=true -> SELECT DISTINCT p.[authorId] AS id FROM [post] p, [comment] c WHERE p.[authorId] IS NOT NULL AND p.views > 40 AND p.[deletedAt] IS NULL AND c.[postId] = p.id AND c.stars = 5 AND c.approved = TRUE AND c.[deletedAt] IS NULL  # one post and one comment on it, two to-many hops
    filters[comments][$some][approved]=true&filters[comments][$some][stars]=5 -> comment((c.approved = TRUE AND c.stars = 5))  # $some says the same aloud
  `,
  'different objects, different rows': `
    filters[$and][0][comments][approved]=true&filters[$and][1][comments][stars]=5 -> comment((c.approved = TRUE)) AND comment((c.stars = 5))  # one comment is approved, one has five stars
    filters[$and][0][tags]=1&filters[$and][1][tags]=2&filters[$and][2][tags]=3 -> tag((t.id = 1)) AND tag((t.id = 2)) AND tag((t.id = 3))  # three tags
    filters[tags][$and][0][name]=red&filters[tags][$and][1][name]=blue -> 1 = 0  # no tag has two names
    filters[comments][approved]=true&filters[comments][$some][stars]=5 -> comment((c.approved = TRUE)) AND comment((c.stars = 5))  # plain conditions and $some stand apart
    filters[$and][0][comments][author]=1&filters[$and][1][comments][author]=2 -> comment((c.[authorId] = 1)) AND comment((c.[authorId] = 2))  # a comment by one author and one by another
    filters[tags]=1&filters[$not][tags]=2 -> tag((t.id = 1)) AND NOT tag((t.id = 2))  # one tag, and not the other
    filters[comments][stars]=5&filters[comments][$none][approved]=false&filters[comments][$count][$gte]=2&filters[comments][$exists]=true -> comment((c.stars = 5)) AND NOT comment((c.approved = FALSE)) AND p.id IN (SELECT c.[postId] FROM [comment] c WHERE c.[deletedAt] IS NULL GROUP BY c.[postId] HAVING COUNT(*) >= 2)  # some, none and how many
  `,
  groups: `
    filters[$or][0][title]=Snow&filters[$or][1][views][$gte]=300 -> p.title = 'Snow' OR p.views >= 300  # $or of two fields
    filters[$or][title]=Snow&filters[$or][views][$gte]=300 -> p.title = 'Snow' OR p.views >= 300  # $or as an object is one alternative a key
    filters[$or][0][title]=Snow&filters[$or][0][status]=published&filters[$or][1][views]=300 -> (p.title = 'Snow' AND p.status = 'published') OR p.views = 300  # the keys of one alternative must all hold
    filters[status]=published&filters[$or][0][title]=Snow&filters[$or][1][title]=Harvest -> p.status = 'published' AND (p.title = 'Snow' OR p.title = 'Harvest')  # $or beside a condition
    filters[$or][0][views]=42&filters[$or][1][views]=250&filters[$and][0][status]=published&filters[$and][1][isFeatured]=true -> (p.views = 42 OR p.views = 250) AND p.status = 'published' AND p.[isFeatured] = TRUE  # $or beside $and
    filters[$and][0][$or][0][views]=42&filters[$and][0][$or][1][views]=7&filters[$and][1][$or][0][status]=archived&filters[$and][1][$or][1][isFeatured]=true -> (p.views = 42 OR p.views = 7) AND (p.status = 'archived' OR p.[isFeatured] = TRUE)  # two $or, both of which must hold
    filters[$or][0][$or][0][$and][0][views]=42&filters[$or][0][$or][0][$and][1][status]=published&filters[$or][0][$or][1][title]=Mud&filters[$or][1][title]=Thaw -> (p.views = 42 AND p.status = 'published') OR p.title = 'Mud' OR p.title = 'Thaw'  # $and in $or in $or
    filters[$or][0][0][title]=Harvest&filters[$or][0][1][isFeatured]=true&filters[$or][1][title]=Mud -> (p.title = 'Harvest' AND p.[isFeatured] = TRUE) OR p.title = 'Mud'  # an entry that is a list means all of its members
    filters[$or][0][views][$gte]=300&filters[$or][1][author][name]=Ulf -> p.views >= 300 OR author((a.name = 'Ulf'))  # $or across the root and to-one
    filters[$or][author][name]=Ulf&filters[$or][tags][name]=yellow -> author((a.name = 'Ulf')) OR tag((t.name = 'yellow'))  # $or across to-one and to-many, as an object
    filters[comments][approved]=true&filters[$or][0][comments][stars]=1&filters[$or][1][comments][stars][$null]=true -> comment((c.approved = TRUE)) AND (comment((c.stars = 1)) OR comment((c.stars IS NULL)))  # $or at the root is about two comments
    filters[comments][approved]=true&filters[comments][$or][0][stars]=1&filters[comments][$or][1][stars][$null]=true -> comment((c.approved = TRUE AND (c.stars = 1 OR c.stars IS NULL)))  # $or inside the relation is about one comment
    filters[author][$or][0][name]=Mia&filters[author][$or][1][country][name]=France -> author((a.name = 'Mia' OR a.[countryCode] = 'FR'))  # $or inside to-one
    filters[$or][0][comments][$count][$gte]=4&filters[$or][1][author][$exists]=false -> p.[authorId] IS NULL OR 4 <= (SELECT COUNT(*) FROM [comment] c WHERE c.[postId] = p.id AND c.[deletedAt] IS NULL)  # $or of a count and an absence
    filters[$or][0][views][$gt]=100&filters[$or][1][title]=SPRING -> p.views > 100 OR p.title = 'SPRING'  # an alternative that is unknown does not spoil the other
  `,
  quantifiers: `
    filters[comments][$none][stars]=4 -> NOT comment((c.stars = 4))  # $none is no related row, and holds where there is none
    filters[comments][$none][approved]=true -> NOT comment((c.approved = TRUE))  # $none of the unknown: an undecided comment is not approved
    filters[comments][$none][approved]=true&filters[comments][$none][stars]=4 -> NOT comment((c.approved = TRUE AND c.stars = 4))  # $none with two conditions is about one row
    filters[comments][$none][stars][$null]=true -> NOT comment((c.stars IS NULL))  # $none of what is NULL
    filters[tags][$none][name]=blue -> NOT tag((t.name = 'blue'))  # $none of many-to-many
    filters[comments][$none][author][country][name]=Norway -> NOT comment(($isNorwegian))  # $none through a further relation
    filters[comments][$every][approved]=true -> NOT comment((c.approved = FALSE OR c.approved IS NULL))  # $every fails by one that is undecided, and holds where there is none
    filters[comments][$every][stars][$gte]=4 -> NOT comment((c.stars < 4 OR c.stars IS NULL))  # $every of a number that may be NULL
    filters[comments][$every][approved][$ne]=false -> NOT comment((c.approved = FALSE OR c.approved IS NULL))  # $every of a negative, of which NULL is no example either
    filters[comments][$every][$not][stars]=4 -> NOT comment((c.stars = 4 OR c.stars IS NULL))  # $every with $not inside
    filters[comments][$every][$or][0][approved]=true&filters[comments][$every][$or][1][stars][$null]=true -> NOT comment(((c.approved = FALSE OR c.approved IS NULL) AND c.stars IS NOT NULL))  # $every with $or inside
    filters[comments][$every][stars][$gte]=4&filters[comments][$exists]=true -> comment((1 = 1)) AND NOT comment((c.stars < 4 OR c.stars IS NULL))  # $every of rows that are there
    filters[comments][$every][author][country][name]=Norway -> NOT comment((c.[authorId] IS NULL OR NOT ($isNorwegian)))  # $every through a further relation fails where that leads nowhere
    filters[tags][$every][id][$lte]=2 -> NOT tag((t.id > 2))  # $every of many-to-many
    filters[comments][$some][stars]=5&filters[comments][$every][approved]=true&filters[comments][$none][body]=fine -> comment((c.stars = 5)) AND NOT comment((c.approved = FALSE OR c.approved IS NULL)) AND NOT comment((c.body = 'fine'))  # $some, $every and $none together
    filters[$not][comments][$every][approved]=true -> comment((c.approved = FALSE OR c.approved IS NULL))  # not $every is one that fails, the undecided too
    filters[$not][comments][$none][stars]=4 -> comment((c.stars = 4))  # not $none is $some
    filters[$not][comments][$some][stars]=4 -> NOT comment((c.stars = 4))  # not $some is $none
    filters[$not][tags][name]=blue -> NOT tag((t.name = 'blue'))  # not over the relation itself is $none
    OpenAuthor filters[posts][$some][comments][$every][stars]=5 -> SELECT w.id FROM [author] w WHERE EXISTS (SELECT 1 FROM [post] p WHERE p.[authorId] = w.id AND p.[deletedAt] IS NULL AND NOT comment((c.stars <> 5 OR c.stars IS NULL)))  # some of every
    OpenAuthor filters[posts][$every][comments][$some][stars][$gte]=4 -> SELECT w.id FROM [author] w WHERE NOT EXISTS (SELECT 1 FROM [post] p WHERE p.[authorId] = w.id AND p.[deletedAt] IS NULL AND NOT comment((c.stars >= 4)))  # every of some
    OpenAuthor filters[posts][$none][comments][$none][approved]=true -> SELECT w.id FROM [author] w WHERE NOT EXISTS (SELECT 1 FROM [post] p WHERE p.[authorId] = w.id AND p.[deletedAt] IS NULL AND NOT comment((c.approved = TRUE)))  # none of none: every post has one
    OpenAuthor filters[posts][$every][comments][$none][approved]=false -> SELECT w.id FROM [author] w WHERE NOT EXISTS (SELECT 1 FROM [post] p WHERE p.[authorId] = w.id AND p.[deletedAt] IS NULL AND comment((c.approved = FALSE)))  # every of none
    OpenAuthor filters[posts][$every][comments][$every][approved]=true -> SELECT w.id FROM [author] w WHERE NOT EXISTS (SELECT 1 FROM [post] p WHERE p.[authorId] = w.id AND p.[deletedAt] IS NULL AND comment((c.approved = FALSE OR c.approved IS NULL)))  # every of every, undecided comments on the way
  `,
  existence: `
    filters[author][$exists]=true -> p.[authorId] IS NOT NULL  # $exists of to-one
    filters[author][$exists]=false -> p.[authorId] IS NULL  # $exists: false of to-one
    filters[author][$null]=true -> p.[authorId] IS NULL  # $null of to-one
    filters[author][$null]=false -> p.[authorId] IS NOT NULL  # $null: false of to-one
    filters[author][$notNull]=true -> p.[authorId] IS NOT NULL  # $notNull of to-one
    filters[author][$notNull]=false -> p.[authorId] IS NULL  # $notNull: false of to-one
    filters[author] -> p.[authorId] IS NULL  # null itself is no related row
    filters[author][$eq] -> p.[authorId] IS NULL  # $eq null is no related row
    filters[author][$ne] -> p.[authorId] IS NOT NULL  # $ne null is a related row
    filters[$not][author][$exists]=true -> p.[authorId] IS NULL  # not $exists
    filters[comments][$exists]=true -> comment((1 = 1))  # $exists of to-many, where deleted rows are none
    filters[comments][$exists]=false -> NOT comment((1 = 1))  # $exists: false of to-many
    filters[comments][$null]=true -> NOT comment((1 = 1))  # $null of to-many
    filters[comments] -> NOT comment((1 = 1))  # null of to-many
    filters[comments][$eq] -> NOT comment((1 = 1))  # $eq null of to-many
    filters[comments][$ne] -> comment((1 = 1))  # $ne null of to-many
    filters[tags][$exists]=true -> tag((1 = 1))  # $exists of many-to-many
    filters[tags][$null]=true -> NOT tag((1 = 1))  # $null of many-to-many
    filters[author][country][$exists]=false -> author((a.[countryCode] IS NULL))  # a relation of a relation that is not there
    filters[$not][author][country][$exists]=true -> NOT author((a.[countryCode] IS NOT NULL))  # not a relation of a relation: without an author, too
    filters[author][country][$null]=true&filters[author][name]=Mia -> p.[authorId] = 6  # an author without a country, beside a condition on the author
    filters[comments][author][$null]=true -> comment((c.[authorId] IS NULL))  # a comment without an author
    filters[comments][author][$exists]=false&filters[comments][stars][$null]=true -> comment((c.[authorId] IS NULL AND c.stars IS NULL))  # a comment without an author and without stars
    OpenComment filters[post][$exists]=false -> SELECT c.id FROM [comment] c WHERE c.[deletedAt] IS NULL AND c.[postId] IN (SELECT p.id FROM [post] p WHERE p.[deletedAt] IS NOT NULL)  # a related row that is deleted does not exist, whatever the foreign key says
    OpenComment filters[post][$exists]=true -> SELECT c.id FROM [comment] c WHERE c.[deletedAt] IS NULL AND NOT (c.[postId] IN (SELECT p.id FROM [post] p WHERE p.[deletedAt] IS NOT NULL))  # a related row that exists is not deleted
    OpenTag filters[posts][$exists]=true -> SELECT DISTINCT j.[tagId] AS id FROM [post_tags_tag] j  # a tag with posts
  `,
  counts: `
    filters[comments][$count]=2 -> $comments.count = 2  # a number
    filters[comments][$count][0]=2&filters[comments][$count][1]=5 -> $comments.count IN (2, 5)  # a list of numbers
    filters[comments][$count][$eq]=1 -> $comments.count = 1
    filters[comments][$count][$eq]=0 -> $comments.count = 0  # $eq none
    filters[comments][$count][$ne]=1 -> $comments.count <> 1
    filters[comments][$count][$lt]=2 -> $comments.count < 2
    filters[comments][$count][$lte]=2 -> $comments.count <= 2
    filters[comments][$count][$gt]=2 -> $comments.count > 2
    filters[comments][$count][$gte]=2 -> $comments.count >= 2
    filters[comments][$count][$gte]=1&filters[comments][$count][$lt]=9&filters[comments][$count][$ne]=2&filters[comments][$count][$notIn][0]=5&filters[comments][$count][$between][0]=0&filters[comments][$count][$between][1]=8 -> $comments.count >= 1 AND $comments.count <= 8 AND $comments.count NOT IN (2, 5)  # every comparison at once
    filters[$not][comments][$count][$gte]=1&filters[$not][comments][$count][$lt]=3 -> NOT ($comments.count >= 1 AND $comments.count < 3)  # not several comparisons at once
    filters[comments][$count][$in][0]=0&filters[comments][$count][$in][1]=6 -> $comments.count IN (0, 6)
    filters[comments][$count][$notIn][0]=0&filters[comments][$count][$notIn][1]=1 -> $comments.count NOT IN (0, 1)
    filters[comments][$count][$between][0]=2&filters[comments][$count][$between][1]=4 -> $comments.count BETWEEN 2 AND 4
    filters[comments][$count][$notBetween][0]=1&filters[comments][$count][$notBetween][1]=2 -> $comments.count NOT BETWEEN 1 AND 2
    filters[comments][$count][$gt]=1&filters[comments][$count][$lt]=4 -> $comments.count > 1 AND $comments.count < 4  # two comparisons of one count
    filters[comments][$count][$gte]=2&filters[comments][$count][$where][approved]=true -> comments((c.approved = TRUE)) >= 2
    filters[comments][$count][$eq]=0&filters[comments][$count][$where][approved]=true -> comments((c.approved = TRUE)) = 0  # none that satisfies $where
    filters[comments][$count][$eq]=1&filters[comments][$count][$where][approved]=true&filters[comments][$count][$where][stars]=5 -> comments((c.approved = TRUE AND c.stars = 5)) = 1  # $where with two conditions on one row
    filters[comments][$count][$gte]=2&filters[comments][$count][$where][$or][0][stars]=5&filters[comments][$count][$where][$or][1][stars][$null]=true -> comments((c.stars = 5 OR c.stars IS NULL)) >= 2  # $where with $or
    filters[comments][$count][$gte]=2&filters[comments][$count][$where][author][country][name]=Norway -> comments(($isNorwegian)) >= 2  # $where through a further relation
    filters[comments][$count][$gte]=1&filters[comments][$count][$lte]=3&filters[comments][$count][$where][stars]=4 -> comments((c.stars = 4)) BETWEEN 1 AND 3  # two comparisons and $where
    filters[$not][comments][$count][$gte]=2 -> $comments.count < 2  # not a count
    filters[$not][comments][$count][$gte]=2&filters[$not][comments][$count][$where][stars]=4 -> comments((c.stars = 4)) < 2  # not a count with $where
    filters[tags][$count][$gte]=3 -> $tags.count >= 3  # many-to-many
    filters[tags][$count]=2&filters[comments][$count]=1 -> $tags.count = 2 AND $comments.count = 1  # many-to-many with $where
    OpenTag filters[posts][$count][$gte]=11 -> SELECT t.id FROM [tag] t WHERE 11 <= (SELECT COUNT(*) FROM [post_tags_tag] j, [post] p WHERE j.[tagId] = t.id AND p.id = j.[postId] AND p.[deletedAt] IS NULL)  # many-to-many from the other side, deleted rows left out
    OpenAuthor filters[posts][$count]=0 -> SELECT a.id FROM [author] a WHERE (SELECT COUNT(*) FROM [post] p WHERE p.[authorId] = a.id AND p.[deletedAt] IS NULL) = 0  # authors who have written nothing that is left
    OpenAuthor filters[posts][comments][$count][$gte]=4 -> SELECT a.id FROM [author] a WHERE EXISTS (SELECT 1 FROM [post] p WHERE p.[authorId] = a.id AND p.[deletedAt] IS NULL AND $comments.count >= 4)  # a count inside a relation
    OpenAuthor filters[posts][$count][$gte]=2&filters[posts][$count][$where][comments][$count][$gte]=2 -> SELECT a.id FROM [author] a WHERE 2 <= (SELECT COUNT(*) FROM [post] p WHERE p.[authorId] = a.id AND p.[deletedAt] IS NULL AND $comments.count >= 2)  # a count of rows that are counted themselves
  `,
  keys: `
    filters[author]=3 -> p.[authorId] = 3  # a key
    filters[author][$eq]=3 -> p.[authorId] = 3
    filters[author][id]=3 -> p.[authorId] = 3  # the field by its name
    filters[author][0]=3&filters[author][1]=5 -> p.[authorId] IN (3, 5)  # a list of keys
    filters[author][$in][0]=3&filters[author][$in][1]=5&filters[author][$in][2]=99 -> p.[authorId] IN (3, 5)
    filters[author][$ne]=3 -> p.[authorId] <> 3  # $ne is another author
    filters[author][$notIn][0]=3&filters[author][$notIn][1]=5 -> p.[authorId] NOT IN (3, 5)  # $notIn is another author
    filters[author][$gt]=5 -> p.[authorId] > 5  # an order of keys
    filters[$not][author]=3 -> p.[authorId] <> 3 OR p.[authorId] IS NULL  # not a key: without an author, too
    filters[$not][author][$in][0]=3&filters[$not][author][$in][1]=5 -> p.[authorId] NOT IN (3, 5) OR p.[authorId] IS NULL  # not $in
    filters[$not][author][$ne]=3 -> p.[authorId] = 3 OR p.[authorId] IS NULL  # not $ne
    filters[$not][author][$notIn][0]=3&filters[$not][author][$notIn][1]=5 -> p.[authorId] IN (3, 5) OR p.[authorId] IS NULL  # not $notIn
    filters[author][$not][id]=3 -> p.[authorId] <> 3  # $not inside the relation is another author
    filters[$not][author][$not][id]=3 -> p.[authorId] = 3 OR p.[authorId] IS NULL  # not $not inside
    filters[author][$or][0][id]=3&filters[author][$or][1][id][$gt]=6 -> p.[authorId] = 3 OR p.[authorId] > 6  # $or of keys inside
    filters[$not][author][$or][0][id]=3&filters[$not][author][$or][1][id][$gt]=6 -> p.[authorId] IS NULL OR NOT (p.[authorId] = 3 OR p.[authorId] > 6)  # not $or of keys inside
    filters[author][$in][0]=1&filters[author][$in][1]=5&filters[author][name]=Kai -> p.[authorId] = 1  # a key beside a condition on the same row
    filters[author][country]=NO -> author((a.[countryCode] = 'NO'))  # the key of a relation of a relation
    filters[author][country][$ne]=NO -> author((a.[countryCode] <> 'NO'))  # $ne of it leaves out authors without a country
    filters[author][$not][country]=NO -> author((a.[countryCode] <> 'NO' OR a.[countryCode] IS NULL))  # $not inside keeps authors without a country
    filters[$not][author][country]=NO -> NOT author((a.[countryCode] = 'NO'))  # $not outside keeps posts without an author as well
    filters[comments]=5 -> p.id = 4  # a key of to-many
    filters[comments]=27 -> 1 = 0  # a key of a deleted row
    filters[comments][$in][0]=5&filters[comments][$in][1]=6&filters[comments][$in][2]=70 -> p.id IN (4, 40)  # keys of to-many
    filters[comments][$ne]=29 -> comment((c.id <> 29))  # $ne of to-many is some other row
    filters[$not][comments]=5 -> p.id <> 4  # not a key of to-many
    filters[tags]=1 -> tag((t.id = 1))  # a key of many-to-many
    filters[tags][$notIn][0]=1&filters[tags][$notIn][1]=2 -> tag((t.id NOT IN (1, 2)))  # $notIn of many-to-many is some other row
    filters[$not][tags][$in][0]=1&filters[$not][tags][$in][1]=2 -> NOT tag((t.id IN (1, 2)))  # not $in of many-to-many is no such row
    filters[comments][author]=9&filters[comments][stars]=5 -> comment((c.[authorId] = 9 AND c.stars = 5))  # the key of the author of a comment
    OpenComment filters[post][$in][0]=36&filters[post][$in][1]=35 -> SELECT c.id FROM [comment] c WHERE c.[postId] = 35 AND c.[deletedAt] IS NULL  # a key of a row that is deleted
    OpenComment filters[$not][post][$in][0]=36&filters[$not][post][$in][1]=35 -> SELECT c.id FROM [comment] c WHERE c.[postId] <> 35 AND c.[deletedAt] IS NULL  # not a key of a row that is deleted
    OpenComment filters[post][$ne]=35 -> SELECT c.id FROM [comment] c, [post] p WHERE p.id = c.[postId] AND p.id <> 35 AND c.[deletedAt] IS NULL AND p.[deletedAt] IS NULL  # $ne of a key does not find rows that are deleted
  `,
  negation: `
    filters[$not][views][$gte]=50 -> p.views < 50  # a field
    filters[views][$not][$gte]=50 -> p.views < 50  # under a field
    filters[views][$not][$gte]=10&filters[views][$not][$lte]=100 -> p.views < 10 OR p.views > 100  # under a field, two operators, both of which hold or not
    filters[views][$gt]=5&filters[views][$not][$gte]=50 -> p.views > 5 AND p.views < 50  # under a field, beside another operator
    filters[$not][title]=Snow -> p.title <> 'Snow'
    filters[$not][views][$in][0]=42&filters[$not][views][$in][1]=10 -> p.views NOT IN (42, 10)
    filters[$not][views][$notIn][0]=42&filters[$not][views][$notIn][1]=10 -> p.views IN (42, 10)
    filters[$not][views][$between][0]=10&filters[$not][views][$between][1]=100 -> p.views < 10 OR p.views > 100
    filters[$not][views][$null]=true -> p.views IS NOT NULL
    filters[$not][slug][$startsWithc]=win -> p.slug NOT LIKE 'win%'
    filters[$not][status]=published&filters[$not][isFeatured]=true -> p.status <> 'published' OR p.[isFeatured] = FALSE  # both of two fields: De Morgan
    filters[$not][$or][0][status]=published&filters[$not][$or][1][isFeatured]=true -> p.status <> 'published' AND p.[isFeatured] = FALSE  # $or: De Morgan
    filters[$or][0][$not][status]=published&filters[$or][1][$not][isFeatured]=true -> p.status <> 'published' OR p.[isFeatured] = FALSE  # an alternative that is false, of two that are negated
    filters[$not][$not][views][$gte]=50 -> p.views >= 50  # twice
    filters[$not][$or][0][views][$lt]=100&filters[$not][$or][1][$not][status]=published -> p.views >= 100 AND p.status = 'published'  # in $or in $not
    filters[$not][author][name]=Ulf -> NOT author((a.name = 'Ulf'))  # to-one: without an author, too
    filters[author][$not][name]=Ulf -> author((a.name <> 'Ulf'))  # inside to-one: the author is another
    filters[author][name][$not][$eq]=Ulf -> author((a.name <> 'Ulf'))  # under a field of to-one: the author is another
    filters[author][$not][bornOn]=1980-02-29 -> author((a.[bornOn] <> '1980-02-29'))  # inside to-one: of an unknown birthday nothing is said
    filters[$not][author][country][name]=Norway -> NOT author((a.[countryCode] = 'NO'))  # to-one of to-one, outside
    filters[author][$not][country][name]=Norway -> p.[authorId] IS NOT NULL AND NOT author((a.[countryCode] = 'NO'))  # to-one of to-one, in the middle
    filters[author][country][$not][name]=Norway -> author((a.[countryCode] <> 'NO'))  # to-one of to-one, inside
    filters[$not][comments][approved]=true&filters[$not][comments][stars]=4 -> NOT comment((c.approved = TRUE AND c.stars = 4))  # to-many with two conditions: no comment is both
    filters[$not][$and][0][comments][approved]=true&filters[$not][$and][1][comments][stars]=4 -> NOT (comment((c.approved = TRUE)) AND comment((c.stars = 4)))  # to-many twice: one condition or the other has no comment
    filters[comments][stars]=4&filters[comments][$not][author][country][name]=Norway -> comment((c.stars = 4 AND NOT EXISTS (SELECT 1 FROM [author] a WHERE a.id = c.[authorId] AND a.[countryCode] = 'NO')))  # a relation inside to-many: by somebody else, or nobody
    filters[$not][author][name]=Ulf&filters[$not][views][$lt]=100 -> NOT author((a.name = 'Ulf')) OR p.views >= 100  # a relation and a field: De Morgan
  `,
  NULL: `
    filters[views][$ne]=42 -> p.views <> 42
    filters[isFeatured][$ne]=true -> p.[isFeatured] = FALSE  # $ne of truth
    filters[status][$ne]=published -> p.status <> 'published'  # $ne of a member
    filters[slug][$notIn][0]=spring&filters[slug][$notIn][1]=mud -> p.slug NOT IN ('spring', 'mud')
    filters[slug][$notContains]=in -> p.slug NOT LIKE '%in%'
    filters[slug][$notContainsc]=in -> p.slug NOT LIKE '%in%'
    filters[views][$notBetween][0]=10&filters[views][$notBetween][1]=100 -> p.views < 10 OR p.views > 100
    filters[slug][$null]=true -> p.slug IS NULL
    filters[slug][$null]=false -> p.slug IS NOT NULL  # $null: false
    filters[slug][$notNull]=true -> p.slug IS NOT NULL
    filters[slug] -> p.slug IS NULL  # null itself
    filters[slug][$eq] -> p.slug IS NULL  # $eq null
    filters[slug][$ne] -> p.slug IS NOT NULL  # $ne null
    filters[slug][$eq]= -> p.slug = ''  # the empty text is a text
    filters[meta][$null]=false -> p.meta IS NOT NULL  # $null of JSON
    filters[$or][0][views][$ne]=42&filters[$or][1][views][$null]=true -> p.views <> 42 OR p.views IS NULL  # $ne or $null, said aloud
  `,
  values: `
    filters[views][$gte]=10&filters[views][$lt]=100 -> p.views >= 10 AND p.views < 100  # a range of integers
    filters[views][$lt]=0 -> p.views < 0  # a negative integer
    filters[rating]=4.5 -> p.rating = 4.5  # a decimal, with fewer digits
    filters[rating]=4.500 -> p.rating = 4.5  # a decimal, with more digits
    filters[rating]=4.505 -> 1 = 0  # a decimal between two values
    filters[rating][$gt]=4.50 -> p.rating > 4.50  # a decimal that is a hundredth more
    filters[rating][$between][0]=4.49&filters[rating][$between][1]=4.51 -> p.rating BETWEEN 4.49 AND 4.51  # decimals, a hundredth on both sides
    filters[rating][$lte]=-0.01 -> p.rating <= -0.01  # a negative decimal
    filters[rating][$in][0]=1.1&filters[rating][$in][1]=0.05&filters[rating][$in][2]=99.99 -> p.rating IN (1.10, 0.05, 99.99)  # decimals in a list
    filters[visits]=9007199254740993 -> p.visits = 9007199254740993  # a bigint that no JavaScript number can be
    filters[visits][$gt]=9007199254740992 -> p.visits > 9007199254740992  # bigints above it
    filters[visits][$in][0]=9007199254740992&filters[visits][$in][1]=9223372036854775807 -> p.visits IN (9007199254740992, 9223372036854775807)  # bigints in a list
    filters[visits][$lte]=-5 -> p.visits <= -5  # a negative bigint
    filters[score]=0.5 -> p.score = 0.5  # a float
    filters[score][$gte]=1e2 -> p.score >= 100  # a float with an exponent
    filters[isFeatured]=true -> p.[isFeatured] = TRUE  # true
    filters[isFeatured]=0 -> p.[isFeatured] = FALSE  # 0 is false
    filters[status]=archived -> p.status = 'archived'  # a member
    filters[status][$in][0]=archived&filters[status][$in][1]=draft -> p.status IN ('archived', 'draft')  # members
    filters[externalId]=00000000-0000-4000-8000-000000000005 -> p.id = 5  # a uuid in capitals
    filters[externalId][$gt]=00000000-0000-4000-8000-000000000030 -> p.id > 30 AND p.[externalId] IS NOT NULL  # uuids by order
  `,
  text: `
    filters[title]=Spring -> p.id IN (1); mariadb: p.id IN (1, 2, 3)  # $eq follows the collation
    filters[title][$eqi]=spRing -> p.id IN (1, 2, 3)  # $eqi ignores case
    filters[title][$nei]=spRing -> p.id NOT IN (1, 2, 3)  # $nei, too
    filters[title][$eqc]=SPRING -> p.id = 3  # $eqc does not
    filters[$not][title][$eqc]=SPRING -> p.id <> 3  # not $eqc
    filters[title][$contains]=RAIN -> p.id IN (24, 25, 26, 27)  # $contains ignores case
    filters[title][$containsi]=RAIN -> p.id IN (24, 25, 26, 27)  # $containsi, too
    filters[title][$containsc]=Rain -> p.id IN (24, 25)  # $containsc does not
    filters[title][$startsWith]=rain -> p.id IN (24, 25)
    filters[title][$startsWithc]=rain -> 1 = 0
    filters[title][$endsWith]=RAIN -> p.id IN (24, 26, 27)
    filters[title][$endsWithc]=rain -> p.id IN (26, 27)
    filters[title][$contains]=%25 -> p.id = 11  # a percent sign
    filters[title][$contains]=r_s -> p.id = 12  # an underscore
    filters[title][$contains]=%5C -> p.id = 14  # a backslash
    filters[title][$endsWith]=! -> p.id = 15  # an exclamation mark
    filters[title][$startsWith]=%5B -> p.id = 16  # a bracket
    filters[title][$startsWithc]=%5B -> p.id = 16  # a bracket, to the letter
    filters[title][$contains]='s g -> p.id = 17  # an apostrophe
    filters[title]=Rain+again -> p.id = 25  # a space, written as a plus
    filters[title][$eqc]=%C3%89t%C3%A9 -> p.id = 5  # an accent
    filters[slug][$between][0]=m&filters[slug][$between][1]=s -> p.slug BETWEEN 'm' AND 's'  # an order
    filters[author][name][$eqc]=kai -> author((a.id = 2))  # a related text
    filters[tags][name]=red -> p.id IN (SELECT j.[postId] FROM [post_tags_tag] j WHERE j.[tagId] = 1); mariadb: p.id IN (SELECT j.[postId] FROM [post_tags_tag] j WHERE j.[tagId] IN (1, 4, 5))  # a related text whose accent the collation may ignore
  `,
  dates: `
    filters[publishedAt]=2024-03-01T10:00:00Z -> p.id = 1  # a moment
    filters[publishedAt]=2024-03-01T12:30:00%2B02:30 -> p.id = 1  # the same moment elsewhere
    filters[publishedAt]=2024-03-01T11:00:00 @{"timezone":"Europe/Oslo"} -> p.id = 1  # the same moment on a clock in the configured zone
    filters[publishedAt]=2024-03-01T10:00:00.000Z -> p.id = 1  # the same moment, with a fraction
    filters[publishedAt][$in][0]=2024-03-01T10:00:00Z&filters[publishedAt][$in][1]=2024-09-01T06:00:00Z -> p.id IN (1, 21, 22)  # two moments
    filters[publishedAt][$ne]=2024-03-01T10:00:00Z -> p.id <> 1 AND p.[publishedAt] IS NOT NULL  # another moment
    filters[publishedAt][$lt]=2024-03-01T00:00:00Z -> p.[publishedAt] < {2024-03-01T00:00:00Z}  # before a moment
    filters[publishedAt][$lte]=2024-03-01T00:00:00Z -> p.[publishedAt] <= {2024-03-01T00:00:00Z}  # until a moment
    filters[publishedAt][$gt]=2024-03-01T23:59:59Z -> p.[publishedAt] > {2024-03-01T23:59:59Z}  # after a moment
    filters[publishedAt][$between][0]=2024-03-01T00:00:00Z&filters[publishedAt][$between][1]=2024-03-02T00:00:00Z -> p.id IN (1, 2, 4, 5)  # from one moment to another
    filters[publishedAt]=2024-03-01 -> p.[publishedAt] >= {2024-03-01T00:00:00Z} AND p.[publishedAt] < {2024-03-02T00:00:00Z}  # a day
    filters[publishedAt][$ne]=2024-03-01 -> NOT (p.[publishedAt] >= {2024-03-01T00:00:00Z} AND p.[publishedAt] < {2024-03-02T00:00:00Z})  # another day
    filters[$not][publishedAt]=2024-03-01 -> NOT (p.[publishedAt] >= {2024-03-01T00:00:00Z} AND p.[publishedAt] < {2024-03-02T00:00:00Z})  # not a day
    filters[publishedAt][$lt]=2024-03-01 -> p.[publishedAt] < {2024-03-01T00:00:00Z}  # before a day
    filters[publishedAt][$lte]=2024-03-01 -> p.[publishedAt] < {2024-03-02T00:00:00Z}  # until the end of a day
    filters[publishedAt][$gt]=2024-03-01 -> p.[publishedAt] >= {2024-03-02T00:00:00Z}  # after the end of a day
    filters[publishedAt][$gte]=2024-03-01 -> p.[publishedAt] >= {2024-03-01T00:00:00Z}  # from a day on
    filters[publishedAt][$between][0]=2024-02-29&filters[publishedAt][$between][1]=2024-03-02 -> p.[publishedAt] >= {2024-02-29T00:00:00Z} AND p.[publishedAt] < {2024-03-03T00:00:00Z}  # from one day to the end of another
    filters[publishedAt][$notBetween][0]=2024-02-29&filters[publishedAt][$notBetween][1]=2024-03-02 -> NOT (p.[publishedAt] >= {2024-02-29T00:00:00Z} AND p.[publishedAt] < {2024-03-03T00:00:00Z})  # outside two days
    filters[publishedAt][$in][0]=2024-03-01&filters[publishedAt][$in][1]=2024-06-15 -> (p.[publishedAt] >= {2024-03-01T00:00:00Z} AND p.[publishedAt] < {2024-03-02T00:00:00Z}) OR (p.[publishedAt] >= {2024-06-15T00:00:00Z} AND p.[publishedAt] < {2024-06-16T00:00:00Z})  # a list of days
    filters[publishedAt][$notIn][0]=2024-03-01&filters[publishedAt][$notIn][1]=2024-06-15 -> NOT (p.[publishedAt] >= {2024-03-01T00:00:00Z} AND p.[publishedAt] < {2024-03-02T00:00:00Z}) AND NOT (p.[publishedAt] >= {2024-06-15T00:00:00Z} AND p.[publishedAt] < {2024-06-16T00:00:00Z})  # none of a list of days
    filters[publishedAt][$in][0]=2024-06-15&filters[publishedAt][$in][1]=2024-03-01T10:00:00Z -> p.id IN (1, 17, 19)  # a day and a moment in one list
    filters[publishedAt]=2024-03-01 @{"timezone":"Europe/Oslo"} -> p.[publishedAt] >= {2024-02-29T23:00:00Z} AND p.[publishedAt] < {2024-03-01T23:00:00Z}  # a day in the configured zone begins and ends there
    filters[publishedAt]=2024-03-31 @{"timezone":"Europe/Oslo"} -> p.[publishedAt] >= {2024-03-30T23:00:00Z} AND p.[publishedAt] < {2024-03-31T22:00:00Z}  # a day of 23 hours
    filters[createdAt]=2024-01-03T06:00:00.125Z -> p.id = 3  # milliseconds
    filters[createdAt][$lte]=2024-01-03 -> p.id IN (1, 2, 3)  # a day of a column with milliseconds
    filters[publishedOn]=2024-03-01 -> p.[publishedOn] = '2024-03-01'  # a date
    filters[publishedOn][$gte]=2024-09-01 -> p.[publishedOn] >= '2024-09-01'  # from a date
    filters[publishedOn][$in][0]=2024-02-29&filters[publishedOn][$in][1]=2025-01-01 -> p.[publishedOn] IN ('2024-02-29', '2025-01-01')  # dates in a list
    filters[publishedOn][$between][0]=2023-12-31&filters[publishedOn][$between][1]=2024-02-29 -> p.[publishedOn] BETWEEN '2023-12-31' AND '2024-02-29'  # dates from one to another
    filters[author][bornOn]=1980-02-29 -> author((a.[bornOn] = '1980-02-29'))  # a date of the author
  `,
  sorts: `
    sort=id -> ORDER BY p.id  # the key alone ascends
    sort=id:DESC -> ORDER BY p.id DESC  # descending, in capitals
    sort=views,id -> ORDER BY p.views, p.id  # NULL as the engine has it
    sort=views:desc,id -> ORDER BY p.views DESC, p.id  # NULL as the engine has it, descending
    sort=slug:desc,id:desc -> ORDER BY p.slug DESC, p.id DESC  # a text
    sort=rating,id -> ORDER BY p.rating, p.id  # a decimal
    sort=visits:desc,id -> ORDER BY p.visits DESC, p.id  # a bigint
    sort=isFeatured,id -> ORDER BY p.[isFeatured], p.id  # truth
    sort=status,id -> ORDER BY p.status, p.id  # members, as stored
    sort=publishedAt:desc,id -> ORDER BY p.[publishedAt] DESC, p.id  # moments
    sort=publishedOn,id -> ORDER BY p.[publishedOn], p.id  # dates
    sort[1]=id&sort[0]=views:desc -> ORDER BY p.views DESC, p.id  # an indexed list, whose index decides
    sort[isFeatured]=desc&sort[id]=asc -> ORDER BY p.[isFeatured] DESC, p.id  # an object
    sort=author.name,id -> ORDER BY $author.name, p.id  # to-one, where there may be none
    sort=author.name:desc,id -> ORDER BY $author.name DESC, p.id  # to-one, descending
    sort[0][author][name]=desc&sort[1][id]=asc -> ORDER BY $author.name DESC, p.id  # to-one, as a list of objects
    sort=author.name,author.id:desc,id -> ORDER BY $author.name, p.[authorId] DESC, p.id  # two keys through one relation
    OpenPost sort=author.name,updatedBy.name:desc,id -> ORDER BY $author.name, $editor.name DESC, p.id  # two relations to one entity
    Employee sort=department.name:desc,id -> SELECT e.id FROM [employee] e, [department] d WHERE d.id = e.[departmentId] ORDER BY d.name DESC, e.id  # to-one, always there
    Employee sort=boss.name:desc:nullsLast,id -> SELECT e.id FROM [employee] e LEFT JOIN [employee] b ON b.id = e.[bossId] ORDER BY CASE WHEN b.name IS NULL THEN 1 ELSE 0 END, b.name DESC, e.id  # to-one of the same entity
    OpenComment sort=post.title:desc:nullsFirst,id -> SELECT c.id FROM [comment] c LEFT JOIN [post] p ON p.id = c.[postId] AND p.[deletedAt] IS NULL WHERE c.[deletedAt] IS NULL ORDER BY CASE WHEN p.title IS NULL THEN 0 ELSE 1 END, p.title DESC, c.id  # to-one whose rows can be deleted: such a row is none
    sort=comments.stars,id -> ORDER BY $stars.min, p.id  # to-many ascending: the smallest
    sort=comments.stars:desc,id -> ORDER BY $stars.max DESC, p.id  # to-many descending: the largest
    sort=comments.stars:desc:nullsLast,id -> ORDER BY CASE WHEN $stars.max IS NULL THEN 1 ELSE 0 END, $stars.max DESC, p.id  # to-many, rows with none last
    sort=tags.name,id -> ORDER BY (SELECT MIN(t.name) FROM [post_tags_tag] j, [tag] t WHERE j.[postId] = p.id AND t.id = j.[tagId]), p.id  # many-to-many ascending
    sort=tags.name:desc,id -> ORDER BY (SELECT MAX(t.name) FROM [post_tags_tag] j, [tag] t WHERE j.[postId] = p.id AND t.id = j.[tagId]) DESC, p.id  # many-to-many descending
    sort=comments.$count:desc,id -> ORDER BY $comments.count DESC, p.id  # how many
    sort=tags.$count,comments.$count:desc,id -> ORDER BY $tags.count, $comments.count DESC, p.id  # how many, twice
    Employee sort=reports.$count:desc,id -> SELECT e.id FROM [employee] e ORDER BY (SELECT COUNT(*) FROM [employee] r WHERE r.[bossId] = e.id) DESC, e.id  # how many, of the same entity
    sort=author.country.name,id @{"limits":{"sortHops":2}} -> ORDER BY $country.name, p.id  # to-one of to-one, where the handler allows it
    sort=author.country.name:desc:nullsLast,author.name,id @{"limits":{"sortHops":2}} -> ORDER BY CASE WHEN $country.name IS NULL THEN 1 ELSE 0 END, $country.name DESC, $author.name, p.id  # to-one of to-one beside to-one, through the same author
    Employee sort=department.site.name:desc,department.name,id @{"limits":{"sortHops":2}} -> SELECT e.id FROM [employee] e, [department] d, [site] s WHERE d.id = e.[departmentId] AND s.id = d.[siteId] ORDER BY s.name DESC, d.name, e.id  # to-one of to-one, both always there
    Employee sort=boss.department.site.name:nullsFirst,id @{"limits":{"sortHops":3}} -> SELECT e.id FROM [employee] e LEFT JOIN [employee] b ON b.id = e.[bossId] LEFT JOIN [department] d ON d.id = b.[departmentId] LEFT JOIN [site] s ON s.id = d.[siteId] ORDER BY CASE WHEN s.name IS NULL THEN 0 ELSE 1 END, s.name, e.id  # to-one that is always there, behind one that is not: nobody is lost
    Department filters[site][name]=Bergen&sort=site.name,name:desc -> SELECT d.id FROM [department] d WHERE d.[siteId] = 2 ORDER BY d.name DESC  # what the root is filtered by and sorted by, through one relation
  `,
  'where NULL stands': `
    sort=views:nullsFirst,id -> ORDER BY CASE WHEN p.views IS NULL THEN 1 ELSE 0 END DESC, p.views, p.id  # the key: first, ascending
    sort=views:asc:nullsLast,id -> ORDER BY CASE WHEN p.views IS NULL THEN 1 ELSE 0 END, p.views, p.id  # the key: last, ascending
    sort=views:desc:nullsFirst,id -> ORDER BY CASE WHEN p.views IS NULL THEN 1 ELSE 0 END DESC, p.views DESC, p.id  # the key: first, descending
    sort=views:desc:nullsLast,id -> ORDER BY CASE WHEN p.views IS NULL THEN 1 ELSE 0 END, p.views DESC, p.id  # the key: last, descending
    sort=views,id @{"nulls":"first"} -> ORDER BY CASE WHEN p.views IS NULL THEN 1 ELSE 0 END DESC, p.views, p.id  # the module: first, ascending
    sort=views:desc,id @{"nulls":"first"} -> ORDER BY CASE WHEN p.views IS NULL THEN 1 ELSE 0 END DESC, p.views DESC, p.id  # the module: first, descending
    sort=views,id @{"nulls":"last"} -> ORDER BY CASE WHEN p.views IS NULL THEN 1 ELSE 0 END, p.views, p.id  # the module: last, ascending
    sort=views:desc,id @{"nulls":"last"} -> ORDER BY CASE WHEN p.views IS NULL THEN 1 ELSE 0 END, p.views DESC, p.id  # the module: last, descending
    sort=views:nullsLast,id @{"nulls":"first"} -> ORDER BY CASE WHEN p.views IS NULL THEN 1 ELSE 0 END, p.views, p.id  # the key wins
    sort=views:desc:nullsFirst,id @{"nulls":"last"} -> ORDER BY CASE WHEN p.views IS NULL THEN 1 ELSE 0 END DESC, p.views DESC, p.id  # the key wins, descending
    sort=author.bornOn,id @{"nulls":"first"} -> ORDER BY CASE WHEN $author.bornOn IS NULL THEN 1 ELSE 0 END DESC, $author.bornOn, p.id  # to-one, first
    sort=author.bornOn:desc,id @{"nulls":"last"} -> ORDER BY CASE WHEN $author.bornOn IS NULL THEN 1 ELSE 0 END, $author.bornOn DESC, p.id  # to-one, last, descending
    sort=comments.stars,id @{"nulls":"first"} -> ORDER BY CASE WHEN $stars.min IS NULL THEN 1 ELSE 0 END DESC, $stars.min, p.id  # to-many, first
    sort=isFeatured:desc:nullsLast,views:nullsFirst,id -> ORDER BY CASE WHEN p.[isFeatured] IS NULL THEN 1 ELSE 0 END, p.[isFeatured] DESC, CASE WHEN p.views IS NULL THEN 1 ELSE 0 END DESC, p.views, p.id  # two keys, each its own way
    sort=title:nullsFirst,id -> ORDER BY p.title, p.id  # a key that cannot be NULL
  `,
  slices: `
    pagination[page]=2&pagination[pageSize]=7 -> ORDER BY p.id LIMIT 7 OFFSET 7  # a slice alone is in the order of the primary key
    pagination[start]=3&pagination[limit]=4 -> ORDER BY p.id LIMIT 4 OFFSET 3  # by start and limit
    pagination[page]=4&pagination[pageSize]=10 -> ORDER BY p.id LIMIT 10 OFFSET 30  # a last page that is not full
    pagination[page]=9&pagination[pageSize]=10 -> 1 = 0  # a page behind the last
    sort=tags.$count&pagination[page]=2&pagination[pageSize]=9 -> ORDER BY $tags.count, p.id LIMIT 9 OFFSET 9  # among equals
    sort=views:desc&pagination[page]=2&pagination[pageSize]=9 -> ORDER BY p.views DESC, p.id DESC LIMIT 9 OFFSET 9  # among equals, descending
    sort=author.name&pagination[page]=3&pagination[pageSize]=6 -> ORDER BY $author.name, p.id LIMIT 6 OFFSET 12  # by to-one that may be missing
    sort=comments.stars:nullsFirst&pagination[start]=5&pagination[limit]=10 -> ORDER BY CASE WHEN comments((c.stars IS NOT NULL)) = 0 THEN 0 ELSE 1 END, $stars.min, p.id LIMIT 10 OFFSET 5  # by to-many, NULL first
    filters[comments][stars][$gte]=4&filters[comments][approved]=true&sort=author.name:desc,views&pagination[page]=2&pagination[pageSize]=5 -> comment((c.stars >= 4 AND c.approved = TRUE)) ORDER BY $author.name DESC, p.views, p.id LIMIT 5 OFFSET 5  # filtered by to-many, sorted by to-one, sliced
    filters[author][country][name]=Norway&filters[status]=published&sort=author.name,publishedAt:desc&pagination[start]=1&pagination[limit]=3 -> author((a.[countryCode] = 'NO')) AND p.status = 'published' ORDER BY $author.name, p.[publishedAt] DESC, p.id DESC LIMIT 3 OFFSET 1  # filtered and sorted by one relation, sliced
    filters[$or][0][comments][$count][$gte]=2&filters[$or][1][author][$exists]=false&sort=comments.$count:desc&pagination[page]=1&pagination[pageSize]=8 -> $comments.count >= 2 OR p.[authorId] IS NULL ORDER BY $comments.count DESC, p.id DESC LIMIT 8  # filtered by $or with a count, sorted by a count, sliced
    Employee filters[salary][$gte]=300&sort=department.name&pagination[page]=2&pagination[pageSize]=2 -> SELECT e.id FROM [employee] e, [department] d WHERE d.id = e.[departmentId] AND e.salary >= 300 ORDER BY d.name, e.id LIMIT 2 OFFSET 2  # by to-one that is always there
  `,
  'of every list': `
    filters[$and][0][tags][name][$eqc]=red&filters[$and][1][tags][name][$eqc]=blue -> tag((t.id = 1)) AND tag((t.id = 2))  # the tag red and the tag blue
    filters[comments][$none][approved]=false -> NOT comment((c.approved = FALSE))  # no unapproved comment
    filters[comments][$every][stars][$gte]=3 -> NOT comment((c.stars < 3 OR c.stars IS NULL))  # every comment has three stars or more
    filters[comments][$count][$gte]=5&filters[comments][$count][$where][stars]=4 -> comments((c.stars = 4)) >= 5
    OpenPost filters[author][posts][comments][stars]=1 -> EXISTS (SELECT 1 FROM [post] o, [comment] c WHERE o.[authorId] = p.[authorId] AND o.[deletedAt] IS NULL AND c.[postId] = o.id AND c.stars = 1 AND c.[deletedAt] IS NULL)  # another post of the author
  `,
};

/** A question in the library's words and in SQL. */
export interface Question {
  readonly name: string;
  readonly entity: new () => ObjectLiteral;
  readonly overrides: ParseOverrides<ObjectLiteral>;
  readonly request: string;
  readonly options: FilterModuleOptions;
  readonly sql: string;
}

export type Area = keyof typeof tables;

function questionOf([name, sql]: readonly [string, string]): Question {
  const [, about = 'Post', request = '', options = '{}'] = /^(?:([A-Z]\w+) )?(.*?)(?: @(.*))?$/.exec(name) ?? [];
  const [entity, overrides = {}] = subjects[about] ?? [];
  if (entity === undefined) throw new Error(`no subject: ${name}`);
  return { name, entity, overrides, request, options: JSON.parse(options) as FilterModuleOptions, sql };
}

/** All questions, by the point that they are about. */
export const questions: readonly (readonly [area: string, questions: readonly Question[]])[] = Object.entries(
  tables,
).map(([area, text]) => [area, cases(text).map(questionOf)]);

/** The questions of some areas that are about posts and need no options. */
export function questionsAboutPosts(...areas: readonly Area[]): readonly Question[] {
  return areas
    .flatMap((area) => cases(tables[area]).map(questionOf))
    .filter(({ name, entity }) => entity === Post && !/^EditedPost| @/.test(name));
}

/** Ids as they can be compared: rows that the request puts in no order come in any. */
export function arranged({ request }: Question, ids: readonly number[]): readonly number[] {
  return /(^|&)(sort|pagination)/.test(request) ? ids : ascending(ids);
}

/**
 * The ids that SQL by hand gives: `[name]` is quoted as the engine does it, a table with its schema, and `{moment}` is
 * a literal for the moment, as TypeORM stores it in a column without a time zone.
 */
export async function idsByHand(world: World, sql: string): Promise<readonly number[]> {
  const { source, engine } = world;
  const { driver } = source;
  const short = verdictOn(engine, sql);
  const [, where = '', rest = ''] = /^(.*?)(ORDER BY .*)?$/s.exec(short) ?? [];
  const whole = short.startsWith('SELECT')
    ? short
    : `SELECT p.id FROM [post] p WHERE p.[deletedAt] IS NULL AND (${where.trim() || '1 = 1'}) ${rest}`;
  const text = Object.entries(words)
    .reduce((result, [word, meaning]) => result.replaceAll(word, () => meaning), whole)
    .replace(/\[(\w+)\]/g, (_, name: string) => {
      const path = source.entityMetadatas.find(({ tableName }) => tableName === name)?.tablePath ?? name;
      return path
        .split('.')
        .map((part) => driver.escape(part))
        .join('.');
    })
    .replace(/\{([^}]+)\}/g, (_, moment: string) => stored(engine, new Date(moment)));
  return world.idsBy(text);
}

/** SQLite's text is UTC; the drivers of the others write the clock of the process. */
function stored(engine: EngineName, moment: Date): string {
  const shifted = engine === 'sqlite' ? moment : new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return `'${shifted.toISOString().replace('T', ' ').replace('Z', '')}'`;
}
