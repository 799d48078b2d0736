import type { FilterIssue } from '../../issues/index.js';
import { Location, readable } from '../../issues/index.js';

/** A place of the canonical request, and the client's name for it. */
interface SentName {
  /** The pointer of the place: `/filters/dept/id/$eq`. */
  readonly pointer: string;
  /** The name as it was sent: `deptId`. */
  readonly name: string;
  /** True where the members of a list were sent in brackets: `ids[0]`. */
  readonly indexed: boolean;
  /** The number of names in the shortest pointer that nothing but this name has asked for. */
  readonly from: number;
}

/**
 * The client's names for parts of a request that are read in canonical form: flat parameters, and what a
 * `source` function tells. Issues and links are written with them.
 */
export class SentNames {
  private readonly sent: SentName[] = [];

  /** Adds a name. */
  add(name: SentName): void {
    this.sent.push(name);
  }

  /** Returns the client's name for a place, or undefined where it sent none. */
  at(pointer: string): string | undefined {
    return this.sent.find((each) => each.pointer === pointer)?.name;
  }

  /** Returns true where the client has a name for a part of a parameter. */
  hasBelow(parameter: string): boolean {
    return this.sent.some(({ pointer }) => pointer.startsWith(`/${parameter}/`));
  }

  /** Returns an issue with the path, the pointer and the message that its sender knows. */
  rename<Issue extends FilterIssue>(issue: Issue): Issue {
    const place = this.placeOf(issue.pointer);
    if (place === undefined) return issue;
    const rest = issue.message.startsWith(issue.path) ? issue.message.slice(issue.path.length) : ` ${issue.message}`;
    return { ...issue, ...place, message: `${place.path}${rest}` };
  }

  /** Returns the place of a pointer: its own name's, or the place of the only name behind it. */
  private placeOf(pointer: string): Pick<FilterIssue, 'path' | 'pointer'> | undefined {
    const own = this.sent.find((each) => pointer === each.pointer || pointer.startsWith(`${each.pointer}/`));
    if (own !== undefined) return placeIn(own, pointer.slice(own.pointer.length));
    const depth = pointer.split('/').length - 1;
    const behind = this.sent.find((each) => depth >= each.from && each.pointer.startsWith(`${pointer}/`));
    return behind && placeIn(behind, '');
  }
}

/** Operators behind a name are not part of what was sent; the index of a list's member is. */
function placeIn({ name, indexed }: SentName, rest: string): Pick<FilterIssue, 'path' | 'pointer'> {
  const index = /^\/(\d+)/.exec(rest)?.[1];
  const path = readable(name);
  const { pointer } = Location.root(name);
  if (index === undefined) return { path, pointer };
  return { path: indexed ? `${path}[${index}]` : path, pointer: `${pointer}/${index}` };
}
