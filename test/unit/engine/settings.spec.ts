import { FilterConfigurationError } from 'nestjs-filterable';
import { resolveSettings } from '../../../lib/engine/index.js';

const signed = 'of 16 characters or more, or left out where cursors are not to be encrypted';

/** What an option cannot be, and what is said of it. */
const mistakes: readonly (readonly [options: unknown, message: string])[] = [
  [undefined, 'forRoot(): the options must be an object, not undefined'],
  [null, 'forRoot(): the options must be an object, not null'],
  [[], 'forRoot(): the options must be an object, not an empty list'],
  [{ source: 'boddy' }, 'forRoot(): `source` must be query, body or a function of the request, not boddy'],
  [{ source: null }, 'forRoot(): `source` must be query, body or a function of the request, not null'],
  [{ errors: 'x' }, 'forRoot(): `errors` must be a function of the issues, or { make, status, schema }, not x'],
  [{ errors: { status: 500 } }, 'forRoot(): `errors.status` must be 400 or 422, not 500'],
  [{ errors: { make: 1 } }, 'forRoot(): `errors.make` must be a function of the issues, not 1'],
  [{ errors: { make: () => new Error(), schema: 1 } }, 'forRoot(): `errors.schema` must be a JSON Schema, not 1'],
  [
    { errors: { status: 422, schema: {} } },
    'forRoot(): `errors.schema` is given without `errors.make`, whose body it tells of; leave it out',
  ],
  [
    { errors: { stauts: 422 } },
    'forRoot(): the option `errors.stauts` does not exist; did you mean status? There are: make, status, schema.',
  ],
  [{ answer: false }, 'forRoot(): `answer` must be an object, not false'],
  [{ answer: {} }, 'forRoot(): `answer.body` must be a function of the page and its query, not undefined'],
  [{ answer: { body: 'x' } }, 'forRoot(): `answer.body` must be a function of the page and its query, not x'],
  [
    { answer: { body: () => 1, schema: 'x' } },
    "forRoot(): `answer.schema` must be a JSON Schema, or a function that makes one from the row's, not x",
  ],
  [
    { answer: { body: () => 1, shape: 'x' } },
    'forRoot(): the option `answer.shape` does not exist; there are: body, schema.',
  ],
  [{ context: 'x' }, 'forRoot(): `context` must be a function of the request, not x'],
  [{ context: { user: 1 } }, 'forRoot(): `context` must be a function of the request, not an object'],
  [{ reads: 'primary' }, 'forRoot(): `reads`: the options must be an object, not primary'],
  [
    { reads: { consistency: 'snapshots' } },
    'forRoot(): `reads`: `consistency` must be statement, connection or snapshot, not snapshots; did you mean snapshot?',
  ],
  [{ reads: { from: 'slave' } }, 'forRoot(): `reads`: `from` must be replica or primary, not slave'],
  [
    { reads: { form: 'primary' } },
    'forRoot(): `reads`: the option `form` does not exist; did you mean from? There are: consistency, from.',
  ],
  [
    { strategy: 'adaptiv' },
    'forRoot(): `strategy` must be adaptive, in, exists or keys, not adaptiv; did you mean adaptive?',
  ],
  [{ adaptive: true }, 'forRoot(): `adaptive`: the options must be an object, not true'],
  [{ adaptive: { few: 0 } }, 'forRoot(): `adaptive`: `few` must be a whole number from 1, not 0'],
  [{ adaptive: { deep: -1 } }, 'forRoot(): `adaptive`: `deep` must be a whole number from 1, not -1'],
  [{ adaptive: { walk: 1.5 } }, 'forRoot(): `adaptive`: `walk` must be a whole number from 1, not 1.5'],
  [
    { adaptive: { seconds: '60' } },
    "forRoot(): `adaptive`: `seconds` must be a whole number from 1, not the text '60'",
  ],
  [
    { adaptive: { many: 5 } },
    'forRoot(): `adaptive`: the option `many` does not exist; there are: few, walk, deep, seconds.',
  ],
  [{ hydration: true }, 'forRoot(): `hydration` must be compiled or typeorm, not true'],
  [{ hydration: 'typeorn' }, 'forRoot(): `hydration` must be compiled or typeorm, not typeorn; did you mean typeorm?'],
  [{ preparedStatements: 'yes' }, 'forRoot(): `preparedStatements` must be true or false, not yes'],
  [{ logUnindexed: 'no' }, "forRoot(): `logUnindexed` must be true, false or 'ddl', not no"],
  [{ nulls: 'lats' }, 'forRoot(): `nulls` must be engine, first or last, not lats; did you mean last?'],
  [
    { compatibility: 'strappi' },
    'forRoot(): `compatibility` must be default, purity or strapi, not strappi; did you mean strapi?',
  ],
  [{ compatibility: 'constructor' }, 'forRoot(): `compatibility` must be default, purity or strapi, not constructor'],
  [
    { unknownParameters: 'refused' },
    'forRoot(): `unknownParameters` must be similar, ignore or refuse, not refused; did you mean refuse?',
  ],
  [{ allowParameters: 'locale' }, 'forRoot(): `allowParameters` must be a list of names, not locale'],
  [{ allowParameters: ['a', 5] }, 'forRoot(): `allowParameters` lists 5, which is no name'],
  [{ allowParameters: [''] }, 'forRoot(): `allowParameters` lists an empty text, which is no name'],
  [
    { params: { sort: 'order' }, allowParameters: ['order'] },
    'forRoot(): `allowParameters` lists order, which is read here; leave it out, or rename the parameter with `params`',
  ],
  [{ params: 'where' }, 'forRoot(): `params` must be an object, not where'],
  [{ params: { filters: null } }, 'forRoot(): `params.filters` must be a text, not null'],
  [{ params: { sort: 5 } }, 'forRoot(): `params.sort` must be a text, not 5'],
  [{ timezone: 5 }, 'forRoot(): `timezone` must be an IANA time zone such as Europe/Oslo or UTC, not 5'],
  [{ limits: null }, 'forRoot(): `limits` must be an object, not null'],
  [{ limits: 'x' }, 'forRoot(): `limits` must be an object, not x'],
  [{ pagination: 'x' }, 'forRoot(): `pagination` must be an object, not x'],
  [{ pagination: false }, 'forRoot(): `pagination` must be an object, not false'],
  [
    { pagination: { shape: 'x' } },
    'forRoot(): the option `pagination.shape` does not exist; there are: count, secret, styles, oversize.',
  ],
  [
    { pagination: { counts: 1 } },
    'forRoot(): the option `pagination.counts` does not exist; did you mean count? There are: count, secret, styles, oversize.',
  ],
  [{ pagination: { secret: undefined } }, `forRoot(): \`pagination.secret\` must be ${signed}, not undefined`],
  [{ pagination: { secret: '' } }, `forRoot(): \`pagination.secret\` must be ${signed}, not an empty text`],
  [{ pagination: { secret: 5 } }, 'forRoot(): `pagination.secret` must be a text of 16 characters or more, not 5'],
  [
    { pagination: { secret: '123456789012345' } },
    'forRoot(): `pagination.secret` has 15 characters; 16 or more are needed',
  ],
  [
    { pagination: { count: 'exakt' } },
    'forRoot(): `pagination.count` must be exact, none, estimate or { capped: 1000 }, not exakt',
  ],
  [
    { pagination: { count: 1000 } },
    'forRoot(): `pagination.count` must be exact, none, estimate or { capped: 1000 }, not 1000',
  ],
  [
    { pagination: { count: null } },
    'forRoot(): `pagination.count` must be exact, none, estimate or { capped: 1000 }, not null',
  ],
  [{ pagination: { count: {} } }, 'forRoot(): `pagination.count.capped` must be a whole number from 1, not undefined'],
  [
    { pagination: { count: { capped: 0 } } },
    'forRoot(): `pagination.count.capped` must be a whole number from 1, not 0',
  ],
  [
    { pagination: { count: { capped: '9' } } },
    "forRoot(): `pagination.count.capped` must be a whole number from 1, not the text '9'",
  ],
  [
    { pagination: { count: { cap: 9 } } },
    'forRoot(): the option `pagination.count.cap` does not exist; there are: capped.',
  ],
];

describe('options of forRoot()', () => {
  it.each(mistakes)('%j', (options, message) => {
    expect(() => resolveSettings(options as object)).toThrow(new FilterConfigurationError(message));
  });

  it.each<[options: object]>([
    [{}],
    [{ source: undefined, errors: undefined, context: undefined, pagination: undefined, operators: undefined }],
    [{ source: 'query' }],
    [{ source: 'body' }],
    [{ source: () => '' }],
    [{ errors: () => new Error(), context: () => 1, logUnindexed: 'ddl', nulls: 'last', compatibility: 'purity' }],
    [{ pagination: { secret: '1234567890123456', count: 'none' } }],
    [{ pagination: { count: { capped: 1 } } }],
    [{ pagination: { count: undefined, styles: undefined } }],
  ])('%j are taken', (options) => {
    expect(() => resolveSettings(options)).not.toThrow();
  });
});
