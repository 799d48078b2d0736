import type { ClassRules } from '../../../lib/schema/index.js';
import { type Declarations, errorOf, overrideError } from '../schema/things.js';

const declared = (aggregates: unknown): Declarations => ({
  thing: { fields: ['id', 'title', 'size', 'meta', 'deletedAt'], relations: ['owner'], aggregates } as ClassRules,
  owner: {},
  tag: {},
});
const at = 'FilterConfigurationError: @Filterable() on Thing: ';
const names = 'id, title, size, meta, deletedAt';

/** Mistakes in the aggregates of an entity, which no handler reads here: each is told at boot. */
const mistakes: readonly (readonly [what: string, aggregates: unknown, message: string])[] = [
  [
    'a field',
    { sise: ['sum'] },
    `\`aggregates\` names sise, which is no exposed field; did you mean size? There are: ${names}.`,
  ],
  [
    'a field that is not exposed',
    { secret: ['sum'] },
    `\`aggregates\` names secret, which is no exposed field; there are: ${names}.`,
  ],
  [
    'a field of a related row',
    { 'owner.id': ['sum'] },
    `\`aggregates\` names owner.id, which is behind a relation; there are: ${names}.`,
  ],
  [
    'a function',
    { size: ['summ'] },
    'aggregates.size lists summ, which does not exist; did you mean sum? There are: sum, avg, min, max, count, distinct.',
  ],
  [
    'a function of another kind',
    { title: ['avg'] },
    'aggregates.title lists avg, which text has not; there are: min, max, count, distinct.',
  ],
  ['a document', { meta: ['count'] }, 'aggregates.meta lists count, which json has not; leave the field out'],
  ['a function twice', { size: ['sum', 'sum'] }, 'aggregates.size lists sum twice'],
  ['no function', { size: [] }, "aggregates.size must be a list of functions, such as ['sum', 'avg']"],
  ['a text', { size: 'sum' }, "aggregates.size must be a list of functions, such as ['sum', 'avg']"],
  ['none', {}, '`aggregates` is empty; leave it out where there are none'],
  ['a list', ['size'], "`aggregates` must be an object such as { price: ['sum', 'avg'] }, not a list"],
];

describe('mistakes in aggregates', () => {
  it.each(mistakes)('%s', async (_, aggregates, message) => {
    expect(await errorOf(declared(aggregates))).toBe(at + message);
  });

  it('of a handler', async () => {
    const message = await overrideError(declared({ size: ['sum'] }), { aggregates: { size: ['med' as never] } });
    expect(message).toContain('aggregates.size lists med, which does not exist');
  });
});
