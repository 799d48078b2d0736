import fc from 'fast-check';
import { type EngineName, engines, openDatabase } from '../../support/databases.js';
import { announceSeed, factor, seed } from '../../support/thorough.js';
import { asking, sizeOf, words } from './oracle.js';
import { Entities, Filling, type RandomContext } from './random-database.js';
import { Judge, RandomModel, type Request } from './random-judge.js';
import { type MappingPlan, type RandomData, mappings, rowsOf } from './random-mapping.js';

/*
 * Related rows over mappings that nobody has written, beside an oracle that puts answers together of all rows. It takes
 * seconds: the tables of each mapping are made anew. `SEED=…` repeats them.
 */
const requests = 30 * factor;
/** The number of mappings on each engine. */
const count = Math.ceil(requests / 15);
/** A set of rows answers so many requests. */
const perData = 120;
/** A request is asked in so many contexts, whose statements are alike. */
const perRequest = 3;

const contexts: fc.Arbitrary<RandomContext> = fc.record({
  tier: fc.constantFrom(1, 2, 3),
  word: words,
  shows: fc.nat(3).map((value) => value > 0),
  hidden: fc
    .tuple(fc.constantFrom(0, 1, 2, 5, 100), words, words)
    .map(([size, ...some]) => Array.from({ length: size }, (_, at) => some[at] ?? `nobody ${at}`)),
});

beforeAll(announceSeed);

describe.each(engines)('populate over random mappings on %s', (engine) => {
  it(
    'answers what the program puts together of all rows',
    async () => {
      let judged = 0;
      for (let place = 0; place < count; place += 1) judged += await judgeMapping(engine, seed + place);
      // Requests that the limits refuse are left out.
      expect(judged).toBeGreaterThan(0.7 * requests);
    },
    60_000 + 5_000 * count + 60 * requests,
  );
});

/** Judges the requests of one mapping, which a seed makes. */
async function judgeMapping(engine: EngineName, own: number): Promise<number> {
  const mapping = one(mappings, own);
  const entities = new Entities(mapping, engine);
  const database = await openDatabase(engine, { entities: [...entities.schemas] });
  try {
    const model = new RandomModel(mapping, engine);
    const filling = new Filling(database.source, mapping, { entities, engine });
    await filling.allowRepeats();
    const judge = new Judge(database.source, entities, model);
    const perMapping = Math.ceil(requests / count);
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
        for (const context of inContexts) {
          await named({ own, mapping, data }, { ...request, context, number: first + place }, (of) =>
            judge.judge(data, of),
          );
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
async function named(
  { own, mapping, data }: Of,
  request: Request,
  work: (of: Request) => Promise<void>,
): Promise<void> {
  try {
    await work(request);
  } catch (error) {
    const of = JSON.stringify({ request, mapping, data });
    throw new Error(`SEED=${own} request ${request.number}: ${(error as Error).message}\n${of}`, { cause: error });
  }
}
