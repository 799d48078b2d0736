import { readFileSync } from 'node:fs';
import path from 'node:path';
import { FilterException, type FilterService } from 'nestjs-filterable';
import { builtInOperators } from '../../../lib/operators/index.js';
import { Chef } from '../../../sample-app/src/catalogue/chef.entity.js';
import { City } from '../../../sample-app/src/catalogue/city.entity.js';
import { Country } from '../../../sample-app/src/catalogue/country.entity.js';
import { Dish } from '../../../sample-app/src/catalogue/dish.entity.js';
import { Review } from '../../../sample-app/src/catalogue/review.entity.js';
import { Tag } from '../../../sample-app/src/catalogue/tag.entity.js';
import { User } from '../../../sample-app/src/catalogue/user.entity.js';
import { Restaurant } from '../../../sample-app/src/restaurants/restaurant.entity.js';
import { namesIn, tableOf } from '../../support/markdown.js';
import { serviceFor } from '../parse/asking.js';

const skill = 'skills/nestjs-filterable/SKILL.md';

describe('llms.txt', () => {
  it('has the pages of docs/index.md in its groups, but for what is not published', () => {
    const linesOf = (file: string, folder: string) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line) => {
          if (line.startsWith('## ')) return [line];
          const [, text, target = '', summary] = /^- \[([^\]]+)\]\(([^)]+)\): (.*)$/.exec(line) ?? [];
          return text === undefined ? [] : [`${text} ${path.posix.join(folder, target)} ${summary}`];
        });
    const published = linesOf('docs/index.md', 'docs').filter((line) => !line.includes(' CONTRIBUTING.md '));
    expect(linesOf('llms.txt', '.')).toEqual(published);
    expect(published.length).toBeGreaterThan(25);
  });
});

describe(skill, () => {
  let filters: FilterService;
  beforeAll(async () => {
    filters = await serviceFor([Restaurant, Chef, City, Country, Dish, Review, Tag, User]);
  });

  /** The codes of a refusal, or `accepted`. */
  function answerTo(request: string): string {
    try {
      filters.parse(Restaurant, request);
      return 'accepted';
    } catch (error) {
      if (!(error instanceof FilterException)) throw error;
      return [...new Set(error.issues.map(({ code }) => `\`${code}\``))].join(', ');
    }
  }

  it('begins as skills do', () => {
    const [, name, description = ''] =
      /^---\nname: (.*)\ndescription: (.*)\n---\n/.exec(readFileSync(skill, 'utf8')) ?? [];
    expect(name).toBe(path.basename(path.dirname(skill)));
    expect(description.length).toBeGreaterThan(50);
    expect(description.length).toBeLessThanOrEqual(1_024);
  });

  it.each(tableOf(skill, 'request').map(([request = '', answer]) => [namesIn(request)[0] ?? '', answer] as const))(
    '%s: %s',
    (request, answer) => expect(answerTo(request)).toBe(answer),
  );

  it('has a row for every operator, as docs/filters.md has it', () => {
    const rows = tableOf(skill, 'operator');
    expect(rows).toEqual(tableOf('docs/filters.md', 'operator'));
    expect(rows.map(([name, , summary]) => [namesIn(name)[0], summary])).toEqual(
      builtInOperators.map(({ token, summary }) => [token, summary]),
    );
  });

  it('names documents that exist', () => {
    const named = [...readFileSync(skill, 'utf8').matchAll(/`((?:docs\/)?[\w-]+\.(?:md|txt))`/g)].map(
      ([, file = '']) => file,
    );
    expect(named.length).toBeGreaterThan(3);
    for (const file of named) expect(readFileSync(file, 'utf8')).not.toBe('');
  });
});
