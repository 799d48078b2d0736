/**
 * A date-time in UTC as the clock of this process shows it: what node-postgres writes into a `timestamp`, and mysql2
 * into a
 * `datetime`. `2024-03-01 10:00:00.123456` keeps its fraction.
 */
export function local(utc: string): string {
  const [seconds = '', fraction] = utc.split('.');
  const moment = new Date(`${seconds.replace(' ', 'T')}Z`);
  const date = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()].map(twoDigits).join('-');
  const time = [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(twoDigits).join(':');
  return `${date} ${time}${fraction === undefined ? '' : `.${fraction}`}`;
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0');
}
