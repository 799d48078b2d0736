import type { Facet } from 'nestjs-filterable';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { cases } from '../../support/table.js';
import { type Guest, tenant1 } from './model.js';

type Builder = SelectQueryBuilder<ObjectLiteral>;

/** Builders that a handler has worked on, by a word. */
const builders: Readonly<Record<string, (builder: Builder) => Builder>> = {
  withDeleted: (builder) => builder.withDeleted(),
  conditioned: (builder) => builder.where('root.id < 3 OR root.id = 5'),
  loaded: (builder) => builder.leftJoinAndSelect('root.reviews', 'r').where('root.id = 1'),
  reviewed: (builder) => builder.innerJoin('root.reviews', 'r'),
  fiveStars: (builder) => builder.innerJoin('root.reviews', 'r').where('r.stars = 5'),
  fiveStarsLoaded: (builder) => builder.innerJoinAndSelect('root.reviews', 'r').where('r.stars = 5'),
  distinct: (builder) => builder.innerJoin('root.reviews', 'r').distinct(true),
  firstByName: (builder) => builder.orderBy('root.name').take(1),
  marked: (builder) => builder.innerJoin('root.marks', 'm'),
  crossed: (builder) => builder.innerJoin('country', 'c', 'c.id > 0'),
};

const guests: Readonly<Record<string, Guest>> = { staff: { tenant: 1, isStaff: true }, tenant2: { tenant: 2 } };

/**
 * The facets that each request is answered with, as {@link textOf} writes them. A request is about places unless
 * another entity is named first; `as` names a guest, and `by` a builder.
 */
