/**
 * Questions with their right answers, each as every library has it asked: a string is a query string, an object what
 * the library's own reader or service takes. A question that a library has no way of asking is left out there. So are
 * those that nestjs-query answers by the types of GraphQL, in front of the service that is asked here.
 */
const likeCrud = (column, value) => ({ s: { [column]: value } });

export const questions = [
  {
    question: 'posts without the tag `draft`',
    right: '2, 3',
    ours: 'filters[tags][$none][name]=draft&sort=id',
    paginate: { filter: { 'tags.name': '$none:$eq:draft' }, sortBy: [['id', 'ASC']] },
    query: { filter: { tags: { name: { neq: 'draft' } } } },
    crud: likeCrud('tags.name', { $ne: 'draft' }),
    kavo: { 'filter[tags.name][ne]': 'draft', sort: 'id' },
  },
  {
    question: 'posts with one comment that is approved and has 5 stars',
    right: '1',
    ours: 'filters[comments][approved]=true&filters[comments][stars]=5',
    paginate: { filter: { 'comments.approved': '$eq:1', 'comments.stars': '$eq:5' } },
    query: { filter: { comments: { approved: { is: true }, stars: { eq: 5 } } } },
    crud: { s: { 'comments.approved': true, 'comments.stars': 5 } },
    kavo: { 'filter[comments.approved][eq]': '1', 'filter[comments.stars][eq]': '5' },
  },
  {
    question: 'the first two posts, with their comments',
    right: '1, 2',
    ours: 'sort=id&pagination[pageSize]=2&populate=comments',
    paginate: { limit: 2, sortBy: [['id', 'ASC']], config: { relations: ['comments'] } },
    crud: { s: {}, limit: '2', join: 'comments' },
    kavo: { sort: 'id', limit: '2', include: 'comments' },
  },
  {
    question: 'titles that contain `100%`',
    right: '1',
    ours: 'filters[title][$contains]=100%25',
    paginate: { filter: { title: '$ilike:100%' } },
    query: { filter: { title: { like: '%100%%' } } },
    crud: likeCrud('title', { $cont: '100%' }),
    kavo: { 'filter[title][ilike]': '%100%%' },
  },
  {
    question: 'all posts, by the name of their author',
    right: '3, 1, 2, 4',
    ours: 'sort=author.name',
    paginate: { sortBy: [['author.name', 'ASC']], config: { relations: ['author'] } },
    crud: { s: {}, join: 'author', sort: 'author.name,ASC' },
    kavo: { sort: 'author.name', include: 'author' },
  },
  {
    question: 'the post with serial 9007199254740993',
    right: '2',
    ours: 'filters[serial]=9007199254740993',
    paginate: { filter: { serial: '$eq:9007199254740993' } },
    query: { filter: { serial: { eq: '9007199254740993' } } },
    crud: likeCrud('serial', '9007199254740993'),
    kavo: { 'filter[serial][eq]': '9007199254740993' },
  },
  {
    question: 'the post with id 3, or with serial 4',
    right: '3, 4',
    ours: 'filters[$or][0][id]=3&filters[$or][1][serial]=4&sort=id',
    paginate: { filterExpression: 'id=$eq:3 OR serial=$eq:4', sortBy: [['id', 'ASC']] },
    query: { filter: { or: [{ id: { eq: 3 } }, { serial: { eq: '4' } }] } },
    crud: { s: { $or: [{ id: 3 }, { serial: 4 }] } },
    kavo: { 'filter[or][0][id][eq]': '3', 'filter[or][1][serial][eq]': '4', sort: 'id' },
  },
  {
    question: 'a field that does not exist: `titel`',
    right: 'refused',
    ours: 'filters[titel]=x',
    paginate: { filter: { titel: '$eq:x' } },
    crud: likeCrud('titel', 'x'),
    kavo: { 'filter[titel][eq]': 'x' },
  },
  {
    question: "an author's `passwordHash`, which nobody declared",
    right: 'refused',
    ours: 'filters[author][passwordHash]=m',
    paginate: { filter: { 'author.passwordHash': '$eq:m' } },
    crud: likeCrud('author.passwordHash', 'm'),
    kavo: { 'filter[author.passwordHash][eq]': 'm' },
  },
  {
    question: 'an id that is no number: `x`',
    right: 'refused',
    ours: 'filters[id]=x',
    paginate: { filter: { id: '$eq:x' } },
    crud: likeCrud('id', 'x'),
    kavo: { 'filter[id][eq]': 'x' },
  },
];
