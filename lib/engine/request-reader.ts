import { twin } from '../caches/index.js';
import type { WorkParts } from '../cost.js';
import { IssueCollector } from '../issues.js';
import { type OperandLog, nodesOf } from '../parse/index.js';
import { type FoundShape, KnownShape, KnownShapes } from '../shapes/index.js';
import { type RequestTree, type TextShape, isWithinShapes, queryIn, shapeOf } from '../wire/index.js';
import { checkCursorSort } from './page-styles.js';
import { type ParsedRequest, type ReadableList, readParameters } from './parameters.js';
import type { Profile } from './profile.js';
import { type Requester, isQueryText, queryTextOf, requestTree } from './request.js';
import type { Settings } from './settings.js';

/** One reading of a request: by a profile, for one requester. */
export interface Reading {
  readonly profile: Profile;
  readonly requester: Requester;
  /** The list that the request is about. */
  readonly list: ReadableList;
}

/** A request in the form in which it was sent. */
interface Whole {
  readonly input: unknown;
  /** Receives the operands, where the shape of the request is to be learned. */
  readonly operands?: OperandLog | undefined;
}

/** A request in the form that its parameters are read from. */
interface Unread extends Pick<Whole, 'operands'> {
  readonly tree: RequestTree;
  /** True where the request is a query string, whose values are texts. */
  readonly isText: boolean;
  /** The work of the parts that a shape has. */
  readonly spent?: WorkParts | undefined;
}

/** Reads requests. Of a query string whose shape was read before, it reads the values alone. */
export class RequestReader {
  /** The shapes of each profile, whose view decides what they mean. */
  private readonly known = new WeakMap<Profile, KnownShapes>();

  constructor(private readonly settings: Settings) {}

  /** Reads a request of any form. The result means nothing where issues were reported. */
  read(reading: Reading, input: unknown, issues: IssueCollector): ParsedRequest {
    const text = this.textWithShape(reading, input);
    if (text === undefined) return this.readWhole(reading, { input }, issues);
    const { profile } = reading;
    const shapes = this.shapesOf(profile);
    const recent = isWithinShapes(text, profile.limits) ? shapes.findRecent(text) : undefined;
    if (recent !== undefined)
      return this.readKnown(reading, recent, input) ?? this.readWhole(reading, { input }, issues);
    const shape = shapeOf(text, profile);
    const known = shape && shapes.find(shape);
    if (shape === undefined || known === undefined) return this.readWhole(reading, { input }, issues);
    if (known === 'learn') return this.readToLearn(reading, { input, shape }, issues);
    return this.readKnown(reading, known, input) ?? this.readWhole(reading, { input }, issues);
  }

  /** Reads a request of which the shape is to be known from now on. */
  private readToLearn(
    reading: Reading,
    { input, shape }: { readonly input: unknown; readonly shape: TextShape },
    issues: IssueCollector,
  ): ParsedRequest {
    const operands: OperandLog = new Map();
    const request = this.readWhole(reading, { input, operands }, issues);
    const { work } = request;
    if (issues.count > 0 || work === undefined) return request;
    const { profile } = reading;
    this.shapesOf(profile).keep(shape, KnownShape.of({ ...request, work, shape, params: profile.params, operands }));
    return request;
  }

  /** Reads every part of a request. */
  private readWhole(reading: Reading, { input, operands }: Whole, issues: IssueCollector): ParsedRequest {
    const tree = requestTree(reading.profile, input, reading.requester.origin, issues);
    return this.readTree(reading, { tree, isText: isQueryText(input), operands }, issues);
  }

  /** Reads a request that is a tree already. */
  readTree({ profile, requester, list }: Reading, unread: Unread, issues: IssueCollector): ParsedRequest {
    const { params, limits } = profile;
    const { compatibility, operators } = this.settings;
    const { isText, operands, spent } = unread;
    const options = { params, limits, compatibility, operators, context: requester.context, isText, operands, spent };
    const request = readParameters(nodesOf(unread.tree, options, issues), list);
    checkCursorSort(request, params, issues);
    return request;
  }

  private readKnown(reading: Reading, found: FoundShape, input: unknown): ParsedRequest | undefined {
    const request = this.readShaped(reading, found);
    if (request !== undefined) twin?.same('a request', factsOf(request), () => this.factsAnew(reading, input));
    return request;
  }

  private factsAnew(reading: Reading, input: unknown): unknown {
    const issues = new IssueCollector(1);
    const request = this.readWhole(reading, { input }, issues);
    return issues.count === 0 ? factsOf(request) : issues.issues;
  }

  /** Reads a request of a known shape; undefined where anything about it is odd, and the parser is to read it. */
  private readShaped(reading: Reading, { shape, values }: FoundShape): ParsedRequest | undefined {
    const { limits, params } = reading.profile;
    const { compatibility } = this.settings;
    const shaped = shape.read(values, { compatibility, budget: { limits } });
    if (shaped === undefined) return undefined;
    const { rest } = shaped;
    const issues = new IssueCollector(1);
    const read = rest && this.readTree(reading, { ...rest, isText: true }, issues);
    const { filters, sort, slice: pagination = read?.pagination, fields } = shaped;
    const { search, facets } = read ?? {};
    const request = { filters, sort, pagination, search, facets, fields, shaped: shaped.shaped, work: undefined };
    checkCursorSort(request, params, issues);
    return issues.count === 0 ? request : undefined;
  }

  /** Returns a client's query string, if it can have a shape: not where a context decides what a name means. */
  private textWithShape({ profile, requester }: Reading, input: unknown): string | undefined {
    const text = requester.origin.view === 'client' ? queryTextOf(input) : undefined;
    return text === undefined || profile.hasVisibilities() ? undefined : queryIn(text, profile.params);
  }

  private shapesOf(profile: Profile): KnownShapes {
    const shapes = this.known.get(profile) ?? new KnownShapes();
    this.known.set(profile, shapes);
    return shapes;
  }
}

/** Returns what a request means, without the shape that it was read by. */
function factsOf({ filters, sort, pagination, search, facets, fields }: ParsedRequest) {
  return { filters, sort, pagination, search, facets, fields };
}