const tables = {
  'values of each kind': `
    facets=kitchen -> kitchen Thai:2, null:2, Oslo 100%:1, Sushi_Bar:1, thai:1; mariadb: kitchen Thai:3, null:2, Oslo 100%:1, Sushi_Bar:1  # texts, grouped as the collation of the column does, and NULL
    facets=rating,price -> rating 1.5..5 / price 8.1..55; postgres, mariadb: rating 1.5..5 / price "8.10".."55.00"  # the least and the greatest of floats and of decimals, which rows have as texts where the driver does
    facets=open -> open true:5, false:2  # booleans, of which only those that are there are listed
    facets=open&filters[rating][$gt]=4 -> open true:3  # booleans of one sort
    facets=level&filters[id][$ne]=2 -> level low:4, high:2  # members of an enum, of which only those that are there are listed
    facets=founded -> founded "2020-01-05":3, null:2, "1999-12-31":1, "2021-06-01":1  # dates
    facets=seen -> seen "2024-03-01T10:00:00.000Z":3, null:3, "2024-03-02T23:30:00.000Z":1  # date-times
    facets[code][limit]=2 -> code cccccccc-1111-4111-8111-cccccccccccc:3, bbbbbbbb-1111-4111-8111-bbbbbbbbbbbb:2 …  # uuids
    facets=phone -> phone "99":3, "1234":2, null:2  # what a transformer makes of the values
    facets=address.city -> address.city Oslo:3, Bergen:2, oslo:1, null:1; mariadb: address.city Oslo:4, Bergen:2, null:1  # an embedded column
    facets=reviewCount -> reviewCount 0:3, 1:2, 2:1, 3:1  # a virtual column
    facets=kitchen,rating,doc.weight,tags.name,reviews.at&filters[id]=100 -> kitchen - / rating null..null / doc.weight null..null / tags.name - / reviews.at null..null  # no rows: no values
    facets=rating,founded&filters[id]=4&filters[rating][$null]=true -> rating 5..5 / founded -  # no values among the rows
    facets=paid as staff -> paid 7:3, 5:2, 100:2  # a field that only staff may see
    facets=kitchen,price,tags.name as tenant2 -> kitchen Hidden:1 / price 1..1 / tags.name cozy:1; postgres, mariadb: kitchen Hidden:1 / price "1.00".."1.00" / tags.name cozy:1  # the rows of another tenant
    facets=open&pagination[page]=2&pagination[pageSize]=2&sort=id -> open true:5, false:2  # the whole list, whatever the page
    facets=open&pagination[after]=&pagination[pageSize]=2&sort=rating -> open true:5, false:2  # the whole list beside a page by cursor
    facets[level][limit]=1 -> level low:4 …  # the most frequent alone
    facets[level][limit]=3 -> level low:4, high:2, mid:1  # as many as there are
  `,
  'lists and documents': `
    facets=labels -> labels blue:4, Red:1, green:1, red:1  # a list by element, case included; an element twice in a row counts once
    facets=notes -> notes a b:2, x:2, "\\"q\\"":1, X:1, y:1  # a text that commas delimit, whatever the engine
    facets=sizes -> sizes 2:3, 3:2, 1:1, 9:1  # a list of numbers
    facets=doc.color -> doc.color null:4, red:2, Red:1  # a text in documents, which is NULL where there is none
    facets=doc.size.width -> doc.size.width null:5, 3:2  # a whole number in documents
    facets=doc.big -> doc.big null:4, 5:2, "9007199254740993":1  # a number beyond those of JavaScript, as text
    facets=doc.weight -> doc.weight 1.5..10  # the range of a decimal in documents
    facets=doc.on -> doc.on null:5, false:1, true:1  # a boolean in documents
    facets=doc.made -> doc.made null:5, "2023-12-31":1, "2024-01-01":1  # a date in documents
    facets=doc.words -> doc.words x:2, X:1, y:1  # a list of text in documents; elements of another type, and what is no list, are none
    facets=doc.counts -> doc.counts 1:1, 2:1  # a list of numbers in documents, likewise
    facets=chef.langs -> chef.langs th:4, no:2  # the list of a related row
    facets=labels,doc.words&filters[open]=false -> labels green:1 / doc.words X:1  # lists of the rows that are found
  `,
  'through relations': `
    facets=chef.name -> chef.name Kai:2, Lin:2  # a to-one relation: NULL, a missing row and a deleted one have no value
    facets=chef.stars -> chef.stars 1..3  # the range of a to-one relation
    facets=chef.name,chef.stars&filters[id][$lt]=8 by withDeleted -> chef.name Kai:2, Lin:2, Max:1 / chef.stars 1..9  # deleted related rows, where the builder includes them
    facets=kitchen&filters[id][$gt]=7 by withDeleted -> kitchen Gone:1  # deleted rows, where the builder includes them
    facets=chef.country.name -> chef.country.name Norway:2, Siam:2  # two relations
    facets=reviews.author -> reviews.author Ann:2, Bob:1, Cat:1 …  # a to-many relation: a row counts once for each value, however many related rows have it, in whatever spelling
    facets=reviews.stars -> reviews.stars 3:2, 1:1, 4:1, 5:1  # numbers of a to-many relation
    facets=reviews.at -> reviews.at "2023-05-05".."2024-02-04"  # the range of a to-many relation
    facets=tags.name -> tags.name Late:2, cozy:2, late:2; mariadb: tags.name Late:3, cozy:2  # a many-to-many relation, whose scope hides some of its rows
    Slot facets=marks.word,kind -> marks.word a:2, b:2 / kind open:2, shut:1  # a composite key on the way to many
    Mark facets=slot.kind -> slot.kind open:4, shut:1  # a composite key on the way to one
    Vehicle facets=maker -> maker Saab:3, Ran:1  # all rows of a hierarchy
    Car facets=maker,doors -> maker Saab:2 / doors 2:1, 4:1  # the rows of a child
  `,
  'a condition of its own': `
    facets=level&filters[level]=low -> level low:4, high:2, mid:1  # a choice leaves the alternatives
    facets=level&filters[level][$in][0]=low&filters[level][$in][1]=mid -> level low:4, high:2, mid:1  # several choices
    facets=level,open&filters[level]=high -> level low:4, high:2, mid:1 / open true:2  # another facet is narrowed
    facets=level,open&filters[level]=low&filters[open]=true -> level high:2, low:2, mid:1 / open false:2, true:2  # each by the conditions of the other
    facets=open&filters[open]=true&filters[rating][$gt]=4 -> open true:3  # one condition of several at the top
    facets=level&filters[$or][0][level]=low&filters[$or][1][level]=mid -> level low:4, high:2, mid:1  # $or about the same field
    facets=level&filters[$or][0][level]=mid&filters[$or][1][open]=false -> level low:2, mid:1  # $or about another field, too, holds
    facets=level&filters[$not][level]=low -> level low:4, high:2, mid:1  # $not about the same field
    facets=level&filters[$and][0][level]=low&filters[$and][1][open]=true -> level high:2, low:2, mid:1  # $and at the top is taken apart
    facets=level&filters[$and][0][$and][0][level]=low&filters[$and][0][$and][1][open]=true -> level high:2, low:2, mid:1  # $and within $and, likewise
    facets=rating&filters[rating][$gte]=4 -> rating 1.5..5  # a range
    facets=rating,chef.stars&filters[rating][$gte]=4&filters[chef][stars][$gte]=2 -> rating 2..4.5 / chef.stars 1..3  # two ranges, each narrowed by the other alone
    facets=address.city&filters[address][city]=Bergen&filters[open]=false -> address.city Bergen:1, Oslo:1  # an embedded column
    facets=doc.color,doc.size.width&filters[doc][color]=red -> doc.color null:4, red:2, Red:1 / doc.size.width 3:1, null:1  # a path of a document, but not its neighbour
    facets=labels,doc.words&filters[labels]=green -> labels blue:4, Red:1, green:1, red:1 / doc.words X:1  # a list
    facets=reviewCount&filters[reviewCount]=3 -> reviewCount 0:3, 1:2, 2:1, 3:1  # a virtual column
    facets=chef.name,open&filters[chef][name]=Lin -> chef.name Kai:2, Lin:2 / open false:1, true:1  # a relation
    facets=chef.country.name,chef.name&filters[chef][country][name]=Siam -> chef.country.name Norway:2, Siam:2 / chef.name Lin:2  # a relation of a relation
    facets=reviews.stars&filters[reviews][$none][stars]=3 -> reviews.stars 3:2, 1:1, 4:1, 5:1  # none of a to-many relation
    facets=reviews.stars&filters[reviews][$every][stars][$gte]=3 -> reviews.stars 3:2, 1:1, 4:1, 5:1  # every one of a to-many relation
    facets=reviews.stars&filters[reviews][stars]=5&filters[reviews][author]=Ann -> reviews.stars 1:1, 5:1  # a relation that is asked for more stays whole
    facets=chef.name&filters[chef][$exists]=false -> chef.name -  # whether there is a related row is more than its values
    facets=reviews.stars&filters[reviews][$count][$gte]=3 -> reviews.stars 1:1, 5:1  # how many there are, too
    facets=chef.name&filters[chef]=2 -> chef.name Lin:2  # a condition on the key of the related row is about another field
    facets=open&filters[open][$null]=true -> open true:5, false:2  # NULL of the own field
  `,
  'type-ahead': `
    facets[kitchen][search]=TH -> kitchen Thai:2, thai:1; mariadb: kitchen Thai:3  # a part of a value, in any case of letters
    facets[kitchen][search]=%25 -> kitchen Oslo 100%:1  # a percent sign is itself
    facets[kitchen][search]=_ -> kitchen Sushi_Bar:1  # an underscore is itself
    facets[kitchen][search]=%5C[ -> kitchen -  # a backslash and a bracket are themselves, and nowhere
    facets[kitchen][search]=zzz -> kitchen -  # nothing like it
    facets[tags.name][search]=O&facets[tags.name][limit]=1 -> tags.name cozy:2  # within the limit
    facets[address.city][search]=berg&facets[open]=true&filters[rating][$null]=false -> address.city Bergen:1 / open true:5, false:1  # it narrows the values and no other facet, no row and no count
    facets[labels][search]=RE -> labels Red:1, green:1, red:1  # elements of a list
    facets[notes][search]=%22 -> notes "\\"q\\"":1  # elements of a text that commas delimit
    facets[doc.words][search]=x -> doc.words x:2, X:1  # elements of a document
    facets[doc.color][search]=ed -> doc.color red:2, Red:1  # a path of a document
    facets[phone][search]=12%2034 -> phone "1234":2  # as a transformer stores the text
  `,
  'builders of the host': `
    facets=open by conditioned -> open true:2, false:1  # a condition of the host
    facets=open,price,tags.name by loaded -> open true:1 / price 12.5..12.5 / tags.name Late:1, cozy:1, late:1; postgres: open true:1 / price "12.50".."12.50" / tags.name Late:1, cozy:1, late:1; mariadb: open true:1 / price "12.50".."12.50" / tags.name Late:1, cozy:1  # a join to many that only loads
    facets=open by reviewed -> open true:3, false:1  # a join to many that decides
    facets=open,labels by fiveStars -> open true:1 / labels blue:1, red:1  # a join to many with a condition
    facets=reviews.stars by fiveStarsLoaded -> reviews.stars 1:1, 5:1  # a facet of the relation that is joined
    facets=doc.color,doc.weight,reviewCount by reviewed -> doc.color null:2, Red:1, red:1 / doc.weight 1.5..10 / reviewCount 1:2, 2:1, 3:1  # a document beside a join to many
    facets=labels,doc.counts,sizes by reviewed -> labels blue:2, Red:1, red:1 / doc.counts 1:1, 2:1 / sizes 2:2, 1:1  # a list beside a join to many
    facets=open by distinct -> open true:3, false:1  # DISTINCT
    facets=open by firstByName -> open true:5, false:2  # an order and a limit of the host, which are those of its rows
    Slot facets=kind,marks.word by marked -> kind open:2, shut:1 / marks.word a:2, b:2  # a composite key beside a join to many
    Car facets=maker by crossed -> maker Saab:2  # a child beside another table
  `,
};

