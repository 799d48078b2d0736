import type { Moment } from '../../ast/index.js';
import type { WorkParts } from '../../cost.js';
import type { DeprecatedName, IssueCollector } from '../../issues/index.js';
import { type NamedFilters, nodesOf } from '../../parse/index.js';
import type { RequestTree, SentNames } from '../../wire/index.js';
import { checkCursorSort } from '../lists/page-styles.js';
import { namedConditions } from '../lists/named-conditions.js';
import { type ParsedRequest, type ReadableList, readParameters } from '../lists/parameters.js';
import type { Profile } from '../lists/profile.js';
import { type Requester, isQueryText, requestTree } from './request.js';
import type { RampReading } from '../options/on-ramp.js';
import type { Settings } from '../options/settings.js';

/** One reading of a request: by a profile, for one requester. */
export interface Reading {
  readonly profile: Profile;
  readonly requester: Requester;
  /** List of the request. */
  readonly list: ReadableList;
  /** The moment of its relative dates, and of the program's own beside it. Undefined where neither are read. */
  readonly moment: Moment | undefined;
}

/** A request in the form from which its parameters are read. */
interface Unread {
  readonly tree: RequestTree;
  /** True for a query string, whose values are texts. */
  readonly isText: boolean;
  readonly sent?: SentNames | undefined;
  readonly nullOfRelated?: RampReading['nullOfRelated'];
}

/** A request as it was understood. */
export interface ReadRequest {
  readonly parsed: ParsedRequest;
  /** The work that it asks for, as its budget counted it. */
  readonly work: WorkParts;
  /** The names of its parts that were sent by others. */
  readonly sent: SentNames | undefined;
  /** The deprecated names that it has used. */
  readonly used: readonly DeprecatedName[];
  /** True where it has named filters. */
  readonly isNamed: boolean;
}

/** Reads requests. After an issue, the result must not be used. */
export class RequestReader {
  /** @param expand reads what a named filter stands for; left out where that does not matter */
  constructor(
    private readonly settings: Settings,
    private readonly expand: NamedFilters['expand'] = namedConditions(settings),
  ) {}

  /** Reads a request of any form. */
  read(reading: Reading, input: unknown, issues: IssueCollector): ReadRequest {
    const { tree, sent } = requestTree(reading.profile, input, reading.requester.origin, issues);
    return this.readTree(reading, { tree, isText: isQueryText(input), sent }, issues);
  }

  /** Reads a request that is a tree already. */
  readTree(
    { profile, requester, list, moment: ofAll }: Reading,
    { tree, isText, sent, nullOfRelated }: Unread,
    issues: IssueCollector,
  ): ReadRequest {
    const { params, limits } = profile;
    const { compatibility: usual, operators } = this.settings;
    const compatibility = nullOfRelated === undefined ? usual : { ...usual, nullOfRelated };
    const { context } = requester;
    const named = { expand: this.expand, moment: ofAll, used: false };
    const moment = profile.relativeDates ? ofAll : undefined;
    const pageNames = sent?.hasBelow(params.pagination) === true ? profile.flat?.rules.pageNames : undefined;
    const options = { params, limits, compatibility, operators, context, moment, named, isText, pageNames };
    const { nodeOf, budget } = nodesOf(tree, options, issues);
    const parsed = readParameters(nodeOf, list);
    checkCursorSort(parsed, params, issues);
    return { parsed, work: budget.parts, sent, used: issues.deprecated, isNamed: named.used };
  }
}
