import { readFileSync } from 'node:fs';
import { deepStrictEqual } from 'node:assert';
import qs from 'qs';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { FilterException, Filterable } from 'nestjs-filterable';
import { queryFor } from 'nestjs-filterable/testing';
import { namesIn, tableOf } from '../../support/markdown.js';

const file = 'docs/comparison.md';
const page = readFileSync(file, 'utf8');
const settings = JSON.parse(/```json\n([^`]*)```/.exec(page)?.[1] ?? '') as qs.IParseOptions<qs.BooleanOptional> & {
  decoder?: never;
};

@Entity()
@Filterable()
class QsRestaurant {
  @PrimaryGeneratedColumn() id!: number;
  @Column() name!: string;
  @Column() stars!: number;
}

/** The codes of the refusal of a text; empty for a request. */
async function codesOf(text: string): Promise<readonly string[]> {
  try {
    await queryFor(QsRestaurant, text);
    return [];
  } catch (error) {
    if (!(error instanceof FilterException)) throw error;
    return [...new Set(error.issues.map(({ code }) => code))];
  }
}

const rows = tableOf(file, 'text').map(([text, like, lost = '', code]) => {
  const [[wrong = ''], [right = ''], codes] = [namesIn(text), namesIn(like), namesIn(code)];
  return { wrong, right, lost, codes };
});

describe(`the texts that qs.parse confuses, in ${file}`, () => {
  it('names the version of qs that is installed', () => {
    const { version } = JSON.parse(readFileSync('node_modules/qs/package.json', 'utf8')) as {
      readonly version: string;
    };
    expect(page).toContain(`of version ${version} `);
  });

  it('has a row for a name, a repeated key, a rest of a key, a list and an encoding', () => {
    expect(rows.length).toBeGreaterThanOrEqual(10);
  });

  it.each(rows)('$wrong: qs.parse loses $lost', ({ wrong, right, lost }) => {
    expect(lost).not.toBe('');
    expect(wrong).not.toBe(right);
    deepStrictEqual(qs.parse(wrong, settings), qs.parse(right, settings));
  });

  it.each(rows)('$wrong is refused with $codes, and $right is a request', async ({ wrong, right, codes }) => {
    expect(codes).not.toEqual([]);
    expect(await codesOf(wrong)).toEqual(codes);
    expect(await codesOf(right)).toEqual([]);
  });
});
