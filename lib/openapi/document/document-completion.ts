import { FilterConfigurationError } from '../../configuration/index.js';
import type { FilterEngine } from '../../engine/index.js';
import { addPage, addRefusal } from './answers.js';
import type { ToldList } from '../api-filters.decorator.js';
import { Components } from '../schemas/components.js';
import type { DocumentFiltersOptions, OpenApiDocument } from './options.js';
import { type DocumentNode, isNode, nodeAt, nodesAt } from './document-node.js';
import type { DocumentedList } from '../schemas/documented-list.js';
import { soundExamples } from './examples.js';
import type { Handler, HandlerList } from './handlers.js';
import { ListMaker } from '../schemas/list-maker.js';
import { addBody, addParameters } from './operation.js';
import { documentedQueries, markName, numberOf } from './swagger-metadata.js';
import { deleteUnused } from './unused-components.js';

/** Application to document, and the options. */
export interface Documentation {
  readonly engine: FilterEngine;
  readonly options: DocumentFiltersOptions;
  readonly context: unknown;
}

/** A list of a handler, and its documentation in decorators. */
interface ReadList {
  readonly declared: HandlerList;
  readonly list: DocumentedList;
  readonly told: readonly ToldList[];
}

/** Completes one document in place. */
export class DocumentCompletion {
  private readonly root: DocumentNode;
  private readonly schemas: DocumentNode;
  private readonly components: Components;
  private readonly isOpenApi30: boolean;
  /** True where a path may have an operation of HTTP's QUERY, as from OpenAPI 3.2 on. */
  private readonly hasQuery: boolean;
  private readonly maker: ListMaker;
  private readonly style: 'deep' | 'json';
  /** The lists of each handler, which may have several operations. */
  private readonly read = new Map<Handler, readonly ReadList[]>();
  /** Parameters that were removed. */
  private readonly removed: DocumentNode[] = [];

  constructor(
    private readonly documentation: Documentation,
    document: OpenApiDocument,
  ) {
    const { engine, options, context } = documentation;
    this.root = isNode(document) ? document : {};
    this.isOpenApi30 = document.openapi.startsWith('3.0');
    this.hasQuery = !/^3\.[01]\b/.test(document.openapi);
    this.schemas = nodeAt(nodeAt(this.root, 'components'), 'schemas');
    this.components = new Components('#/components/schemas/', Object.keys(this.schemas));
    const readers = options.for === 'client' ? 'programs' : 'pages';
    const nesting = options.nesting ?? (readers === 'pages' ? 'fields' : 'all');
    this.style = options.style ?? 'deep';
    this.maker = new ListMaker(engine, { components: this.components, context, nesting, readers });
  }

  /** Completes the operations of marked handlers, and removes the marks. */
  add(handlers: readonly Handler[]): void {
    if (!this.hasQuery) this.deleteQueries();
    const byNumber = new Map(handlers.map((handler) => [numberOf(handler.method), handler]));
    for (const operation of this.operations()) {
      const number = operation[markName];
      if (typeof number !== 'number') continue;
      Reflect.deleteProperty(operation, markName);
      const handler = byNumber.get(number);
      if (handler !== undefined) this.complete(operation, handler);
    }
    Object.assign(this.schemas, this.components.all());
    deleteUnused(this.schemas, this.removed, this.root);
  }

  /** Leaves out the operations of HTTP's QUERY, which would make a document of an older version invalid. */
  private deleteQueries(): void {
    const paths = nodeAt(this.root, 'paths');
    for (const [name, path] of Object.entries(paths)) {
      if (!isNode(path) || !('query' in path)) continue;
      Reflect.deleteProperty(path, 'query');
      if (Object.keys(path).length === 0) Reflect.deleteProperty(paths, name);
    }
  }

  private *operations(): Generator<DocumentNode> {
    for (const place of [this.root.paths, this.root.webhooks]) {
      if (!isNode(place)) continue;
      for (const path of Object.values(place)) if (isNode(path)) yield* Object.values(path).filter(isNode);
    }
  }

  private complete(operation: DocumentNode, handler: Handler): void {
    const lists = this.listsOf(handler);
    this.withoutProperties(operation, handler);
    for (const { list, declared, told } of lists) {
      const { source } = declared;
      const examples = soundExamples(
        list,
        told.flatMap((each) => Object.entries(each.examples)),
        source,
      );
      const isTold = told.every(({ parameters }) => parameters !== false);
      if (isTold && source === 'body') addBody(operation, { list, isRequired: handler.isQuery }, examples);
      else if (isTold) addParameters(operation, list, examples, this.style);
      for (const page of told.length === 0 ? [undefined] : told.map(({ page }) => page)) {
        addPage(operation, list, page, this.isOpenApi30);
      }
      // A pipe of the host's words the refusals of DTOs.
      if (declared.property === undefined) addRefusal(operation, list, source);
    }
  }

  /** Removes the parameters that @nestjs/swagger makes of a DTO's `@Filters()` properties. */
  private withoutProperties(operation: DocumentNode, { lists, method }: Handler): void {
    const own = documentedQueries(method);
    const properties = lists.flatMap(({ property }) =>
      property === undefined || own.includes(property) ? [] : property,
    );
    if (properties.length === 0) return;
    const parameters = nodesAt(operation, 'parameters');
    const isProperty = ({ in: place, name }: DocumentNode) =>
      place === 'query' && properties.some((each) => each === name);
    this.removed.push(...parameters.filter(isProperty));
    operation.parameters = parameters.filter((parameter) => !isProperty(parameter));
  }

  private listsOf(handler: Handler): readonly ReadList[] {
    const known = this.read.get(handler);
    if (known !== undefined) return known;
    const lists = handler.lists.map((declared) => ({ declared, list: this.maker.list(declared, handler.name) }));
    const told = handler.told.map((each) => ({ each, schema: this.documentation.engine.profile(each.entity).schema }));
    for (const { schema } of told) {
      if (lists.some(({ list }) => list.profile.schema === schema)) continue;
      throw new FilterConfigurationError(
        `@ApiFilters(${schema.name}) on ${handler.name}: the handler has no @FilterQuery(${schema.name})`,
      );
    }
    const read = lists.map(({ declared, list }) => {
      const own = told.filter(({ schema }) => schema === list.profile.schema).map(({ each }) => each);
      return { declared, list, told: own };
    });
    this.read.set(handler, read);
    return read;
  }
}
