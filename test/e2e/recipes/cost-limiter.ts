import { HttpException, HttpStatus, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { FilterQuery } from 'nestjs-filterable';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** The price of a page without conditions, in units of `query.cost`. */
const pageCost = 4;

const policy = { points: 2_000, duration: 60 };

@Injectable()
export class CostLimiter {
  // With several servers, use RateLimiterRedis or RateLimiterPostgres: they have the same method.
  private readonly limiter = new RateLimiterMemory(policy);

  /** Charges a client for a query, or answers 429. */
  async spend(client: string, query: FilterQuery, response: Response): Promise<void> {
    const cost = Math.ceil(pageCost + query.cost.total);
    const { left, isSpent } = await this.limiter.consume(client, cost).then(
      (left) => ({ left, isSpent: true }),
      (error: unknown) => {
        if (error instanceof RateLimiterRes) return { left: error, isSpent: false };
        throw error;
      },
    );
    const seconds = Math.ceil(left.msBeforeNext / 1_000);
    response.set('RateLimit-Policy', `"cost";q=${policy.points};w=${policy.duration}`);
    response.set('RateLimit', `"cost";r=${left.remainingPoints};t=${seconds}`);
    if (isSpent) return;
    response.set('Retry-After', String(seconds));
    throw new HttpException(`This list costs ${cost}; wait ${seconds} seconds`, HttpStatus.TOO_MANY_REQUESTS);
  }
}
