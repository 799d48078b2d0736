import { accepted, asText, refused } from '../canonical.js';
import { fractionText } from '../calendar/instant.js';
import { isStoredTime } from '../calendar/stored-calendar.js';
import type { ValueKind } from '../value-kind.js';

const expectation = 'must be a time of day such as 09:30, 09:30:15 or 09:30:15.123456';

const form = /^((?:[01][0-9]|2[0-3]):[0-5][0-9])(:[0-5][0-9])?(?:\.([0-9]{1,6}))?$/;

/** A time of day. Its canonical form has seconds, and a fraction of three or six digits, if any: `09:30:00`. */
export const time: ValueKind = {
  ...asText,
  name: 'time',
  ordered: true,
  ranged: true,
  comparable: true,
  textual: false,
  storedAs: 'time',
  expects: () => expectation,
  read,
  readNative: () => refused(expectation),
  isStored: (text, { dialect }) => isStoredTime(text, dialect),
};

function read(text: string) {
  const [, minutes, seconds, fraction = ''] = form.exec(text) ?? [];
  if (minutes === undefined || (seconds === undefined && fraction !== '')) return refused(expectation);
  return accepted(`${minutes}${seconds ?? ':00'}${fractionText(fraction)}`);
}
