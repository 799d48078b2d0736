export { readPrepared } from './prepared-statements.js';
