import { DataSource } from 'typeorm';
import { Item, Mark } from '../../model.js';
import { withSource } from '../../topologies/tables.js';
import type { Suite } from '../suite.js';
import { fillItems } from '../torn/worlds.js';
import { ErrorCounts, serveItems } from './application.js';
import { Runners } from './leaks.js';
import { type Sighting, faultsOf, play } from './scene.js';

/** Nodes are killed under load, and come back: every answer is 200 or 503, and the application recovers by itself. */
export const faults: Suite = {
  name: 'faults',
  appliesTo: ({ faultsAsIn }) => faultsAsIn === undefined,
  async run({ cluster, topology, log }) {
    const { options, scenes } = cluster;
    await cluster.makeTables([Item, Mark]);
    await withSource({ ...options, entities: [Item, Mark] }, fillItems);
    await cluster.settle();
    const app = await serveItems(options);
    try {
      const runners = new Runners(app.get(DataSource));
      const url = await app.getUrl();
      const sightings: Sighting[] = [];
      const failures: string[] = [];
      for (const scene of scenes) {
        const sighting = await play(scene, url, runners);
        log({ topology: topology.name, suite: 'faults', ...sighting, errors: app.get(ErrorCounts).take() });
        sightings.push(sighting);
        failures.push(...faultsOf(scene, sighting));
      }
      return { summary: sightings.map(summaryOf).join('; '), failures };
    } finally {
      await app.close();
    }
  },
};

function summaryOf({ answers, recovery }: Sighting): string {
  const count = (status: string) => Object.values(answers).reduce((sum, phase) => sum + (phase[status] ?? 0), 0);
  return `${count('200')} × 200, ${count('503')} × 503, recovered after ${(recovery / 1_000).toFixed(1)} s`;
}
