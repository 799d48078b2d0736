import type { Dialect } from '../dialects/index.js';
import type { OperatorMatch } from './operator.js';

/**
 * How a needle becomes a pattern in which every character stands for itself. `!` is the escape character because a
 * backslash is one already in MySQL's string literals; GLOB has none, but a character class of one does the same.
 */
const syntaxes = {
  like: { any: '%', special: /[!%_]/g, escape: '!$&' },
  glob: { any: '*', special: /[*?[]/g, escape: '[$&]' },
} as const;

/** The pattern that finds a text literally, in the syntax that the dialect takes for this match. */
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
