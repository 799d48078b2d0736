import { defineOperator } from 'nestjs-filterable';
import { entityOf } from '../../support/samples/entities.js';
import { answers, issuesOf, serviceFor } from './asking.js';

/** A transformer that knows two words, and operators that no other knows. */
const Sample = entityOf('sample', {
  title: { type: 'varchar' },
  size: {
    type: 'varchar',
    transformer: { to: (value: string) => ({ small: 1, large: 2 })[value], from: (value: unknown) => value },
  },
});

const isBlank = defineOperator({
  token: '$blank',
  takes: 'boolean',
  kinds: ['text'],
  summary: 'is the empty text',
  sql: ({ column }) => `${column.sql} = ''`,
});

const asking = { of: Sample, by: await serviceFor([Sample], { operators: [isBlank] }) };

describe('an operator of the host’s own that takes a flag', () => {
  answers(
    `
    filters[title][$blank]=true                          -> filters[title][$blank]=true                          # says what it says
    filters[title][$blank]=false                         -> filters[title][$blank]=false                         # has no opposite, so it is negated
    filters[title][$not][$blank]=true                    -> filters[title][$blank]=false                         # in another spelling
    filters[title][$not][$blank]=false                   -> filters[title][$blank]=true                          # twice
    filters[title][$blank]=false&filters[$and][0][title][$blank]=true -> filters[$and][0][title][$blank]=true&filters[title][$blank]=false # beside its opposite
    filters[title][$blank]=maybe                         -> expected_boolean /filters/title/$blank               # takes nothing else
    filters[title][$blank]                               -> expected_boolean /filters/title/$blank               # nor nothing
  `,
    asking,
  );
});

describe('a field whose transformer knows few values', () => {
  answers(
    `
    filters[size]=small                                  -> filters[size][$eq]=small          # takes one of them
    filters[size]=medium                                 -> invalid_value /filters/size       # refuses another
    filters[size][$in][]=large&filters[size][$in][]=medium -> invalid_value /filters/size/$in/1 # also in a list
  `,
    asking,
  );

  it('says so', () => {
    expect(issuesOf('filters[size]=medium', asking)[0]?.message).toBe(
      'filters[size] is not a value that this field can hold',
    );
  });
});
