import type { Random } from './random.js';
import type { Pairs } from './requests.js';

/** Changes a request so that it is refused, in most cases: a name, an operator, a value, a key, or a parameter. */
export function mistaken(asked: Pairs, random: Random): Pairs {
  const place = random.below(asked.length);
  const [key, value] = asked[place] ?? ['filters[name]', ''];
  const changed = (pair: readonly [string, string]): Pairs => asked.map((one, index) => (index === place ? pair : one));
  return random.pick<() => Pairs>([
    () => changed([key.replace(/\[(\w)/, '[x$1'), value]),
    () => changed([key.replace(/\[\$(\w+)\]/, '[$$$1x]'), value]),
    () => changed([key, random.pick(['', 'x', '-1', '1.5', '2022-02-30', 'NaN', "'; --", '99999999999999999999'])]),
    () => changed([key.replace(/\]$/, ''), value]),
    () => changed([`${key}[$eq]`, value]),
    () => changed([`${key}[7]`, value]),
    () => [...asked, [key, value]],
    () => [...asked, ['filters[purchasePrice]', '1']],
    () => [...asked, ['filters[maker][bankAccount][$startsWith]', 'NO']],
    () => [...asked, ['sort', random.pick(['limited', 'purchasePrice', 'colors', 'nme', 'name:up'])]],
    () => [...asked, ['pagination[pageSize]', random.pick(['0', '101', 'all'])]],
    () => [...asked, [random.pick(['filter[name]', 'Filters[name]', 'filters.name', 'where', 'limit']), '1']],
  ])();
}
