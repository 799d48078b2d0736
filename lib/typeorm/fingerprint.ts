import type { EntityMetadata, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { numberOfObject, part } from '../caches/index.js';
import { dataSourceOf } from './builder.js';
import { showsDeleted } from './deleted-rows.js';
import { type ExpressionMap, isOwnClass, unknownPart, unusualState } from './state.js';

/*
 * Text that tells a builder from every other one with a different statement. Each part follows its length, so that two
 * different lists of parts never give one text.
 */

/** Text for a builder, or the reason why it has none. */
export type Fingerprint = { readonly text: string } | { readonly reason: string };

/**
 * Returns a function that gives a builder's text, or undefined without one. The text is made once, so the
 * builder must stay as it is.
 */
export function fingerprintOnce<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): () => string | undefined {
  let fingerprint: Fingerprint | undefined;
  return () => {
    fingerprint ??= fingerprintOf(builder);
    return 'text' in fingerprint ? fingerprint.text : undefined;
  };
}

/** Returns a text that two builders share only where TypeORM writes the same statement for both. */
export function fingerprintOf<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): Fingerprint {
  const map: ExpressionMap = builder.expressionMap;
  const unusual = unusualState(map) ?? unusualBuilder(builder);
  if (unusual !== undefined) return { reason: `the builder uses ${unusual}` };
  const plain = plainText(map);
  if (plain !== undefined) return { text: plain };
  const unknown = unknownPart(map);
  if (unknown !== undefined) return { reason: `the builder has ${unknown}, which is not known` };
  const wheres = conditionText(map.wheres);
  if (wheres === undefined) return { reason: 'a condition of the builder is of an unknown form' };
  const deleted = `${map.withDeleted ? 'd' : ''}${showsDeleted(builder) ? 'r' : ''}`;
  const head = `${deleted}${part(map.mainAlias?.name)}${part(map.options.join())}`;
  return { text: head + aliasesText(map) + selectsText(map) + joinsText(map) + ordersText(map) + wheres };
}

/**
 * Writes a builder that selects the rows of an entity, and nothing more. It returns undefined for any other, and for
 * one with a stand-in, whose main alias is not among its aliases. Most are plain, and a short key is hashed faster. No
 * other text begins with this letter.
 */
function plainText(map: ExpressionMap): string | undefined {
  const { mainAlias, aliases, selects } = map;
  const [select] = selects;
  if (mainAlias?.hasMetadata !== true || aliases.length !== 1 || aliases[0] !== mainAlias) return undefined;
  const { name, metadata, tablePath, subQuery } = mainAlias;
  if (subQuery !== undefined || (tablePath !== undefined && tablePath !== metadata.tablePath)) return undefined;
  if (select?.selection !== name || select.aliasName !== undefined || select.virtual === true || selects.length > 1) {
    return undefined;
  }
  if (map.withDeleted || map.options.length + map.joinAttributes.length + map.wheres.length > 0) return undefined;
  return Object.keys(map.orderBys).length > 0 ? undefined : plainTexts.of(metadata, name);
}

/**
 * Texts of builders that only select the rows of an entity. Each is the same string every time, so that
 * engines compare it by identity.
 */
class PlainTexts {
  private readonly texts = new WeakMap<EntityMetadata, Map<string, PlainText>>();

  of(metadata: EntityMetadata, alias: string): string {
    let ofEntity = this.texts.get(metadata);
    if (ofEntity === undefined) this.texts.set(metadata, (ofEntity = new Map<string, PlainText>()));
    const { tablePath } = metadata;
    const known = ofEntity.get(alias);
    if (known?.tablePath === tablePath) return known.text;
    const text = `p${entityText(metadata)}${part(alias)}`;
    if (ofEntity.size >= mostAliases) ofEntity.clear();
    ofEntity.set(alias, { tablePath, text });
    return text;
  }
}

/** Text of a builder, and its table's name at that time: some hosts change the name for each tenant. */
interface PlainText {
  readonly tablePath: string;
  readonly text: string;
}

/** Greatest number of aliases of one entity whose texts are kept. */
const mostAliases = 32;

const plainTexts = new PlainTexts();

