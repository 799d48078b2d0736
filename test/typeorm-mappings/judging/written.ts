import { type ObjectLiteral, SelectQueryBuilder } from 'typeorm';

const prototype: SelectQueryBuilder<ObjectLiteral> = SelectQueryBuilder.prototype;
const original = Reflect.get<typeof prototype, 'getParameters'>(prototype, 'getParameters');
let times = 0;

prototype.getParameters = function (this: SelectQueryBuilder<ObjectLiteral>) {
  times += 1;
  return original.call(this);
};

/** Tells how often a builder has been asked for its parameters, which whoever writes a statement does. */
export function timesWritten(): number {
  return times;
}
