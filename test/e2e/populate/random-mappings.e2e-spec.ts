import fc from 'fast-check';
import { type EngineName, engines, openDatabase } from '../../support/databases.js';
import { announceSeed, runs, seed, timeout } from '../properties/settings.js';
import { asking, sizeOf } from './asking.js';
import { words } from './operators.js';
import { Entities, type RandomContext } from './random/entities.js';
import { Filling } from './random/fill.js';
import { Judge, type Request } from './random/judge.js';
import { type MappingPlan, mappings } from './random/mapping.js';
import { RandomModel } from './random/model.js';
import { type RandomData, rowsOf } from './random/rows.js';

/** `POPULATE_RUNS` is the number of requests on all engines together, `POPULATE_MAPPINGS` that of mappings on each. */
const requests = Math.ceil(Number(process.env['POPULATE_RUNS'] ?? Math.max(90, runs / 2)) / engines.length);
const count = Number(process.env['POPULATE_MAPPINGS'] ?? Math.ceil(requests / 15));
const perMapping = Math.ceil(requests / count);
/** A set of rows answers so many of them. */
const perData = 120;
/** A request is asked in so many contexts, whose statements are alike. */
const perRequest = 3;

const contexts: fc.Arbitrary<RandomContext> = fc.record({
  tier: fc.constantFrom(1, 2, 3),
  word: words,
  shows: fc.nat(3).map((value) => value > 0),
});

beforeAll(announceSeed);

describe.each(engines)('populate over random mappings on %s', (engine) => {
  it(
    'answers what the program puts together of all rows',
    async () => {
      let judged = 0;
      for (let place = 0; place < count; place += 1) {
        judged += await judgeMapping(engine, seed + place);
        if (count > 20) process.stderr.write(`${engine}: ${judged} requests over ${place + 1} mappings\n`);
      }
      // Requests that the limits refuse are left out.
      expect(judged).toBeGreaterThan(0.8 * requests);
    },
    timeout + 5_000 * count + 60 * requests,
  );
});

/** Judges the requests of one mapping, which a seed makes; `POPULATE_MAPPINGS=1` with that seed repeats them. */
async function judgeMapping(engine: EngineName, own: number): Promise<number> {
  const mapping = one(mappings, own);
  const entities = new Entities(mapping, engine);
  const database = await openDatabase(engine, { entities: [...entities.schemas] });
  try {
    const model = new RandomModel(mapping, engine);
    const filling = new Filling(database.source, mapping, { entities, engine });
    await filling.allowRepeats();
    const judge = new Judge(database.source, entities, model);
    let judged = 0;
    for (let first = 0; first < perMapping; first += perData) {
      const data = one(rowsOf(mapping), own + first);
      await filling.fill(data);
      const numRuns = Math.ceil(Math.min(perData, perMapping - first) / perRequest);
      const some = fc.array(contexts, { minLength: perRequest, maxLength: perRequest });
      const asked = fc.sample(fc.tuple(asking(model), some), { seed: own + first, numRuns });
      for (const [place, [request, inContexts]] of asked.entries()) {
        const { nodes, rows } = sizeOf(model.facts, request);
        if (nodes > 20 || rows > 900) continue;
        const number = first + place;
        for (const context of inContexts) {
          await told({ own, mapping, data }, { ...request, context, number }, (of) => judge.judge(data, of));
          judged += 1;
        }
      }
    }
    return judged;
  } finally {
    await database.close();
  }
}

function one<Value>(values: fc.Arbitrary<Value>, own: number): Value {
  const [value] = fc.sample(values, { seed: own, numRuns: 1 });
  if (value === undefined) throw new Error('nothing was made');
  return value;
}

interface Of {
  readonly own: number;
  readonly mapping: MappingPlan;
  readonly data: RandomData;
}

/** Adds to a failure what it is a failure of. */
async function told({ own, mapping, data }: Of, request: Request, work: (of: Request) => Promise<void>): Promise<void> {
  try {
    await work(request);
  } catch (error) {
    const of = JSON.stringify({ request, mapping, data });
    throw new Error(`PROPERTY_SEED=${own} request ${request.number}: ${(error as Error).message}\n${of}`, {
      cause: error,
    });
  }
}
