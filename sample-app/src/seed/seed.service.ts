import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { showProgress } from './progress.js';
import { isEmpty, seed } from './seed.js';
import { seedSize } from './seed-size.js';

/** Seeds an empty database when the application starts. */
@Injectable()
export class SeedService implements OnApplicationBootstrap {
  constructor(private readonly source: DataSource) {}

  async onApplicationBootstrap(): Promise<void> {
    const restaurants = seedSize(process.env.SEED_RESTAURANTS);
    if (!(await isEmpty(this.source))) return;
    const progress = showProgress(restaurants);
    try {
      await seed(this.source, restaurants, progress.update);
    } finally {
      progress.stop();
    }
  }
}
