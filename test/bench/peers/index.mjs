/** The peers, each as its documentation says, through the copy of TypeORM that stands beside them. */
import * as typeorm from 'typeorm';
import { crud } from './crud.mjs';
import { nestjsQuery } from './nestjs-query.mjs';
import { paginate } from './paginate.mjs';

export { typeorm };
export const peers = [paginate, nestjsQuery, crud];
