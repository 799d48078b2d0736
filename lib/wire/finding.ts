/** Stands for what was refused and reported, so that its place is known and nothing else is said about it. */
export const broken = Symbol('broken');

export type Value = string | null;

/** The values of one list whose members are values: of `[$in][0]`, `[$in][1]`, or of `[$in][]` twice. */
export class FoundList {
  readonly members = new Map<number, Value>();
  highest = -1;
  broken = false;
  /** Something else than a value is at the same place too: `[$or][0]=x&[$or][1][title]=y`. */
  shared = false;

  constructor(readonly appended: boolean) {}
}

/** What was found at one key: a value, several of them for a key given several times, or a list. */
export type Finding = Value | Value[] | FoundList | typeof broken;
