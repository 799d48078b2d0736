import type { FilterQueryOverrides } from 'nestjs-filterable';
import type { EntityTarget, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { type World, type WorldOptions, onEngines } from '../../support/engines.js';
import type { EngineName } from '../../support/databases.js';
import { expand } from '../../support/hostile/refusals.js';
import { cases } from '../../support/table.js';

interface Row extends ObjectLiteral {
  readonly id: number;
}

export interface HostileRows extends WorldOptions {
  readonly entity: (engine: EngineName) => EntityTarget<Row>;
  /** The list, behind a scope with an OR in it, which lets other rows in where a filter has no brackets. */
  readonly list: (world: World) => SelectQueryBuilder<Row>;
  /** The rows that the scope leaves, which no request may widen. */
  readonly visible: readonly number[];
  readonly overrides?: FilterQueryOverrides<Row>;
  /** Lines `request -> rows`: in the order of the page, `none`, or `any of` some where engines differ. */
  readonly tables: Readonly<Record<string, string>>;
}

/** What hostile requests find on each engine. `apply()` finds the same rows as `page()`. */
export function hostileRows(title: string, options: HostileRows, more?: (world: World, asked: Asked) => void): void {
  onEngines(title, options, (world) => {
    const asked = new Asked(world, options);

    it('are those that the scope leaves, without a request', async () => {
      expect(await asked.page('')).toEqual(options.visible);
    });

    describe.each(Object.entries(options.tables))('%s', (_class, table) => {
      it.each(cases(table))('%s -> %s', async (line, rows) => {
        const request = expand(line);
        const [found, applied] = [await asked.page(request), await asked.apply(request)];
        expect([...applied].sort((a, b) => a - b)).toEqual([...found].sort((a, b) => a - b));
        const wanted = rows.split(' ').map(Number).filter(Number.isInteger);
        if (rows.startsWith('any of')) expect(wanted).toEqual(expect.arrayContaining([...found]));
        else expect(found).toEqual(wanted);
      });
    });

    more?.(world, asked);
  });
}

/** A list that is read as its handler would read it. */
export class Asked {
  constructor(
    private readonly world: World,
    private readonly options: HostileRows,
  ) {}

  async page(request: string): Promise<readonly number[]> {
    return (await this.read(request)).data.map(({ id }) => id);
  }

  read(request: string) {
    return this.world.filters.page(this.options.list(this.world), this.parse(request));
  }

  /** A builder has no pages, and so a request for one is read as a page. */
  async apply(request: string): Promise<readonly number[]> {
    if (request.includes('pagination')) return this.page(request);
    const query = this.parse(request);
    const builder = this.world.filters.apply(this.options.list(this.world), query, { populate: 'later' });
    return (await builder.getMany()).map(({ id }) => id);
  }

  private parse(request: string) {
    return this.world.filters.parse(this.options.entity(this.world.engine), request, this.options.overrides);
  }
}
