import type { IssueCollector } from '../issues.js';
import { nodesOf } from '../parse/index.js';
import type { RequestTree } from '../wire/index.js';
import { checkCursorSort } from './page-styles.js';
import { type ParsedRequest, type ReadableList, readParameters } from './parameters.js';
import type { Profile } from './profile.js';
import { type Requester, isQueryText, requestTree } from './request.js';
import type { Settings } from './settings.js';

/** One reading of a request: by a profile, for one requester. */
export interface Reading {
  readonly profile: Profile;
  readonly requester: Requester;
  /** The list that the request is about. */
  readonly list: ReadableList;
}

/** A request in the form that its parameters are read from. */
interface Unread {
  readonly tree: RequestTree;
  /** True where the request is a query string, whose values are texts. */
  readonly isText: boolean;
}

/** Reads requests. The result means nothing where issues were reported. */
export class RequestReader {
  constructor(private readonly settings: Settings) {}

  /** Reads a request of any form. */
  read(reading: Reading, input: unknown, issues: IssueCollector): ParsedRequest {
    const tree = requestTree(reading.profile, input, reading.requester.origin, issues);
    return this.readTree(reading, { tree, isText: isQueryText(input) }, issues);
  }

  /** Reads a request that is a tree already. */
  readTree({ profile, requester, list }: Reading, { tree, isText }: Unread, issues: IssueCollector): ParsedRequest {
    const { params, limits } = profile;
    const { compatibility, operators } = this.settings;
    const options = { params, limits, compatibility, operators, context: requester.context, isText };
    const request = readParameters(nodesOf(tree, options, issues), list);
    checkCursorSort(request, params, issues);
    return request;
  }
}
