import { readFileSync } from 'node:fs';
import { FilterService, Filterable, type FilterModuleOptions } from 'nestjs-filterable';
import { filterServiceFor } from 'nestjs-filterable/testing';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { SavedViews } from './saved-views.js';

const page = 'docs/recipes.md';
const day = 86_400_000;

interface User {
  readonly tenant: number;
  readonly isEditor: boolean;
}
const ann: User = { tenant: 1, isEditor: true };
const bob: User = { tenant: 2, isEditor: false };

@Entity({ name: 'story' })
@Filterable({
  fields: ['id', 'score', 'writtenAt', { name: 'note', when: (user: User) => user.isEditor }],
  scope: (user: User) => ({ tenant: user.tenant }),
})
class Story {
  @PrimaryColumn() id!: number;
  @Column() score!: number;
  @Column() writtenAt!: Date;
  @Column() note!: string;
  @Column() tenant!: number;
}

/** The same table after a year: `score` is called rating, and nobody may ask for its note. */
@Entity({ name: 'story' })
@Filterable({ fields: ['id', { name: 'score', as: 'rating', formerly: ['score'] }, 'writtenAt'] })
class LaterStory {
  @PrimaryColumn() id!: number;
  @Column() score!: number;
  @Column() writtenAt!: Date;
}

async function viewsAt(entity: typeof Story | typeof LaterStory, now: Date) {
  const options: FilterModuleOptions & { readonly now: Date } = { now };
  const filters: FilterService = await filterServiceFor([entity], options);
  return { filters, views: new SavedViews(filters) };
}

describe('the recipe of saved views', () => {
  const today = new Date('2026-03-10T12:00:00Z');

  it('shows the code that runs here', () => {
    const code = readFileSync('test/e2e/recipes/saved-views/saved-views.ts', 'utf8');
    const shown = code.slice(code.indexOf('/** A row'));
    expect(readFileSync(page, 'utf8')).toContain(`\`\`\`ts\n${shown}\`\`\``);
  });

  it('keeps what was asked, and no page', async () => {
    const { filters, views } = await viewsAt(Story, today);
    const query = filters.parse(Story, 'filters[score][$gte]=3&sort=score:desc&pagination[page]=7', undefined, ann);
    const view = views.save('the best', query);
    expect(JSON.parse(view.request)).toEqual({ filters: { score: { $gte: '3' } }, sort: ['score:desc'] });
    const loaded = views.load(Story, view, ann);
    expect('query' in loaded && loaded.query.toString()).toBe('filters[score][$gte]=3&sort[0]=score%3Adesc');
  });

  it('stays relative: a week ago is another day tomorrow', async () => {
    const at = async (now: Date, view?: ReturnType<SavedViews['save']>) => {
      const { filters, views } = await viewsAt(Story, now);
      const saved =
        view ?? views.save('new', filters.parse(Story, 'filters[writtenAt][$gte]=now-7d/d', undefined, ann));
      const loaded = views.load(Story, saved, ann);
      return { saved, key: 'query' in loaded ? loaded.query.cacheKey() : '' };
    };
    const first = await at(today);
    expect(first.saved.request).toContain('now-7d/d');
    const [same, next] = [await at(today, first.saved), await at(new Date(today.getTime() + day), first.saved)];
    expect(same.key).toBe(first.key);
    expect(next.key).not.toBe(first.key);
  });

  it('loads former names', async () => {
    const { filters, views } = await viewsAt(Story, today);
    const view = views.save('good', filters.parse(Story, 'filters[score]=5&sort=score', undefined, ann));
    const later = await viewsAt(LaterStory, today);
    const loaded = later.views.load(LaterStory, view, ann);
    expect('query' in loaded && loaded.query.toString()).toBe('filters[rating][$eq]=5&sort[0]=rating%3Aasc');
  });

  it('refuses what is not allowed any more, with the path', async () => {
    const { filters, views } = await viewsAt(Story, today);
    const view = views.save('noted', filters.parse(Story, 'filters[note]=x&filters[id]=1', undefined, ann));
    const later = await viewsAt(LaterStory, today);
    expect(later.views.load(LaterStory, view, ann)).toEqual({ outdated: ['filters[note]: unknown_field'] });
  });

  it('is a request of the user who opens it', async () => {
    const { filters, views } = await viewsAt(Story, today);
    const shared = views.save('all', filters.parse(Story, 'sort=id', undefined, ann));
    const [one, other] = [ann, bob].map((user) => views.load(Story, shared, user));
    const keys = [one, other].map((loaded) => (loaded && 'query' in loaded ? loaded.query.cacheKey() : ''));
    expect(new Set([...keys, '']).size).toBe(3);
    const secret = views.save('noted', filters.parse(Story, 'filters[note]=x', undefined, ann));
    expect(views.load(Story, secret, bob)).toEqual({ outdated: ['filters[note]: unknown_field'] });
  });
});
