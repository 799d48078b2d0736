import { Inject, Injectable } from '@nestjs/common';
import { FilterException, type FilterQuery, FilterService } from 'nestjs-filterable';
import type { EntityTarget, ObjectLiteral } from 'typeorm';

/** A view as it stands in a table of the application. */
export interface SavedView {
  readonly name: string;
  /** The canonical request as JSON, without a page. */
  readonly request: string;
}

/** A view that can be shown, or the reasons why it cannot be any more. */
export type LoadedView<E extends ObjectLiteral> =
  { readonly query: FilterQuery<E> } | { readonly outdated: readonly string[] };

@Injectable()
export class SavedViews {
  constructor(@Inject(FilterService) private readonly filters: FilterService) {}

  /** Keeps what a user asks for: the text, never the query, whose scopes and moments are those of today. */
  save(name: string, query: FilterQuery): SavedView {
    return { name, request: JSON.stringify({ ...query.toJSON(), pagination: undefined }) };
  }

  /** Reads a view as a request of the user who opens it, under the rules of now. */
  load<E extends ObjectLiteral>(entity: EntityTarget<E>, view: SavedView, user: unknown): LoadedView<E> {
    try {
      return { query: this.filters.parse(entity, JSON.parse(view.request) as object, undefined, user) };
    } catch (error) {
      if (!(error instanceof FilterException)) throw error;
      return { outdated: error.issues.map(({ path, code }) => `${path}: ${code}`) };
    }
  }
}
