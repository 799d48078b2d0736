import { ascending, idsOf, onEngines } from '../../support/engines.js';
import { cases, idsIn, verdictOn } from '../../support/table.js';
import { columnsModels } from './model.js';
import { seedColumns } from './rows.js';

/** The ids that each request finds, of products unless another entity is named before it. */
const questions = {
  'lists of text': `
    filters[tags][$has]=art -> 1 11
    filters[tags]=art -> 1 11
    filters[tags]=Art -> 8  # another case
    filters[tags]=%C3%A4rt -> 3  # an accent
    filters[tags]=art%20 -> 4  # a trailing space
    filters[tags]=ar -> -  # a part of an element
    filters[tags]=mart -> -  # the end of one
    filters[tags]=a_c -> 9  # an underscore
    filters[tags]=a%25 -> 16  # a percent sign
    filters[tags]=it's -> 12  # an apostrophe
    filters[tags]=%22 -> 12  # a quote
    filters[tags]={a -> 13  # a brace
    filters[tags]=NULL -> 14  # the word NULL
    filters[tags]=emoji%20%F0%9F%99%82 -> 16  # beyond the basic plane
    filters[tags][$has]= -> -  # the empty text
    filters[tags][$hasSome][0]=art&filters[tags][$hasSome][1]=old -> 1 11 15
    filters[tags][0]=art&filters[tags][1]=old -> 1 11 15  # a bare list
    filters[tags][$hasSome]=new -> 1 3 7 10 11  # $hasSome of one bare value
    filters[tags][$hasEvery][0]=new&filters[tags][$hasEvery][1]=art -> 1 11
    filters[tags][$hasEvery][0]=abc&filters[tags][$hasEvery][1]=abc -> 10  # $hasEvery of one value twice, which the list has twice
    filters[tags][$hasEvery][0]=old&filters[tags][$hasEvery][1]=old -> 11 15  # $hasEvery of one value twice, which the list has once
    filters[tags][$not][$has]=new -> 2 4 5 8 9 12 13 14 15 16  # $not under the list leaves NULL out
    filters[$not][tags]=new -> 2 4 5 8 9 12 13 14 15 16  # $not around the list leaves NULL out
    filters[tags][$not][$hasEvery][0]=new&filters[tags][$not][$hasEvery][1]=art -> 2 3 4 5 7 8 9 10 12 13 14 15 16  # $not of $hasEvery
    filters[$not][tags][$hasSome][0]=new&filters[$not][tags][$hasSome][1]=old -> 2 4 5 8 9 12 13 14 16  # $not of $hasSome
    filters[tags][$empty]=true -> 5
    filters[tags][$empty]=false -> 1 2 3 4 7 8 9 10 11 12 13 14 15 16  # $empty, not
    filters[tags][$not][$empty]=true -> 1 2 3 4 7 8 9 10 11 12 13 14 15 16  # $not of $empty
    filters[tags][$null]=true -> 6
    filters[tags][$notNull]=true&filters[tags][$has]=new -> 1 3 7 10 11  # $notNull beside $has
    filters[$and][0][tags]=art&filters[$and][1][tags]=old -> 11  # two elements by $and
    filters[$or][0][tags]=art&filters[$or][1][tags][$empty]=true&filters[$or][2][tags][$null]=true -> 1 5 6 11  # an element, or none at all, by $or
  `,
  'lists in text with commas': `
    Line filters[notes]=gift -> 1 5 10
    Line filters[notes]=Gift -> 4  # another case
    Line filters[notes][$has]= -> 9  # the empty text between others
    Line filters[notes][$hasEvery][0]=fast&filters[notes][$hasEvery][1]=red -> 11  # $hasEvery in another order
    Line filters[notes][$not][$has]=red -> 2 4 5 6 9 10
    Line filters[notes][$empty]=true -> 2
    Line filters[notes][$empty]=false -> 1 4 5 6 8 9 10 11  # $empty, not
    Line filters[notes][$null]=true -> 3 7
  `,
  'lists in JSON columns': `
    filters[sizes]=1 -> 1 2 4 15  # 1 is 1.0, and not "1"
    filters[sizes]=9007199254740993 -> 11  # a number that doubles do not have
    filters[sizes]=9007199254740992 -> 14  # its neighbour
    filters[sizes][$has]=9223372036854775807 -> 10  # the greatest bigint
    filters[sizes]=5 -> -  # a nested list is no number
    filters[sizes][0]=2&filters[sizes][1]=20 -> 1 2 15
    filters[sizes][$hasEvery][0]=2&filters[sizes][$hasEvery][1]=1 -> 1 15
    filters[sizes][$not][$has]=1 -> 3 5 9 10 11 12 14 16  # $not leaves out whatever is no list
    filters[$not][sizes][$hasSome][0]=2&filters[$not][sizes][$hasSome][1]=1 -> 3 5 9 10 11 12 14 16  # $not of $hasSome
    filters[sizes][$empty]=true -> 5
    filters[sizes][$empty]=false -> 1 2 3 4 9 10 11 12 14 15 16  # $empty counts null, and values of another type
    filters[sizes][$null]=true -> 6 7 8 13  # $null of what is no list
    filters[sizes][$notNull]=true -> 1 2 3 4 5 9 10 11 12 14 15 16
  `,
  'lists in documents': `
    filters[attributes][labels][$has]=art -> 1 11
    filters[attributes][labels]=smart -> 1
    filters[attributes][labels]=smart,party -> 2  # a comma is text
    filters[attributes][labels]=Art -> 15  # another case
    filters[attributes][labels]=ärt -> 3  # an accent
    filters[attributes][labels]=art%20 -> 4  # a trailing space
    filters[attributes][labels]=a_c -> 16  # an underscore
    filters[attributes][labels]=%F0%9F%99%82 -> 16  # beyond the basic plane
    filters[attributes][labels][$hasSome][0]=new&filters[attributes][labels][$hasSome][1]=old -> 9 11 15  # $hasSome beside null
    filters[attributes][labels][$hasEvery][0]=art&filters[attributes][labels][$hasEvery][1]=new -> 11
    filters[attributes][labels][$not][$has]=art -> 2 3 4 9 10 15 16
    filters[$not][attributes][labels]=art -> 2 3 4 9 10 15 16  # $not around the document
    filters[attributes][labels][$empty]=true -> 10
    filters[attributes][labels][$empty]=false -> 1 2 3 4 9 11 15 16  # $empty, not
    filters[attributes][labels][$null]=true -> 5 6 7 8 12 13 14
    filters[attributes][counts]=1 -> 1 2  # numbers in whole steps
    filters[attributes][counts][$has]=3 -> 10 15  # numbers beside fractions
    filters[attributes][counts][$not][$has]=3 -> 1 2 9  # $not of a number beside null, and no list
    filters[attributes][codes]=0b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d -> 1 2  # a uuid, in whatever case it is stored
    filters[attributes][codes][$hasSome]=0B1C2D3E-4F50-4A6B-8C7D-9E0F1A2B3C4D -> 1 2  # a uuid, in whatever case it is sent
    filters[extra][labels]=art -> 1 9  # a list in another column
    filters[extra][labels][$null]=false -> 1 2 9  # $null of a list in a column of text
  `,
  'text in documents': `
    filters[attributes][color]=red -> 1
    filters[attributes][color][$eq]=Red -> 2  # another case
    filters[attributes][color]=réd -> 3  # an accent
    filters[attributes][color]=red%20 -> 4  # a trailing space
    filters[attributes][color][$eq]= -> 14  # the empty text
    filters[attributes][color]=5 -> -  # a digit is not the number
    filters[attributes][color][$eqi]=RED -> 1 2
    filters[attributes][color][$ne]=red -> 2 3 4 10 11 14 15 16
    filters[attributes][color][$not][$eq]=red -> 2 3 4 10 11 14 15 16
    filters[attributes][color][$in][0]=red&filters[attributes][color][$in][1]=blue -> 1 10 11
    filters[attributes][color][0]=red&filters[attributes][color][1]=blue -> 1 10 11  # a bare list
    filters[attributes][color][$notIn][0]=red&filters[attributes][color][$notIn][1]=blue -> 2 3 4 14 15 16
    filters[attributes][color][$contains]=RE -> 1 2 4 15
    filters[attributes][color][$containsc]=re -> 1 4 15
    filters[attributes][color][$startsWith]=re -> 1 2 4
    filters[attributes][color][$endsWith]=%25 -> 16  # $endsWith of a wildcard
    filters[attributes][color][$notContains]=e -> 3 14 16
    filters[attributes][color][$between][0]=blue&filters[attributes][color][$between][1]=green -> 10 11 15
    filters[attributes][color][$null]=true -> 5 6 7 8 9 12 13  # $null of nothing, null, other types, and documents that are no object
    filters[attributes][color][$notNull]=true -> 1 2 3 4 10 11 14 15 16
    filters[attributes][ab]=odd -> 14  # keys with a dot and an apostrophe
    filters[attributes][ab][$null]=false -> 14 16  # what is not at these keys is NULL
  `,
  'numbers in documents': `
    filters[attributes][size][width]=3 -> 1 2  # 3 is 3.0
    filters[attributes][size][width][$gte]=4 -> 3 15 16
    filters[attributes][size][width][$gte]=10 -> 3 15  # $gte compares numbers, not text
    filters[attributes][size][width][$lt]=0 -> 4  # $lt of a negative
    filters[attributes][size][width][$between][0]=-3&filters[attributes][size][width][$between][1]=3 -> 1 2 4
    filters[attributes][size][width][$ne]=3 -> 3 4 15 16
    filters[attributes][size][width][$null]=true -> 5 6 7 8 9 10 11 12 13 14  # $null of a fraction, a number out of range, and a parent that is no object
    filters[attributes][size][height][$null]=false -> 1 2 4 15  # the range of a tinyint
    filters[attributes][size][height][$in][0]=127&filters[attributes][size][height][$in][1]=-128 -> 2 4  # the ends of a tinyint
    filters[attributes][weight]=1.50 -> 1 2  # 1.5 is 1.50
    filters[attributes][weight]=100 -> 11  # 100 is 1e2
    filters[attributes][weight][$eq]=0.1 -> 15  # 0.1
    filters[attributes][weight][$gt]=9.99 -> 10 11 16  # a decimal compares as a number, not as text
    filters[attributes][weight][$lt]=1.5 -> 3 4 15  # less than a decimal
    filters[attributes][weight]=99999999.99 -> 16  # a decimal of ten digits
    filters[attributes][weight][$notIn][0]=1.5&filters[attributes][weight][$notIn][1]=10.00 -> 3 4 11 15 16  # $notIn of decimals
    filters[attributes][ratio]=0.5 -> 1 2  # 0.5 is 5e-1
    filters[attributes][ratio][$gte]=1e3 -> 10  # a float by its exponent
    filters[attributes][ratio][$lt]=0 -> 15  # a negative float
    filters[attributes][big]=9007199254740993 -> 1  # a bigint that doubles do not have
    filters[attributes][big]=9007199254740992 -> 2  # the bigint beside it
    filters[attributes][big][$gt]=9007199254740992 -> 1 10  # greater than the bigint beside it
    filters[attributes][big]=9223372036854775807 -> 10  # the greatest bigint
    filters[attributes][big][$null]=true -> 3 4 5 6 7 8 9 11 12 13 14 16  # $null of a bigint out of range
  `,
  'booleans, dates and uuids in documents': `
    filters[attributes][on]=true -> 1 3 15  # true
    filters[attributes][on]=0 -> 2 14 16  # false
    filters[attributes][on][$null]=true -> 4 5 6 7 8 9 10 11 12 13  # neither: a text, a number, null
    filters[attributes][on][$ne]=true -> 2 14 16  # $ne of a boolean
    filters[attributes][made]=2024-01-05 -> 1 15  # a date
    filters[attributes][made][$gt]=2024-02-28 -> 2 4 16  # after a date, also what has the form of one
    filters[attributes][made][$between][0]=2023-12-31&filters[attributes][made][$between][1]=2024-01-31 -> 1 11 15  # between dates
    filters[attributes][made][$null]=true -> 3 5 6 7 8 9 10 12 13 14  # a number and another form are no dates
    filters[attributes][code]=0b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d -> 1 2  # a uuid
    filters[attributes][code][$eq]=0B1C2D3E-4F50-4A6B-8C7D-9E0F1A2B3C4D -> 1 2  # a uuid in upper case
    filters[attributes][code][$lt]=0B1C2D3F-4F50-4A6B-8C7D-9E0F1A2B3C4D -> 1 2  # less than a uuid in upper case
    filters[attributes][code][$null]=false -> 1 2  # any other text is no uuid
  `,
  'documents and groups': `
    filters[attributes][$null]=true -> 6 7  # $null of a document: NULL and JSON null
    filters[attributes][$notNull]=true -> 1 2 3 4 5 8 9 10 11 12 13 14 15 16  # $notNull of a document: lists and texts, too
    filters[attributes][$null]=false -> 1 2 3 4 5 8 9 10 11 12 13 14 15 16  # $null=false of a document
    filters[extra][$null]=true -> 3 4 5 6 7 10 11 12 13 14 15 16  # $null of a column with text that is no JSON
    filters[extra][$notNull]=true -> 1 2 8 9  # $notNull of a column with text that is no JSON
    filters[extra][color]=red -> 1 2  # a path in a column with text that is no JSON
    filters[extra][color][$ne]=red -> 9  # $ne in a column with text that is no JSON
    filters[extra][size][width]=1 -> 1 2  # a number in another column
    filters[attributes][color]=blue&filters[attributes][weight][$gte]=50 -> 11  # two paths of one document
    filters[attributes][color][$null]=true&filters[attributes][$null]=false -> 5 8 9 12 13  # a path and the document
    filters[attributes]={"color":{"$eq":"red"}} -> 1  # JSON text where the document stands
    filters[attributes][size]={"width":{"$in":["4","10"]}} -> 3 15 16  # JSON text where an object in the document stands
    filters={"attributes":{"size":{"width":{"$gte":4}},"on":true}} -> 3 15  # JSON text of all filters
    filters[$or][0][attributes][color]=blue&filters[$or][1][attributes][on]=false -> 2 10 11 14 16  # $or of paths
    filters[$or][attributes][size][width]=3&filters[$or][tags]=new -> 1 2 3 7 10 11  # $or as an object, of a path and a list
    filters[$not][attributes][color]=blue&filters[$not][attributes][weight]=10 -> 1 2 3 4 11 14 15 16  # $not around two paths
    filters[$or][0][$not][$and][0][attributes][on]=true&filters[$or][0][$not][$and][1][attributes][weight][$lt]=1&filters[$or][1][tags][$null]=true -> 1 2 3 6 10 11 14 16  # $and inside $not inside $or
  `,
  'virtual columns': `
    filters[lineCount]=0 -> 5 6 7 9 10 11 12 13 14 16  # an integer
    filters[lineCount][$gte]=2 -> 1 3 8
    filters[lineCount][$in][0]=1&filters[lineCount][$in][1]=3 -> 1 2 4 15
    filters[lineCount][$notBetween][0]=1&filters[lineCount][$notBetween][1]=2 -> 1 5 6 7 9 10 11 12 13 14 16
    filters[lineCount][$notNull]=true -> 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16  # $notNull of what never is NULL
    filters[lineCount][$not][$lt]=2 -> 1 3 8
    filters[lineCount][$gte]=1&filters[lineCount][$lte]=2 -> 2 3 4 8 15  # twice in one request
    filters[total]=15 -> 1  # a decimal
    filters[total]=20.000 -> 2 15  # a decimal with zeros
    filters[total][$gte]=100.00 -> 8  # $gte of a decimal compares numbers
    filters[total][$ne]=20 -> 1 3 4 8  # $ne of a decimal leaves NULL out
    filters[total][$notBetween][0]=10.5&filters[total][$notBetween][1]=20 -> 3 8  # $notBetween of decimals
    filters[total][$null]=true -> 5 6 7 9 10 11 12 13 14 16  # $null of a sum
    filters[lastSold]=2024-03-01 -> 1 15  # a day
    filters[lastSold][$lte]=2024-02-29 -> 2 8  # up to a day
    filters[lastSold][$gt]=2024-03-01 -> 3  # after a day
    filters[lastSold][$lt]=2024-03-01T01:00:00%2B01:00 -> 2 8  # before a moment
    filters[lastSold]=2024-02-29T23:59:59Z -> 2  # a moment
    filters[lastSold][$in][0]=2024-02-29&filters[lastSold][$in][1]=2024-01-01 -> 2 8  # days
    filters[$not][lastSold]=2024-03-01 -> 2 3 8  # not a day leaves NULL out
    filters[$or][0][lineCount]=3&filters[$or][1][tags]=old&filters[$or][2][attributes][on]=false -> 1 2 11 14 15 16  # beside a list and a path, in $or
    Line filters[twice][$gte]=8 -> 5 8 11  # of one row alone
  `,
  'behind to-many relations': `
    filters[lines][notes]=gift -> 1 3  # a list behind a to-many relation
    filters[lines][detail][color]=red -> 1 8  # a path behind it
    filters[lines][twice][$gte]=8 -> 3 8 15  # a virtual column behind it
    filters[lines][notes]=fast&filters[lines][detail][color]=green -> 15  # one row: a list and a path
    filters[lines][notes]=red&filters[lines][detail][gift]=true&filters[lines][twice]=2 -> 1  # one row: a list, a path and a virtual column
    filters[lines][notes]=gift&filters[lines][detail][color]=blue -> -  # one row: no line is both
    filters[$and][0][lines][notes]=gift&filters[$and][1][lines][detail][color]=blue -> 1  # different rows
    filters[lines][$or][0][detail][labels]=art&filters[lines][$or][1][notes][$empty]=true -> 1 8 15  # $or inside one row
    filters[lines][$not][notes]=gift -> 1 2 3 8 15  # $not inside one row leaves NULL out
    filters[lines][$none][notes]=red -> 2 3 4 5 6 7 9 10 11 12 13 14 16
    filters[lines][$every][notes]=fast -> 3 5 6 7 9 10 11 12 13 14 15 16
    filters[lines][$every][detail][labels][$null]=false&filters[lines][$exists]=true -> 2 8 15  # $every of a path that is NULL in some
    filters[lines][$count][$eq]=2&filters[lines][$count][$where][notes][$empty]=false -> 3 8  # $count with $where over a list
    filters[lines][$count][$gte]=1&filters[lines][$count][$where][detail][labels]=art -> 1 8 15  # $count with $where over a list of a document
    filters[lines][$count][$eq]=2&filters[lines][$count][$where][twice][$lte]=4 -> 1  # $count with $where over a virtual column
    filters[$not][lines][detail][gift]=true -> 2 3 4 5 6 7 9 10 11 12 13 14 15 16  # $not around a relation
  `,
  'behind to-one relations': `
    filters[maker][langs]=de -> 1 2 3 4 8 9  # a list behind a to-one relation
    filters[maker][profile][country]=Norway -> 1 2 8  # a path behind it
    filters[maker][profile][staff]=10 -> 1 2 3 4 8 9  # a number in a document behind it
    filters[maker][profile][since][$lte]=1990-12-31 -> 1 2 8  # a date in a document behind it
    filters[maker][productCount][$gte]=3 -> 1 2 3 4 5 7 8 9 12  # a virtual column behind it
    filters[maker][langs][$empty]=true -> 5 7 12  # an empty list behind it
    filters[maker][langs][$null]=true -> 10 11  # a NULL list behind it is a related row
    filters[maker][profile][staff][$null]=true -> 5 7 10 11 12  # a NULL path behind it is a related row
    filters[$not][maker][langs]=de -> 5 6 7 10 11 12 13 14 15 16  # $not around it is never unknown
    filters[maker][$not][langs]=de -> 5 7 12 15  # $not inside it leaves NULL out
    filters[$or][0][maker][langs]=En&filters[$or][1][tags]=old -> 11 15  # $or across here and there
    Line filters[product][tags]=new -> 1 2 3 5 6  # a product of a line, by its list
    Line filters[product][attributes][size][width]=3 -> 1 2 3 4  # a product of a line, by its path
    Line filters[product][lineCount]=1 -> 4 7 11  # a product of a line, by its virtual column
    Line filters[product][lastSold]=2024-03-01 -> 1 2 3 11  # a product of a line, by a virtual day
    Line filters[product][attributes][weight][$null]=true -> 8 9  # a product of a line, by a NULL path
    Line filters[product][maker][langs]=de -> 1 2 3 4 5 6 7 8 9  # two to-one relations to a list
  `,
  'behind many-to-many relations': `
    filters[categories][words]=new -> 1 2 3 8 11 14  # a list behind a many-to-many relation
    filters[categories][info][rank]=2 -> 1 3 8 11  # a path behind it
    filters[categories][size][$gt]=4 -> 3 5 8 15 16  # a virtual column behind it
    filters[categories][words][$empty]=true&filters[categories][size]=5 -> 3 5 8 15 16  # one row: a list and a virtual column
    filters[categories][words][$hasEvery][0]=new&filters[categories][words][$hasEvery][1]=top&filters[categories][info][rank]=2 -> -  # one row: a list and a path
    filters[$and][0][categories][words]=top&filters[$and][1][categories][info][rank]=2 -> 1 8  # different rows
    filters[categories][$none][words]=new -> 4 5 6 7 9 10 12 13 15 16  # $none of a list
    filters[categories][$every][info][rank][$notNull]=true -> 1 2 4 6 7 9 10 11 12 13 14  # $every of a path
    filters[categories][$count][$eq]=1&filters[categories][$count][$where][info][rank][$null]=true -> 3 5 8 15 16  # $count with $where over a NULL path
    Category filters[products][sizes]=300 -> 3  # the other way: a list
    Category filters[products][attributes][labels]=art -> 1 2  # the other way: a list of a document
    Category filters[products][total][$gte]=30 -> 1 2 3  # the other way: a virtual column
    Maker filters[products][tags]=new -> 1 2 3 4  # to-many, by a list
    Maker filters[products][$every][lineCount][$gte]=1 -> 1 5 6  # to-many, $every of a virtual column
    Maker filters[products][lines][notes]=red -> 1 5  # two to-many relations to a list
    Maker filters[langs][$hasSome]=en&filters[products][attributes][on]=false -> 1  # to-many, a list of the row and a path of the related
  `,
  'sorts by paths': `
    filters[id][$in][0]=1&filters[id][$in][1]=5&filters[id][$in][2]=6&filters[id][$in][3]=9&filters[id][$in][4]=10&filters[id][$in][5]=11&filters[id][$in][6]=15&sort=attributes.color:nullsLast,id -> 10 11 15 1 5 6 9  # a text
    filters[id][$in][0]=1&filters[id][$in][1]=5&filters[id][$in][2]=6&filters[id][$in][3]=9&filters[id][$in][4]=10&filters[id][$in][5]=11&filters[id][$in][6]=15&sort=attributes.color:desc:nullsFirst,id -> 5 6 9 1 15 10 11  # a text, downwards
    sort=attributes.size.width:desc:nullsLast,id -> 3 15 16 1 2 4 5 6 7 8 9 10 11 12 13 14  # a whole number
    sort[attributes][size][width]=desc:nullsLast&sort[id]=asc -> 3 15 16 1 2 4 5 6 7 8 9 10 11 12 13 14  # a whole number, in an object
    sort=attributes.weight:nullsFirst,id -> 5 6 7 8 9 12 13 14 4 15 3 1 2 10 11 16  # a decimal
    sort=attributes.ratio:nullsLast,id -> 15 1 2 10 3 4 5 6 7 8 9 11 12 13 14 16  # a float
    sort=attributes.big:desc:nullsLast,id -> 10 1 2 15 3 4 5 6 7 8 9 11 12 13 14 16  # a bigint
    sort=attributes.on:nullsLast,id -> 2 14 16 1 3 15 4 5 6 7 8 9 10 11 12 13  # a boolean
    sort=attributes.made:desc:nullsLast,id -> 4 16 2 1 15 11 3 5 6 7 8 9 10 12 13 14  # a date
    sort=attributes.code:nullsLast,id:desc -> 2 1 16 15 14 13 12 11 10 9 8 7 6 5 4 3  # a uuid
    sort=attributes.ab:nullsLast,id -> 16 14 1 2 3 4 5 6 7 8 9 10 11 12 13 15  # a path by its alias
    sort=attributes.size.width,id -> 5 6 7 8 9 10 11 12 13 14 4 1 2 16 3 15; postgres: 4 1 2 16 3 15 5 6 7 8 9 10 11 12 13 14  # NULL where the engine puts it
  `,
  sorts: `
    sort=lineCount:desc,id -> 1 3 8 2 4 15 5 6 7 9 10 11 12 13 14 16  # a virtual integer
    sort=total:desc:nullsLast,id -> 8 3 2 15 1 4 5 6 7 9 10 11 12 13 14 16  # a virtual decimal
    sort=lastSold:nullsFirst,id:desc -> 16 14 13 12 11 10 9 7 6 5 4 8 2 15 1 3  # a virtual moment
    sort=lineCount:desc,attributes.weight:nullsLast,id -> 1 3 8 4 15 2 10 11 16 5 6 7 9 12 13 14  # a path after a virtual column
    sort=attributes.on:nullsLast,total:desc:nullsLast,id -> 2 14 16 3 15 1 8 4 5 6 7 9 10 11 12 13  # a virtual column after a path
    sort=maker.productCount:desc:nullsLast,id -> 1 2 3 4 5 7 8 9 12 10 11 15 6 13 14 16  # behind to-one: a virtual column
    sort=maker.profile.staff:nullsLast,id -> 15 1 2 3 4 8 9 5 6 7 10 11 12 13 14 16  # behind to-one: a path
    sort=lines.detail.color:nullsLast,id -> 1 8 15 2 3 4 5 6 7 9 10 11 12 13 14 16  # behind to-many: the least of a path
    sort=lines.detail.color:desc:nullsLast,id:desc -> 8 1 15 16 14 13 12 11 10 9 7 6 5 4 3 2  # behind to-many: the greatest of a path
    sort=lines.detail.gift:desc:nullsLast,id -> 1 8 15 2 3 4 5 6 7 9 10 11 12 13 14 16  # behind to-many: the greatest of a boolean
    sort=lines.twice:desc:nullsLast,id -> 8 3 15 1 2 4 5 6 7 9 10 11 12 13 14 16  # behind to-many: the greatest of a virtual column
    sort=categories.size:desc:nullsLast,id -> 3 5 8 15 16 1 2 11 14 4 6 7 9 10 12 13  # behind many-to-many: the greatest of a virtual column
    sort=categories.info.rank:nullsLast,id -> 1 2 8 14 3 11 4 5 6 7 9 10 12 13 15 16  # behind many-to-many: the least of a path
    Maker sort=products.lineCount:desc:nullsLast,id -> 1 2 5 3 4 6  # makers by the greatest of a virtual column
    Maker sort=products.attributes.weight:nullsLast,id -> 2 5 1 4 3 6  # makers by the least of a path
    Line sort=product.total:desc:nullsLast,id -> 8 9 5 6 4 11 1 2 3 7 10  # lines by a virtual column of their product
    Line sort=product.attributes.size.width:nullsLast,id -> 7 1 2 3 4 5 6 11 8 9 10  # lines by a path of their product
    Maker sort=products.attributes.weight:desc:nullsLast,id -> 4 1 2 5 3 6  # makers by the greatest of a path
    Maker sort=products.attributes.color:nullsLast,id -> 1 4 5 2 3 6  # makers by the least text of a path
  `,
};

onEngines(
  'lists, documents and virtual columns',
  {
    entities: (engine) => columnsModels[engine].entities,
    seed: seedColumns,
    // Limits that no question meets.
    options: { limits: { unanchoredNeedles: 16, relationConditions: 32 } },
  },
  (world) => {
    const model = columnsModels[world.engine];

    describe.each(Object.entries(questions))('%s', (_, text) => {
      it.each(cases(text))('%s -> %s', async (question, verdict) => {
        const [, about = 'Product', request = ''] = /^(?:(Line|Maker|Category) )?(.*)$/.exec(question) ?? [];
        const entity: new () => object = model[about as 'Product'];
        const { filters } = world;
        const find = async (text: string) => {
          const ids = idsOf(await filters.apply(world.builder(entity), filters.parse(entity, text)).getMany());
          return request.includes('sort') ? ids : ascending(ids);
        };
        const expected = idsIn(verdictOn(world.engine, verdict));

        expect(await find(request)).toEqual(expected);
        expect(await filters.count(world.builder(entity), filters.parse(entity, request))).toBe(expected.length);
        // The canonical form of a request is the same request.
        expect(await find(filters.parse(entity, request).toString())).toEqual(expected);
      });
    });
  },
);