/** A request for facets, and the text of its answer. */
export interface Question {
  readonly name: string;
  readonly about: 'Place' | 'Slot' | 'Mark' | 'Vehicle' | 'Car';
  readonly request: string;
  readonly guest: Guest;
  readonly prepare: (builder: Builder) => Builder;
  readonly verdict: string;
}

/** All questions, by the point that they are about. */
export const questions: readonly (readonly [area: string, questions: readonly Question[]])[] = Object.entries(
  tables,
).map(([area, text]) => [area, cases(text).map(([name, verdict]) => questionOf(name, verdict))]);

function questionOf(name: string, verdict: string): Question {
  const [, about = 'Place', request = '', guest = '', builder = ''] =
    /^(?:([A-Z]\w+) )?(\S+)(?: as (\w+))?(?: by (\w+))?$/.exec(name) ?? [];
  return {
    ...{ name, request, verdict, about: about as Question['about'] },
    guest: guests[guest] ?? tenant1,
    prepare: builders[builder] ?? ((same) => same),
  };
}

/**
 * Facets as text: each value with its count, in order, and `…` where there are more; or the ends of a range. Texts that
 * could be read as something else are quoted.
 */
export function textOf(facets: Readonly<Record<string, Facet | undefined>>): string {
  return Object.entries(facets)
    .map(([name, facet]) => `${name} ${facet === undefined ? '' : textOfFacet(facet)}`)
    .join(' / ');
}

function textOfFacet(facet: Facet): string {
  if (!('values' in facet)) return `${textOfValue(facet.min)}..${textOfValue(facet.max)}`;
  const values = facet.values.map(({ value, count }) => `${textOfValue(value)}:${count}`).join(', ');
  return `${values === '' ? '-' : values}${facet.hasMore ? ' …' : ''}`;
}

function textOfValue(value: unknown): string {
  const isPlain = typeof value === 'string' && /^[A-Za-z_][\w .%:-]*$/.test(value) && value !== 'null';
  return isPlain ? value : JSON.stringify(value);
}
