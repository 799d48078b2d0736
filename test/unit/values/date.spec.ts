import { valueKinds } from '../../../lib/values/index.js';
import { leavesAll, readsAll, refusesAll, takesAll } from './cases.js';
import { noDates } from './no-dates.js';

const kind = valueKinds.date;
const reason = 'must be a calendar date such as 2024-02-29';

describe('date', () => {
  readsAll(kind, [
    ['2024-03-01', '2024-03-01', 'a date'],
    ['2024-02-29', '2024-02-29', 'a leap day'],
    ['2000-02-29', '2000-02-29', 'a leap day of a century'],
    ['0001-01-01', '0001-01-01', 'the first'],
    ['0099-12-31', '0099-12-31', 'not 1999'],
    ['9999-12-31', '9999-12-31', 'the last'],
  ]);
  refusesAll(kind, reason, [...noDates, ['2024-03-01T10:00:00Z', 'a date-time'], ['2024-03-01Z', 'a zone']]);
  leavesAll(kind, reason, [0, 1709251200000, 1n, true, null, undefined, {}, new Date(NaN), new Date(8.64e15)]);

  describe('of a Date, in the configured zone', () => {
    const late = new Date('2024-03-01T23:30:00Z');
    takesAll(kind, [[late, '2024-03-01']], { zone: 'UTC' });
    takesAll(kind, [[late, '2024-03-02']], { zone: 'Europe/Oslo' });
    takesAll(kind, [[late, '2024-03-02']], { zone: 'Asia/Kathmandu' });
    takesAll(kind, [[late, '2024-03-01']], { zone: 'America/Sao_Paulo' });
    takesAll(kind, [[new Date('9999-12-31T23:30:00Z'), '9999-12-31']], { zone: 'UTC' });
    leavesAll(kind, reason, [new Date('9999-12-31T23:30:00Z')], { zone: 'Europe/Oslo' });
    leavesAll(kind, reason, [new Date('0000-12-31T23:30:00Z')], { zone: 'UTC' });
  });
});