/** Returns a feature that the builder keeps outside its state, or that the data source has for all builders. */
function unusualBuilder<E extends ObjectLiteral>(builder: SelectQueryBuilder<E>): string | undefined {
  if (isOwnClass(builder)) return 'a class of the host';
  if (Object.keys(builder['findOptions']).length > 0) return 'find options';
  const { cache } = dataSourceOf(builder).options;
  return typeof cache === 'object' && cache.alwaysEnabled === true ? 'a cache of every result' : undefined;
}

/**
 * Writes which entity a table has, and the table's name, which some hosts change for each tenant. The entity is a
 * number, because two entities may share a name, and a data source that is initialized again has new ones.
 */
export function entityText(metadata: EntityMetadata): string {
  return `#${numberOfObject(metadata)}${part(metadata.tablePath)}`;
}

function aliasesText({ aliases }: ExpressionMap): string {
  let text = '';
  for (const { type, name, tablePath, subQuery, hasMetadata, metadata } of aliases.map(aliasParts)) {
    text += `a${type}${part(name)}${part(tablePath)}${part(subQuery)}${hasMetadata ? entityText(metadata) : '-'}`;
  }
  return text;
}

type Alias = ExpressionMap['aliases'][number];

/** The getter `metadata` throws for an alias without one. */
function aliasParts(alias: Alias) {
  const { type, name, tablePath, subQuery } = alias;
  return alias.hasMetadata
    ? ({ type, name, tablePath, subQuery, hasMetadata: true, metadata: alias.metadata } as const)
    : ({ type, name, tablePath, subQuery, hasMetadata: false, metadata: undefined } as const);
}

function selectsText({ selects }: ExpressionMap): string {
  let text = '';
  for (const { selection, aliasName, virtual } of selects) {
    text += `s${virtual === true ? 'v' : ''}${part(selection)}${part(aliasName)}`;
  }
  return text;
}

function joinsText({ joinAttributes }: ExpressionMap): string {
  let text = '';
  for (const join of joinAttributes) {
    const { direction, entityOrProperty, condition, alias, relation } = join;
    // A class and a subquery are written with their alias.
    const along = typeof entityOrProperty === 'string' ? entityOrProperty : undefined;
    const junction = relation?.junctionEntityMetadata;
    text += `j${direction}${part(along)}${part(condition)}${part(alias.name)}${junction ? entityText(junction) : ''}`;
    text += mappingText(join);
  }
  return text;
}

/** Writes the property that a join fills instead of its relation, the kind of its value, and a subquery's entity. */
function mappingText({ mapToProperty, isMappingMany, mapAsEntity }: ExpressionMap['joinAttributes'][number]): string {
  if (mapToProperty === undefined && mapAsEntity === undefined) return '';
  const entity = typeof mapAsEntity === 'function' ? `#${numberOfObject(mapAsEntity)}` : part(mapAsEntity);
  return `m${part(mapToProperty)}${isMappingMany === true ? 'many' : 'one'}${entity}`;
}

function ordersText({ orderBys }: ExpressionMap): string {
  let text = '';
  for (const [name, order] of Object.entries(orderBys)) {
    text += `o${part(name)}${typeof order === 'string' ? order : `${order.order} ${order.nulls ?? ''}`};`;
  }
  return text;
}

/** Writes a condition in TypeORM's nested form, or returns undefined for an unknown form. */
function conditionText(condition: unknown): string | undefined {
  if (typeof condition === 'string') return part(condition);
  if (typeof condition !== 'object' || condition === null) return undefined;
  if (Array.isArray(condition)) return listText(condition);
  let text = '{';
  for (const [key, value] of Object.entries(condition)) {
    const inner = conditionKeys.has(key) ? conditionText(value) : undefined;
    if (inner === undefined) return undefined;
    text += `${key}=${inner}`;
  }
  return `${text}}`;
}

/** Members of a clause and a condition. All are texts or lists of clauses. */
const conditionKeys: ReadonlySet<string> = new Set(['type', 'condition', 'operator', 'parameters']);

function listText(conditions: readonly unknown[]): string | undefined {
  let text = '[';
  for (const condition of conditions) {
    const inner = conditionText(condition);
    if (inner === undefined) return undefined;
    text += inner;
  }
  return `${text}]`;
}
