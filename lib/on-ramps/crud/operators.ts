/** An operator of @dataui/crud, written with this library's operators. */
export interface OperatorRow {
  readonly here: string;
  /** The operator on PostgreSQL, whose LIKE tells capital letters from small ones. */
  readonly onPostgres?: string;
  readonly takes: 'value' | 'list' | 'nothing';
  /** How the members of a list are joined, where this library has no operator for the list. */
  readonly joins?: 'any' | 'all';
}

const value = (here: string, onPostgres = here): OperatorRow => ({ here, onPostgres, takes: 'value' });
const list = (here: string): OperatorRow => ({ here, takes: 'list' });

/** Every operator of @dataui/crud. Those up to `$intersectsArr` may be written without the `$`, too. */
export const operators: Readonly<Record<string, OperatorRow>> = {
  $eq: value('$eq'),
  $ne: value('$ne'),
  $gt: value('$gt'),
  $lt: value('$lt'),
  $gte: value('$gte'),
  $lte: value('$lte'),
  $starts: value('$startsWith', '$startsWithc'),
  $ends: value('$endsWith', '$endsWithc'),
  $cont: value('$contains', '$containsc'),
  $excl: value('$notContains', '$notContainsc'),
  $in: list('$in'),
  $notin: list('$notIn'),
  $isnull: { here: '$null', takes: 'nothing' },
  $notnull: { here: '$notNull', takes: 'nothing' },
  $between: list('$between'),
  $contArr: list('$hasEvery'),
  $intersectsArr: list('$hasSome'),
  $eqL: value('$eqi'),
  $neL: value('$nei'),
  $startsL: value('$startsWithi'),
  $endsL: value('$endsWithi'),
  $contL: value('$containsi'),
  $exclL: value('$notContainsi'),
  $inL: { here: '$eqi', takes: 'list', joins: 'any' },
  $notinL: { here: '$nei', takes: 'list', joins: 'all' },
};

/** Returns an operator by its name, with or without the `$`, or undefined for what is none. */
export function operatorOf(name: string): OperatorRow | undefined {
  const full = name.startsWith('$') || name.endsWith('L') ? name : `$${name}`;
  return Object.hasOwn(operators, full) ? operators[full] : undefined;
}
