/**
 * A single file of class-validator, which declares types only for its index. The index loads every decorator and the
 * data of libphonenumber: 60 ms of a program's start, for one decorator.
 */
declare module 'class-validator/cjs/decorator/common/Allow.js' {
  export { Allow } from 'class-validator';
}
