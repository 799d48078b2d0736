import type { ClassRules } from '../../../lib/schema/index.js';
import { type Declarations, boot, errorOf, overrideError } from '../schema/things.js';

const thing = (rules: ClassRules): Declarations => ({ thing: rules, owner: {}, tag: {} });
/** Passes on options that the compiler would refuse, as a host that writes JavaScript does. */
const unchecked = (rules: object) => rules as never;
const withFacets = (facets: unknown): Declarations =>
  thing(unchecked({ fields: ['id', 'title', 'size', 'meta', 'deletedAt'], relations: ['owner', 'tags'], facets }));
describe('a mistake in the facets of an entity fails the boot', () => {
  it('and all of them are told', async () => {
    const error = await errorOf(withFacets(['titel', { name: 'id', type: 'range' }]));
    expect(error).toContain('names titel');
    expect(error).toContain('the facet id is uuid');
  });
});

describe('the facets of a handler', () => {
  const facets = ['title', { name: 'size', type: 'range' }, 'owner.name'];
  const namesIn = async (overrides: object) => {
    const { by, of } = await boot(withFacets(facets));
    return by.describe(of, overrides).facets.map(({ name }) => name);
  };

  it.each([
    ['are those of the entity', {}, ['title', 'size', 'owner.name']],
    ['are none by `false`', { facets: false }, []],
    ['are its own in their place', { facets: ['tags.name'] }, ['tags.name']],
    ['are without fields that it does not expose', { fields: ['title'] }, ['title', 'owner.name']],
    ['are without relations that it does not expose', { fields: ['size'], relations: [] }, ['size']],
    ['are none where nothing is left', { fields: ['id'], relations: [] }, []],
  ])('%s', async (_, overrides, expected) => {
    expect(await namesIn(overrides)).toEqual(expected);
  });

  it('must be exposed by it', async () => {
    const error = await overrideError(withFacets(facets), { fields: ['title'], relations: [], facets: ['size'] });
    expect(error).toBe(
      'FilterConfigurationError: @FilterQuery(Thing): `facets` names size, which is not an exposed field; there are: title.',
    );
  });

  it('are checked like those of the entity', async () => {
    const error = await overrideError(withFacets(facets), { facets: [{ name: 'title', limit: 500 }] });
    expect(error).toContain('`limit` must be a whole number from 1 to 100, not 500');
  });

  it('have as many values as the smaller limit says', async () => {
    const { by, of } = await boot(withFacets([{ name: 'title', limit: 50 }]), { limits: { facetValues: 30 } });
    expect(by.describe(of).facets).toMatchObject([{ limit: 30 }]);
  });
});
