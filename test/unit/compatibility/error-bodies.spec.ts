import { modes, prepareModes, refusalIn } from './reading.js';

beforeAll(prepareModes);

const request = 'filters[author][nam]=Kai&filters[views][$gt]=many&pagination[page]=0';

const allowed = ['id', 'name', 'bornOn', 'country', '$and', '$or', '$not'];

const messages = [
  "filters[author][nam] is not a filterable field; did you mean 'name'? Use one of: id, name, bornOn, country, $and, $or, $not",
  'filters[views][$gt] must be a whole number from -2147483648 to 2147483647',
  'pagination[page] must be a whole number from 1',
];

// prettier-ignore
const issues = [
  { code: 'unknown_field', path: 'filters[author][nam]', pointer: '/filters/author/nam', message: messages[0], allowed },
  { code: 'invalid_value', path: 'filters[views][$gt]', pointer: '/filters/views/$gt', message: messages[1], kind: 'integer' },
  { code: 'invalid_pagination', path: 'pagination[page]', pointer: '/pagination/page', message: messages[2] },
];

const own = { statusCode: 400, error: 'Bad Request', message: messages, issues };

/** As Strapi's clients take it apart: `error.message`, and a list of errors with a path of segments each. */
// prettier-ignore
const strapi = {
  data: null,
  error: {
    status: 400,
    name: 'ValidationError',
    message: messages[0],
    details: {
      errors: [
        { name: 'ValidationError', code: 'unknown_field', path: ['filters', 'author', 'nam'], message: messages[0], allowed },
        { name: 'ValidationError', code: 'invalid_value', path: ['filters', 'views', '$gt'], message: messages[1], kind: 'integer' },
        { name: 'ValidationError', code: 'invalid_pagination', path: ['pagination', 'page'], message: messages[2] },
      ],
    },
  },
};

const bodies = { default: own, purity: own, strapi };

describe('the body of a refusal', () => {
  it.each(modes)('%s', (mode) => {
    const refusal = refusalIn(mode, request);
    expect(refusal?.getStatus()).toBe(400);
    expect(refusal?.getResponse()).toEqual(bodies[mode]);
    expect(refusal?.issues).toEqual(issues);
  });

  it.each(modes)('%s: the exception says everything, too, for logs', (mode) => {
    expect(refusalIn(mode, request)?.message).toBe(messages.join('; '));
    expect(refusalIn(mode, 'pagination[page]=0')?.message).toBe(messages[2]);
  });

  it('strapi: names with the characters of a JSON pointer are segments as they were written', () => {
    const body = refusalIn('strapi', 'filters[a/b~c]=1')?.getResponse();
    expect(body).toMatchObject({ error: { details: { errors: [{ path: ['filters', 'a/b~c'] }] } } });
  });
});
