import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import { FilterException, FilterService } from 'nestjs-filterable';
import type { Observable } from 'rxjs';
import { tap } from 'rxjs';
import { DataSource } from 'typeorm';
import { Book, ofOldClients } from './books.js';

/** One request that the new list answers differently from the old one, without values. */
export interface Difference {
  readonly path: string;
  readonly refused?: readonly string[];
  readonly rows?: { readonly old: readonly number[]; readonly new: readonly number[] };
}

/** Parses each request beside the old endpoint; the answer does not change. */
@Injectable()
export class ShadowInterceptor implements NestInterceptor {
  /** Where differences go: a log, a table, a counter. */
  report: (difference: Difference) => void = () => undefined;

  constructor(
    @Inject(FilterService) private readonly filters: FilterService,
    @Inject(DataSource) private readonly source: DataSource,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<readonly Book[]>): Observable<readonly Book[]> {
    const { url } = context.switchToHttp().getRequest<{ readonly url: string }>();
    // The answer is sent before the shadow begins, and waits for nothing.
    return next.handle().pipe(tap((rows) => void setImmediate(() => void this.compare(url, rows))));
  }

  private async compare(url: string, old: readonly Book[]): Promise<void> {
    const path = url.split('?')[0] ?? '';
    try {
      const query = this.filters.parse(Book, url, ofOldClients);
      const { data } = await this.filters.page(this.source.getRepository(Book), query);
      const rows = { old: old.map(({ id }) => id), new: data.map(({ id }) => id) };
      if (rows.old.join() !== rows.new.join()) this.report({ path, rows });
    } catch (error) {
      const issues = error instanceof FilterException ? error.issues : undefined;
      this.report({ path, refused: issues?.map(({ code, path: at }) => `${code} ${at}`) ?? ['the shadow failed'] });
    }
  }
}
