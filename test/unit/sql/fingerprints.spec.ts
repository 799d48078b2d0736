import { Brackets, type DataSource, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import { fingerprintOf, unknownState } from '../../../lib/typeorm/index.js';
import { Desk, Volume, type Volumes } from './library.js';

const desk = await Desk.on('postgres');

/** A table that is no entity's. */
const subquery = (builder: SelectQueryBuilder<ObjectLiteral>) => builder.select('1').from(Volume, 'own');

const fresh = (): Volumes => desk.source.getRepository(Volume).createQueryBuilder('volume');

function textOf(builder: Volumes): string {
  const fingerprint = fingerprintOf(builder);
  return 'text' in fingerprint ? fingerprint.text : `not prepared: ${fingerprint.reason}`;
}

describe('the state of a builder', () => {
  it('has no key that this library does not know', () => {
    expect(unknownState(desk.source)).toEqual([]);
  });

  it.each([
    ['a new builder has', (map: object) => Object.assign(map, { qualify: [] })],
    ['a copy has', (map: object) => Object.defineProperty(map, 'clone', { value: () => ({ qualify: undefined }) })],
  ])('is unknown where it has a key of a later TypeORM that %s', (_name, change) => {
    const createQueryBuilder = () => {
      const builder = desk.source.createQueryBuilder();
      change(builder.expressionMap);
      return builder;
    };
    expect(unknownState({ createQueryBuilder } as unknown as DataSource)).toEqual(['qualify']);
  });
});

describe('the parts of a builder', () => {
  it.each([
    ['a join', 'joinAttributes', (map: Volumes['expressionMap']) => map.joinAttributes[0]],
    ['an alias', 'aliases', (map: Volumes['expressionMap']) => map.aliases[0]],
    ['a selection', 'selects', (map: Volumes['expressionMap']) => map.selects[0]],
  ])('have no key that this library does not know: %s', (_name, list, partOf) => {
    const createQueryBuilder = () => {
      const builder = desk.source.createQueryBuilder();
      const orderBy = builder.orderBy.bind(builder);
      const later = (key: string) => {
        Object.assign(partOf(builder.expressionMap) ?? {}, { later: 1 });
        return orderBy(key);
      };
      return Object.assign(builder, { orderBy: later });
    };
    expect(unknownState({ createQueryBuilder } as unknown as DataSource)).toEqual([`${list}.later`]);
  });
});

describe('the fingerprint of a builder', () => {
  it.each<readonly [of: string, first: (builder: Volumes) => unknown, second: (builder: Volumes) => unknown]>([
    ['nothing but values', (b) => b.where('volume.id = :id', { id: 1 }), (b) => b.where('volume.id = :id', { id: 2 })],
    ['a window', (b) => b.limit(5), (b) => b.take(7).skip(1)],
    ['nothing', () => undefined, () => undefined],
  ])('is the same where builders differ by %s', (_of, first, second) => {
    const [one, other] = [fresh(), fresh()];
    first(one);
    second(other);
    expect(textOf(one)).toBe(textOf(other));
  });

  // prettier-ignore
  const changes: readonly (readonly [name: string, change: (builder: Volumes) => unknown])[] = [
    ['nothing', () => undefined],
    ['a condition', (b) => b.where('volume.id = 1')],
    ['another condition', (b) => b.where('volume.id = 2')],
    ['two conditions', (b) => b.where('volume.id = 1').andWhere('volume.id = 2')],
    ['two alternatives', (b) => b.where('volume.id = 1').orWhere('volume.id = 2')],
    ['one condition that reads like two', (b) => b.where('volume.id = 1 AND volume.id = 2')],
    ['brackets', (b) => b.where(new Brackets((inner) => inner.where('volume.id = 1')))],
    ['deleted rows', (b) => b.withDeleted()],
    ['an order', (b) => b.orderBy('volume.id')],
    ['the other direction', (b) => b.orderBy('volume.id', 'DESC')],
    ['a place for NULL', (b) => b.orderBy('volume.id', 'DESC', 'NULLS LAST')],
    ['two keys', (b) => b.orderBy('volume.id').addOrderBy('volume.title')],
    ['two keys the other way round', (b) => b.orderBy('volume.title').addOrderBy('volume.id')],
    ['a column', (b) => b.select('volume.id')],
    ['two columns', (b) => b.select(['volume.id', 'volume.title'])],
    ['an expression', (b) => b.addSelect('1', 'one')],
    ['an expression under another name', (b) => b.addSelect('1', 'uno')],
    ['a join', (b) => b.leftJoin('volume.publisher', 'p')],
    ['a join of another kind', (b) => b.innerJoin('volume.publisher', 'p')],
    ['a join that is selected', (b) => b.leftJoinAndSelect('volume.publisher', 'p')],
    ['a join with a condition', (b) => b.leftJoin('volume.publisher', 'p', 'p.id > 1')],
    ['a join under another name', (b) => b.leftJoin('volume.publisher', 'q')],
    ['a join that fills another property', (b) => b.leftJoinAndMapOne('volume.of', 'volume.publisher', 'p')],
    ['a join that fills yet another property', (b) => b.leftJoinAndMapOne('volume.by', 'volume.publisher', 'p')],
    ['a join that fills a list', (b) => b.leftJoinAndMapMany('volume.of', 'volume.publisher', 'p')],
    ['a join of a subquery', (b) => b.leftJoin(subquery, 'p', '1 = 1')],
    ['a join of a subquery that is mapped', (b) => b.leftJoinAndMapOne('volume.of', subquery, 'p', '1 = 1')],
    ['a join of a subquery that is mapped to an entity', (b) => b.leftJoinAndMapOne('volume.of', subquery, 'p', '1 = 1', {}, Volume)],
    ['another table in FROM', (b) => b.addFrom(Volume, 'other')],
    ['a table of another tenant', (b) => Object.assign(b.expressionMap.aliases[0] ?? {}, { tablePath: 'tenant.volume' })],
    ['another alias', (b) => b.expressionMap.mainAlias && Object.assign(b.expressionMap.mainAlias, { name: 'v' })],
  ];

  it('differs wherever the statement does', () => {
    const texts = changes.map(([name, change]) => {
      const builder = fresh();
      change(builder);
      return [textOf(builder), name] as const;
    });
    expect(new Set(texts.map(([text]) => text)).size).toBe(changes.length);
    expect(texts.filter(([text]) => text.startsWith('not prepared'))).toEqual([]);
  });

  it.each<readonly [key: string, change: (map: Volumes['expressionMap']) => unknown]>([
    ['joinAttributes.lateral', (map) => Object.assign(map.joinAttributes[0] ?? {}, { lateral: true })],
    ['aliases.sample', (map) => Object.assign(map.aliases[1] ?? {}, { sample: 5 })],
    ['selects.filter', (map) => Object.assign(map.selects[0] ?? {}, { filter: '1 = 1' })],
    ['orderBys.collate', (map) => Object.assign(map.orderBys, { 'volume.id': { order: 'ASC', collate: 'C' } })],
  ])('is none where a part of the builder has a key that nobody writes: %s', (key, change) => {
    const builder = fresh().leftJoin('volume.publisher', 'p').orderBy('volume.id');
    expect(textOf(builder)).not.toContain('not prepared');
    change(builder.expressionMap);
    expect(textOf(builder)).toBe(`not prepared: the builder has ${key}, which is not known`);
  });

  it.each<readonly [reason: string, change: (builder: Volumes) => unknown]>([
    ['maxExecutionTime', (b) => b.maxExecutionTime(1)],
    ['selectDistinct', (b) => b.distinct(true)],
    ['selectDistinctOn', (b) => b.distinctOn(['volume.id'])],
    ['havings', (b) => b.having('1 = 1')],
    ['groupBys', (b) => b.groupBy('volume.id')],
    ['lockMode', (b) => b.setLock('pessimistic_read')],
    ['cache', (b) => b.cache(true)],
    ['useTransaction', (b) => b.useTransaction(true)],
    ['comment', (b) => b.comment('here')],
    ['useIndex', (b) => b.useIndex('i')],
    ['subQuery', (b) => Object.assign(b.expressionMap, { subQuery: true })],
    ['disableEscaping', (b) => b.disableEscaping()],
    ['queryType', (b) => Object.assign(b.expressionMap, { queryType: 'update' })],
    ['timeTravel', (b) => Object.assign(b.expressionMap, { timeTravel: 'now' })],
    ['relationLoadStrategy', (b) => Object.assign(b.expressionMap, { relationLoadStrategy: 'query' })],
    ['relationIdAttributes', (b) => b.loadRelationIdAndMap('volume.publisherId', 'volume.publisher')],
    ['commonTableExpressions', (b) => b.addCommonTableExpression('SELECT 1', 'one')],
    [
      'extraAppendedAndWhereCondition',
      (b) => Object.assign(b.expressionMap, { extraAppendedAndWhereCondition: '1=1' }),
    ],
    ['aliasNamePrefixingEnabled', (b) => Object.assign(b.expressionMap, { aliasNamePrefixingEnabled: false })],
    ['relationCountAttributes', (b) => Object.assign(b.expressionMap, { relationCountAttributes: [{}] })],
    ['nativeParameters', (b) => Object.assign(b.expressionMap, { nativeParameters: { one: 1 } })],
    ['find options', (b) => b.setFindOptions({ where: { id: 1 } })],
  ])('is none where the builder uses %s', (reason, change) => {
    const builder = fresh();
    change(builder);
    expect(textOf(builder)).toBe(`not prepared: the builder uses ${reason}`);
  });

  it.each([
    ['of a condition', { type: 'simple', condition: { operator: 'later', form: '1 = 1' } }],
    ['of a value in a condition', { type: 'simple', condition: { operator: 'equal', parameters: [1] } }],
    ['of a function', { type: 'simple', condition: () => '1 = 1' }],
  ])('is none for an unknown form %s', (_name, where) => {
    const builder = fresh();
    Object.assign(builder.expressionMap, { wheres: [where] });
    expect(textOf(builder)).toBe('not prepared: a condition of the builder is of an unknown form');
  });
});
