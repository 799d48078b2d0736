import { valueKinds } from '../../../lib/values/index.js';
import { leavesAll, readsAll, refusesAll } from './cases.js';

const kind = valueKinds.text;
const reason = 'must be text without NUL characters and unpaired surrogates';

describe('text', () => {
  readsAll(kind, [
    ['Oslo', 'Oslo', 'text is itself'],
    ['', '', 'the empty string is a value'],
    [' a ', ' a ', 'spaces are part of it'],
    ['100%_\\[!', '100%_\\[!', 'wildcards are text'],
    ['null', 'null', 'not NULL'],
    ['\u0001\n\t', '\u0001\n\t', 'control characters other than NUL'],
    ['🌷', '🌷', 'a surrogate pair is a character'],
    ['e\u0301', 'e\u0301', 'not normalized: é in two code points'],
    ['__proto__', '__proto__', 'only a text'],
  ]);

  refusesAll(kind, reason, [
    ['\0', 'NUL alone'],
    ['a\0b', 'NUL inside'],
    ['\ud83c', 'a high surrogate alone'],
    ['\udf37', 'a low surrogate alone'],
    ['a\ud83cb', 'a high surrogate before something else'],
    ['\udf37\ud83c', 'a pair the wrong way round'],
  ]);

  leavesAll(kind, reason, [1, 1n, true, new Date(0), null, undefined, {}, ['a']]);
});
