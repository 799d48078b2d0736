import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { cases } from '../../support/table.js';
import type { Guest } from './model.js';

type Builder = SelectQueryBuilder<ObjectLiteral>;

const builders: Readonly<Record<string, (builder: Builder) => Builder>> = {
  joined: (builder) => builder.leftJoinAndSelect('root.reviews', 'r').innerJoin('root.tags', 't'),
  conditioned: (builder) => builder.where('root.id < 3 OR root.id = 5'),
};

const guests: Readonly<Record<string, Guest>> = { guest: { city: 'Bergen' }, staff: { isStaff: true } };

/** A request for aggregates, and the JSON of its answer. */
export interface Question {
  readonly name: string;
  readonly about: 'Stall' | 'Van';
  readonly request: string;
  readonly guest: Guest | undefined;
  readonly prepare: (builder: Builder) => Builder;
  readonly verdict: string;
}

/** Requests about stalls, unless another entity is named first; `as` names a guest, and `by` a builder. */
export const questions: readonly Question[] = cases(`
  aggregates[price]=sum,avg,min,max,count,distinct -> {"price":{"sum":15.31,"avg":3.8275,"min":0.01,"max":10.1,"count":4,"distinct":4}}; postgres, mariadb: {"price":{"sum":"15.31","avg":"3.827500","min":"0.01","max":"10.10","count":4,"distinct":4}}  # decimals, whose average has six digits
  aggregates[pieces]=sum,avg,min,max,count,distinct -> {"pieces":{"sum":2147483646,"avg":536870911.5,"min":-7,"max":2147483647,"count":4,"distinct":3}}; postgres, mariadb: {"pieces":{"sum":"2147483646","avg":"536870911.500000","min":-7,"max":2147483647,"count":4,"distinct":3}}  # whole numbers, whose sum is of 64 bits
  aggregates=visits:sum -> {"visits":{"sum":"18455751272964292606"}}  # a sum beyond 64 bits, to the last digit
  aggregates=visits:avg&filters[id][$in][0]=1&filters[id][$in][1]=3 -> {"visits":{"avg":4616189618054758400}}; postgres, mariadb: {"visits":{"avg":"4616189618054758400.000000"}}  # an average of large numbers, to the last digit
  aggregates=visits:min,visits:max -> {"visits":{"min":-3,"max":"9223372036854775807"}}; postgres, mariadb: {"visits":{"min":"-3","max":"9223372036854775807"}}  # the ends of large numbers, to the last digit
  aggregates[rating]=sum,avg,min,max -> {"rating":{"sum":6,"avg":1.5,"min":-1.5,"max":4.5}}  # floats
  aggregates=founded:min,founded:max,founded:count,opens:min,opens:max,name:min,name:max,name:distinct -> {"founded":{"min":"1999-12-31","max":"2020-02-29","count":4},"opens":{"min":"07:15:00","max":"23:59:59"},"name":{"min":"Apple","max":"Eggs","distinct":5}}  # dates, times and texts
  aggregates=fee:sum,fee:min,fee:avg -> {"fee":{"sum":7.34,"min":0.01,"avg":1.835}}  # a column with a transformer, as the rows have it
  aggregates=isOpen:count,isOpen:distinct -> {"isOpen":{"count":4,"distinct":2}}  # truth
  aggregates[address.floor]=sum -> {"address.floor":{"sum":2}}; postgres, mariadb: {"address.floor":{"sum":"2"}}  # an embedded column
  aggregates=doc.width:sum,doc.width:avg,doc.width:max,doc.weight:sum -> {"doc.width":{"sum":12,"avg":4,"max":5},"doc.weight":{"sum":3.5}}  # paths of documents, whose numbers are numbers
  aggregates[countByHand]=sum,max,avg -> {"countByHand":{"sum":10,"max":5,"avg":2}}  # a virtual column
  aggregates=price:sum,price:avg,price:min,price:count,price:distinct,visits:sum,pieces:sum,doc.width:sum,fee:sum&filters[id]=99 -> {"price":{"sum":null,"avg":null,"min":null,"count":0,"distinct":0},"visits":{"sum":null},"pieces":{"sum":null},"doc.width":{"sum":null},"fee":{"sum":null}}  # of no rows
  aggregates=price:sum,price:avg,price:count,visits:avg&filters[id]=3 -> {"price":{"sum":null,"avg":null,"count":0},"visits":{"avg":9007199254740992}}; postgres, mariadb: {"price":{"sum":null,"avg":null,"count":0},"visits":{"avg":"9007199254740993.000000"}}  # of rows without a value
  aggregates=rating:sum&filters[reviews][stars][$gte]=3&filters[tags][name][$in][0]=red&filters[tags][name][$in][1]=blue -> {"rating":{"sum":7}}  # under the filters, each row once however many related rows match
  aggregates=rating:sum,name:distinct as guest -> {"rating":{"sum":-1},"name":{"distinct":2}}  # under the scope
  aggregates=rating:sum&filters[rating][$gt]=0 by joined -> {"rating":{"sum":7}}  # whatever the builder joins
  aggregates=rating:sum by conditioned -> {"rating":{"sum":5.5}}  # of the builder’s own conditions
  aggregates=cost:sum as staff -> {"cost":{"sum":24}}; postgres, mariadb: {"cost":{"sum":"24"}}  # a hidden field, for whom it is there
  Van aggregates=seats:sum,seats:count -> {"seats":{"sum":10,"count":3}}; postgres, mariadb: {"seats":{"sum":"10","count":3}}  # of the rows of one class of a shared table
`).map(([name, verdict]) => {
  const [, about = 'Stall', request = '', guest = '', builder = ''] =
    /^(?:([A-Z]\w+) )?(\S+)(?: as (\w+))?(?: by (\w+))?$/.exec(name) ?? [];
  const prepare = builders[builder] ?? ((same) => same);
  return { name, verdict, about: about as Question['about'], request, guest: guests[guest], prepare };
});
