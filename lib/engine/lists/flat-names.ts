import { FilterConfigurationError, checkEach } from '../../configuration/index.js';
import { type ParameterNames, namesIn } from '../../wire/index.js';
import { flatOptionsOf, flatPageKeys, ruleOf } from '../options/flat.js';
import { type Overrides, ofHandler } from '../options/overrides.js';
import type { Settings } from '../options/settings.js';

/** The list that has the names, and through its overrides the other lists of its handler. */
interface NamedList {
  readonly overrides: Overrides;
  readonly self: Overrides;
  readonly settings: Settings;
  readonly params: ParameterNames;
  readonly subject: string;
}

/** Refuses names that are impossible in a query string, given twice, or read by something else. */
export function checkFlatNames(
  all: readonly { readonly name: string }[],
  { params, subject, overrides, self, settings }: NamedList,
): void {
  const taken = namesIn(params);
  const others = (overrides[ofHandler]?.().lists ?? []).filter((list) => list.overrides !== self);
  const theirs = new Set(others.flatMap((list) => flatNamesIn(list.overrides ?? {}, settings)));
  const seen = new Set<string>();
  checkEach(all, ({ name }) => {
    const fault = faultOf(name, { taken, theirs, seen });
    seen.add(name);
    if (fault !== undefined) throw new FilterConfigurationError(`${subject}: \`flat\` names ${name}, ${fault}`);
  });
}

interface Taken {
  readonly taken: readonly string[];
  readonly theirs: ReadonlySet<string>;
  readonly seen: ReadonlySet<string>;
}

function faultOf(name: string, { taken, theirs, seen }: Taken): string | undefined {
  if (!/^[A-Za-z_][\w-]*$/.test(name)) return 'which is no name; use letters, digits, _ and -';
  if (taken.includes(name)) return 'which is a parameter of the list itself; choose another name, or rename that one';
  if (seen.has(name)) return 'which stands there twice';
  return theirs.has(name) ? 'and so does another list of the handler; give one of them a prefix' : undefined;
}

/** Returns the flat names of a list, without a look at its entity. */
function flatNamesIn(overrides: Overrides, settings: Pick<Settings, 'flat'>): readonly string[] {
  const options = flatOptionsOf(overrides, settings) ?? {};
  const { sort } = options;
  const sorts = typeof sort === 'object' ? [sort.field, sort.direction ?? []].flat() : (sort ?? []);
  const filters = Object.entries(options.filters ?? {}).map(([name, rule]) => [name, ...(ruleOf(rule).formerly ?? [])]);
  const names = [flatPageKeys.map((key) => options[key] ?? []), sorts, filters].flat(3);
  return names.map((name) => `${overrides.prefix ?? ''}${name}`);
}
