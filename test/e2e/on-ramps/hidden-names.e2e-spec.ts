import type { FilterQueryOverrides, OnRamp } from 'nestjs-filterable';
import { crud } from 'nestjs-filterable/on-ramps/crud';
import { nestjsPaginate } from 'nestjs-filterable/on-ramps/nestjs-paginate';
import { seedBlog } from '../../support/blog/data.js';
import { type Post, blogEntities } from '../../support/blog/entities.js';
import { onEngines } from '../../support/engines.js';
import { type TestApp, openApp } from '../../support/http/adapters.js';
import { postsModule } from './lists.js';

const never = () => false;

/** A list with a field and relations that nobody sees. */
const hiding: FilterQueryOverrides<Post> = {
  fields: ['id', 'title', { name: 'slug', when: never }],
  relations: [
    'tags',
    { name: 'author', when: never },
    { name: 'comments', when: never },
    { name: 'updatedBy', as: 'editor', when: never },
  ],
  populate: [{ name: 'author', when: never }],
  search: ['title', 'slug', 'author.name'],
};

/** The same list without them. */
const without: FilterQueryOverrides<Post> = {
  fields: ['id', 'title'],
  relations: ['tags'],
  populate: ['tags'],
  search: ['title'],
};

const ramps: readonly (readonly [name: string, onRamp: OnRamp, requests: readonly string[]])[] = [
  [
    'nestjs-paginate',
    nestjsPaginate(),
    [
      'search=spring',
      'search=kai',
      'search=spring&searchBy=slug',
      'search=spring&searchBy=nope',
      'search=kai&searchBy=author.name',
      'search=spring&searchBy=title',
      'select=slug',
      'select=author',
      'select=author.name',
      'select=id,comments',
      'filter.slug=spring',
      'filter.author=$null',
      'filter.author.name=$all:Kai',
      'filter.comments.stars=$none:1&filter.comments.approved=$all:true',
      'filter.comments.author.name=$none:Per',
      'filter.id=$or:3&filter.author.name=$or:Kai',
      'filter.comments.stars=$and:1&filter.comments.stars=$and:2',
      'filter=author.name=$eq:Kai OR id=$eq:1',
      'filter.editor.name=$any:Kai',
      'sortBy=slug:ASC',
      'sortBy=author.name:ASC',
    ],
  ],
  [
    'crud',
    crud({ alwaysPaginate: true }),
    [
      'filter=slug||$eq||spring',
      'filter=author.name||$eq||Kai',
      'filter=author||$isnull',
      'filter=comments.stars||$eq||1&filter=comments.approved||$eq||true',
      'or=comments.stars||$eq||1&or=id||$eq||1',
      's={"author.name":{"$eq":"Kai"}}',
      's={"comments.stars":{"$or":{"$eq":1,"$gt":3}}}',
      'join=author',
      'join=comments',
      'join=author.country',
      'fields=slug',
      'sort=author.name,ASC',
    ],
  ],
];

onEngines('names', { entities: blogEntities, seed: seedBlog, on: ['sqlite'] }, (world) => {
  describe.each(ramps)('that are hidden from clients of %s', (_, onRamp, requests) => {
    let apps: readonly TestApp[];

    beforeAll(async () => {
      const open = (overrides: FilterQueryOverrides<Post>) =>
        openApp('express', postsModule(world.source, { onRamp, context: () => ({}) }, overrides));
      apps = await Promise.all([hiding, without].map(open));
    });
    afterAll(async () => {
      for (const app of apps) await app.close();
    });

    it.each(requests)('?%s is answered as where they do not exist', async (request) => {
      const [shown, expected] = await Promise.all(
        apps.map(async ({ client }) => {
          const { status, text } = await client.get(encodeURI(`/posts?${request}`));
          return { status, text: text.replace(/127\.0\.0\.1:\d+/g, 'host') };
        }),
      );
      expect(shown).toEqual(expected);
    });
  });

  describe.each(ramps)('of a relation that are former ones, for clients of %s', (name, onRamp) => {
    const requests: readonly (readonly [string, (relation: string) => string])[] =
      name === 'crud'
        ? [
            ['of one related row', (to) => `filter=${to}.stars||$eq||4&filter=${to}.approved||$eq||true`],
            ['of alternatives', (to) => `or=${to}.stars||$eq||4&or=${to}.approved||$eq||true`],
          ]
        : [
            ['of one related row', (to) => `filter.${to}.stars=4&filter.${to}.approved=true`],
            ['of none', (to) => `filter.${to}.stars=$none:4`],
            ['of all', (to) => `filter.${to}.stars=$all:4&filter.${to}.approved=$all:true`],
            ['in an expression', (to) => `filter=${to}.stars=$all:4 OR id=$eq:1`],
          ];

    let opened: TestApp;

    beforeAll(async () => {
      const overrides: FilterQueryOverrides<Post> = { relations: [{ name: 'comments', formerly: ['remarks'] }] };
      opened = await openApp('express', postsModule(world.source, { onRamp }, overrides));
    });
    afterAll(() => opened.close());

    it.each(requests)('means what the present one means: %s', async (_, request) => {
      const asked = async (relation: string) =>
        (await opened.client.get(encodeURI(`/posts/asked?${request(relation)}`))).text;
      expect(await asked('remarks')).toBe(await asked('comments'));
    });
  });
});
