import type { Dialect } from '../dialects/index.js';
import type { OperatorMatch } from './operator.js';

/**
 * Pattern languages, with the escaping that makes every character of a needle stand for itself. LIKE has an escape
 * character. GLOB has none, but a class of one character does the same.
 */
const syntaxes = {
  '!': { any: '%', special: /[!%_]/g, escape: '!$&' },
  '\\': { any: '%', special: /[\\%_]/g, escape: '\\$&' },
  glob: { any: '*', special: /[*?[]/g, escape: '[$&]' },
} as const;

/** Returns the pattern that finds a text literally, in the language that the dialect uses for this kind of match. */
export function patternFor(needle: string, match: OperatorMatch, dialect: Dialect): string {
  const isGlob = match.caseSensitive && dialect.sensitivePattern === 'glob';
  const { any, special, escape } = syntaxes[isGlob ? 'glob' : dialect.likeEscape];
  const literal = needle.replace(special, escape);
  switch (match.anchor) {
    case 'anywhere':
      return any + literal + any;
    case 'start':
      return literal + any;
    case 'end':
      return any + literal;
  }
}
