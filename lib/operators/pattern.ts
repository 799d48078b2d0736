import type { Dialect } from '../dialects/index.js';
import type { OperatorMatch } from './operator.js';

/**
 * The pattern languages, with the escaping that makes every character of a needle stand for itself. In LIKE the escape
 * character is `!`, because a backslash is one already in MySQL's string literals; GLOB has none, but a character class of
 * one character does the same.
 */
const syntaxes = {
  like: { any: '%', special: /[!%_]/g, escape: '!$&' },
  glob: { any: '*', special: /[*?[]/g, escape: '[$&]' },
} as const;

/** Returns the pattern that finds a text literally, in the language that the dialect uses for this kind of match. */
export function patternFor(needle: string, match: OperatorMatch, dialect: Dialect): string {
  const { any, special, escape } = syntaxes[match.caseSensitive ? dialect.sensitivePattern : 'like'];
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
