import { renumbered } from '../../support/parameters.js';
import { Desk, Note, Place, Publisher, Shelf, type Volumes } from './library.js';

/** A prepared builder, a request, the complete SQL without quotes, and the reason for the row. */
type Row = readonly [why: string, prepare: (builder: Volumes) => Volumes, request: string, text: string];

const desk = await Desk.on('postgres');
const idOnly = () => desk.volumes().select('v.id');
const unquoted = (text: string) => renumbered(text).replace(/"/g, '').replace(/ +/g, ' ');

describe('a builder that has', () => {
  const rows: readonly Row[] = [
    [
      'no condition',
      (builder) => builder,
      'filters[title]=a',
      'SELECT v.id AS v_id FROM volume v WHERE (v.title = :nf_p1)',
    ],
    [
      'a condition',
      (builder) => builder.where('v.id > 1'),
      'filters[title]=a',
      'SELECT v.id AS v_id FROM volume v WHERE (v.id > 1) AND (v.title = :nf_p1)',
    ],
    [
      'an OR',
      (builder) => builder.where('v.id > 1').orWhere('v.id < 0'),
      'filters[title]=a',
      'SELECT v.id AS v_id FROM volume v WHERE (v.id > 1 OR v.id < 0) AND (v.title = :nf_p1)',
    ],
    [
      'an OR, and is asked for nothing',
      (builder) => builder.where('v.id > 1').orWhere('v.id < 0'),
      '',
      'SELECT v.id AS v_id FROM volume v WHERE v.id > 1 OR v.id < 0',
    ],
    [
      'an order',
      (builder) => builder.orderBy('v.pages', 'DESC'),
      'sort=id',
      'SELECT v.id AS v_id FROM volume v ORDER BY v.pages DESC, v_id ASC',
    ],
    [
      'the same order',
      (builder) => builder.orderBy('v.id', 'DESC'),
      'sort=id',
      'SELECT v.id AS v_id FROM volume v ORDER BY v_id DESC',
    ],
    [
      'groups',
      (builder) => builder.groupBy('v.id'),
      'sort=publisher.name',
      'SELECT v.id AS v_id, nf_1.name AS nf_2 FROM volume v INNER JOIN publisher nf_1 ON (nf_1.id = v.publisherId) GROUP BY v.id, nf_1.name ORDER BY nf_2 ASC',
    ],
    [
      'groups, and an order by a column',
      (builder) => builder.groupBy('v.id'),
      'sort=id',
      'SELECT v.id AS v_id FROM volume v GROUP BY v.id ORDER BY v_id ASC',
    ],
    [
      'an alias of our name',
      (builder) => builder.leftJoin('v.printer', 'NF_1'),
      'filters[publisher][name]=a',
      'SELECT v.id AS v_id FROM volume v LEFT JOIN publisher NF_1 ON NF_1.id=v.printerId WHERE (v.publisherId IN (SELECT nf_2.id FROM publisher nf_2 WHERE nf_2.name = :nf_p1))',
    ],
    [
      'a selection of our name',
      (builder) => builder.addSelect('v.pages', 'NF_1'),
      'sort=title',
      'SELECT v.id AS v_id, v.pages AS NF_1, v.title AS nf_2 FROM volume v ORDER BY nf_2 ASC',
    ],
    [
      'no such selection',
      (builder) => builder.addSelect('v.pages', 'pages'),
      'sort=title',
      'SELECT v.id AS v_id, v.pages AS pages, v.title AS nf_1 FROM volume v ORDER BY nf_1 ASC',
    ],
    [
      'selected the column',
      (builder) => builder.addSelect('v.title'),
      'sort=title',
      'SELECT v.id AS v_id, v.title AS v_title FROM volume v ORDER BY v_title ASC',
    ],
    [
      'selected it under another name',
      (builder) => builder.addSelect('v.title', 'name'),
      'sort=title',
      'SELECT v.id AS v_id, v.title AS name, v.title AS nf_1 FROM volume v ORDER BY nf_1 ASC',
    ],
    [
      'a lock',
      (builder) => builder.setLock('pessimistic_write'),
      'sort=title',
      'SELECT v.id AS v_id, v.title AS nf_1 FROM volume v ORDER BY nf_1 ASC FOR UPDATE',
    ],
    [
      'a lock, and gets a join',
      (builder) => builder.setLock('pessimistic_write'),
      'sort=printer.name',
      'SELECT v.id AS v_id, nf_1.name AS nf_2 FROM volume v LEFT JOIN publisher nf_1 ON (nf_1.id = v.printerId) ORDER BY nf_2 ASC FOR UPDATE OF v',
    ],
    [
      'a lock and a join, and gets another',
      (builder) => builder.innerJoin('v.publisher', 'p').setLock('pessimistic_write'),
      'sort=printer.name',
      'SELECT v.id AS v_id, nf_1.name AS nf_2 FROM volume v INNER JOIN publisher p ON p.id=v.publisherId LEFT JOIN publisher nf_1 ON (nf_1.id = v.printerId) ORDER BY nf_2 ASC FOR UPDATE OF v, p',
    ],
    [
      'a lock of its own choice',
      (builder) => builder.innerJoin('v.publisher', 'p').setLock('pessimistic_write', undefined, ['p']),
      'sort=printer.name',
      'SELECT v.id AS v_id, nf_1.name AS nf_2 FROM volume v INNER JOIN publisher p ON p.id=v.publisherId LEFT JOIN publisher nf_1 ON (nf_1.id = v.printerId) ORDER BY nf_2 ASC FOR UPDATE OF p',
    ],
  ];

  it.each(rows)('%s', (_, prepare, request, text) => {
    expect(unquoted(desk.apply(request, prepare(idOnly())).getQuery())).toBe(text);
  });
});

/** A sort, the order that TypeORM receives, and the reason for the row. */
type OrderRow = readonly [sort: string, order: object, why: string];

describe('a builder that selects all of an entity', () => {
  const orderOf = (sort: string) => desk.apply(`sort=${sort}`, desk.volumes()).expressionMap.orderBys;

  const rows: readonly OrderRow[] = [
    ['title', { 'v.title': 'ASC' }, 'by TypeORM’s own name'],
    ['secret', { nf_1: 'ASC' }, 'by a name of ours, where TypeORM leaves the column out'],
    ['title:desc,secret:desc', { 'v.title': 'DESC', nf_1: 'DESC' }, 'both'],
    ['publisher.name', { nf_2: 'ASC' }, 'of a join'],
  ];

  it.each(rows)('is ordered by %s as %j: %s', (sort, order) => {
    expect(orderOf(sort)).toEqual(order);
  });
});

describe('the order of a slice', () => {
  const orderOf = (sort: string) => {
    const request = `${sort}&pagination[start]=0&pagination[limit]=2`;
    return desk.apply(request, desk.volumes()).expressionMap.orderBys;
  };

  const rows: readonly OrderRow[] = [
    ['', { 'v.id': 'ASC' }, 'ends with the key'],
    ['sort=title:desc', { 'v.title': 'DESC', 'v.id': 'DESC' }, 'in the direction of the last sort key'],
    ['sort=title:desc,pages', { 'v.title': 'DESC', 'v.pages': 'ASC', 'v.id': 'ASC' }, 'of the last of two'],
    ['sort=id:desc', { 'v.id': 'DESC' }, 'unless it was asked for'],
    ['sort=publisher.id', { nf_2: 'ASC', 'v.id': 'ASC' }, 'and another key is not it'],
  ];

  it.each(rows)('%s: %j, %s', (sort, order) => {
    expect(orderOf(sort)).toEqual(order);
  });
});

describe('the order of a slice, where the builder does not select the key', () => {
  it.each([
    ['', { nf_1: 'ASC' }, 'has it under a name of ours'],
    ['sort=id:desc', { nf_1: 'DESC' }, 'once'],
  ])('%s: %j, %s', (sort, order) => {
    const request = `${sort}&pagination[start]=0&pagination[limit]=2`;
    const builder = desk.apply(request, desk.volumes().select('v.title'));
    expect(builder.expressionMap.orderBys).toEqual(order);
    expect(builder.expressionMap.selects).toHaveLength(2);
  });
});

describe('a builder with a lock, on an engine that locks all tables it reads', () => {
  it('keeps the lock on its own tables', async () => {
    const mariadb = await Desk.on('mariadb');
    const { lockTables } = mariadb.apply(
      'sort=printer.name',
      mariadb.volumes().setLock('pessimistic_write'),
    ).expressionMap;
    expect(lockTables).toBeUndefined();
  });

  it('gets no lock that it did not have', () => {
    expect(desk.apply('sort=printer.name').expressionMap.lockTables).toBeUndefined();
  });
});

describe('a builder that has a parameter named as ours', () => {
  it('keeps it, and ours gets another name', () => {
    const [last = ''] = Object.keys(desk.apply('filters[title]=a').getParameters());
    const next = `nf_p${Number(last.replace('nf_p', '')) + 1}`;
    const { parameters } = desk.apply('filters[title]=a', idOnly().setParameter(next, 7)).expressionMap;
    expect(Object.values(parameters)).toEqual([7, 'a']);
    expect(Object.keys(parameters)[0]).toBe(next);
  });
});

describe('a builder of an entity that has a scope', () => {
  it('gets the conditions and the scope', () => {
    const builder = desk.source.createQueryBuilder(Note, 'n').select('n.id');
    const notes = desk.filters.apply(builder, desk.filters.parse(Note, 'filters[id]=1'));
    expect(unquoted(notes.getQuery())).toBe(
      'SELECT n.id AS n_id FROM note n WHERE (n.id = :nf_p1 AND (n.text <> :nf_p2 AND ' +
        'n.parentId IN (SELECT nf_1.id FROM note nf_1 WHERE nf_1.text = :nf_p3)))',
    );
  });
});

describe('a builder of another entity', () => {
  const query = desk.parse('filters[title]=a');
  const { source } = desk;

  it('is refused', () => {
    const builder = source.createQueryBuilder(Publisher, 'p') as never;
    expect(() => desk.filters.apply(builder, query)).toThrow(
      'The query is about Volume, but the builder selects Publisher; give it a builder of Volume.',
    );
  });

  it('is refused where it selects no entity', () => {
    const builder = source.createQueryBuilder().select('1').from('elsewhere', 'v') as never;
    expect(() => desk.filters.apply(builder, query)).toThrow(
      'The query is about Volume, but the builder selects from no entity.',
    );
  });

  it('is accepted where it extends the entity', () => {
    const builder = source.createQueryBuilder(Shelf, 's').select('s.id');
    const shelves = desk.filters.apply(builder, desk.filters.parse(Place, 'filters[name]=a'));
    expect(unquoted(shelves.getQuery())).toBe(
      'SELECT s.id AS s_id FROM place s WHERE ( (s.name = :nf_p1) ) AND ( s.kind IN (:...discriminatorColumnValues) )',
    );
  });
});
