import { refused } from '../canonical.js';
import type { ValueKind } from '../value-kind.js';

const expectation = 'has no values to compare with; only $null and $notNull can be asked';

/** Makes the kind of columns that take only `$null` and `$notNull`. No value is ever read, printed or bound. */
export function opaque(name: 'json' | 'opaque'): ValueKind {
  return {
    name,
    ordered: false,
    ranged: false,
    comparable: false,
    textual: false,
    storedAs: 'unknown',
    expects: () => expectation,
    read: () => refused(expectation),
    readNative: () => refused(expectation),
    print: unreachable,
    toProperty: unreachable,
    bind: unreachable,
    isStored: () => false,
    bindStored: (text) => text,
  };
}

function unreachable(): never {
  throw new TypeError('A column that cannot be compared was given a value');
}
