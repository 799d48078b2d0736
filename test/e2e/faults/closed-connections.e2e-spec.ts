import type { QueryRunner } from 'typeorm';
import { faultOfReading } from '../../../lib/service/index.js';
import { onEngines } from '../../support/engines.js';
import { Harbour, harbourEntities } from '../../support/worlds/harbours.js';

/** Closes the connection of a query runner behind TypeORM's back, as a server or a network does. */
async function close(runner: QueryRunner): Promise<void> {
  const connection = (await runner.connect()) as {
    end?: (done?: () => void) => unknown;
    destroy?: () => void;
    close?: () => void;
  };
  if (connection.close !== undefined && connection.end === undefined) connection.close();
  else if (connection.destroy !== undefined) connection.destroy();
  else await connection.end?.();
}

onEngines('a closed connection of the builder itself', { entities: harbourEntities }, (world) => {
  it.each(['page', 'count', 'snapshot', 'released'])('is a database that is away: %s', async (what) => {
    const runner = world.source.createQueryRunner();
    await close(runner);
    if (what === 'released') await runner.release().catch(() => undefined);
    const builder = world.repository(Harbour).createQueryBuilder('harbour').setQueryRunner(runner);
    const query = world.filters.parse(Harbour, 'filters[name]=a');
    const options = what === 'snapshot' ? ({ reads: { consistency: 'snapshot' } } as const) : {};
    const failure = await (
      what === 'count' ? world.filters.count(builder, query) : world.filters.page(builder, query, options)
    ).then(
      () => 'answered',
      (error: unknown) => error,
    );
    if (what === 'snapshot' && String(failure).includes('reads')) return;
    expect([faultOfReading(failure), String(failure)]).toEqual(['unavailable', expect.anything()]);
    await runner.release().catch(() => undefined);
  });
});
