import { Inject, Injectable } from '@nestjs/common';
import { FilterException, type FilterQuery, FilterService } from 'nestjs-filterable';
import type { EntityTarget, ObjectLiteral } from 'typeorm';

/** A row of the application's table of views. */
export interface SavedView {
  readonly name: string;
  /** The canonical request as JSON, without a page. */
  readonly request: string;
}

/** The query of a view, or why it is outdated. */
export type LoadedView<E extends ObjectLiteral> =
  { readonly query: FilterQuery<E> } | { readonly outdated: readonly string[] };

@Injectable()
export class SavedViews {
  constructor(@Inject(FilterService) private readonly filters: FilterService) {}

  /** Stores the request, never the query, which contains today's scopes and dates. */
  save(name: string, query: FilterQuery): SavedView {
    return { name, request: JSON.stringify({ ...query.toJSON(), pagination: undefined }) };
  }

  /** Parses a view as a request of the user who opens it, under today's rules. */
  load<E extends ObjectLiteral>(entity: EntityTarget<E>, view: SavedView, user: unknown): LoadedView<E> {
    try {
      return { query: this.filters.parse(entity, JSON.parse(view.request) as object, undefined, user) };
    } catch (error) {
      if (!(error instanceof FilterException)) throw error;
      return { outdated: error.issues.map(({ path, code }) => `${path}: ${code}`) };
    }
  }
}
