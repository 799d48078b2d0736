import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fixtureFolder } from './compile.js';

/**
 * What an example of these pages may use without saying where it is from, by name: what a file of Nest's has at its top
 * anyway, and what is the reader's own. What an example declares or imports itself is its own.
 */
const preamble: Readonly<Record<string, string>> = {
  ...imports('@nestjs/common', ['Controller', 'Get', 'Injectable', 'Module', 'UseFilters']),
  ...imports('@nestjs/testing', ['Test']),
  ...imports('@nestjs/typeorm', ['InjectRepository', 'TypeOrmModule']),
  ...imports('typeorm', ['Column', 'DataSource', 'Entity', 'Repository', 'VirtualColumn']),
  ...imports('express', ['type Request']),
  ...imports('class-validator', ['IsInt']),
  ...imports('class-transformer', ['Type']),
  ...imports('nestjs-filterable', ['FilterModule', 'FilterQuery', 'FilterService', 'Filterable', 'defineOperator']),
  ...imports('nestjs-filterable', ['type Page']),
  ...imports('@jest/globals', ['expect', 'it', 'jest']),
  ...imports('../../sample-app/src/restaurants/restaurant.entity.js', ['Restaurant']),
  ...imports('../../sample-app/src/restaurants/restaurants.controller.js', ['RestaurantsController']),
  ...imports('../../sample-app/src/restaurants/restaurants.repository.js', ['RestaurantsRepository']),
  User: 'interface User { id: number; tenantId: number }',
  ...imports('../support/ruled/entities.js', ['Member', 'Team']),
  Post: 'class Post { id!: number; title!: string; tenantId!: number }',
  ListPosts: 'class ListPosts { tenant!: number }',
  restaurants:
    "import type { RestaurantsRepository } from '../../sample-app/src/restaurants/restaurants.repository.js';\ndeclare const restaurants: RestaurantsRepository;",
  filters: 'declare const filters: FilterService;',
  soundsLike: "declare const soundsLike: import('nestjs-filterable').Operator;",
  bare: 'declare function bare(sql: string): string;',
};

/** A class with every property that the examples name, for those that show `@Filterable()` alone. */
const filterableClass = `class Example {
  id!: number; name!: string; address!: { city: string }; authorName!: string; externalId!: string; internalCode!: string; tenantId!: number;
  author!: Author; comments!: Comment[]; tags!: Tag[];
  rating!: number; rank!: number; specs!: object; reviews!: Review[];
}`;
const related = `class Author { id!: number; name!: string } class Comment { id!: number } class Tag { id!: number; name!: string } class Review { id!: number; stars!: number }`;

/** The README, the pages that it leads to first, and the skill for agents. */
const pages = [
  'README.md',
  'skills/nestjs-filterable/SKILL.md',
  ...['configuration', 'filters', 'in-code', 'rules', 'sorts-and-pages'].map((name) => `docs/${name}.md`),
];

/** The examples in TypeScript, each as a file of its own. */
export function readmeSources(): Readonly<Record<string, string>> {
  return Object.fromEntries(pages.flatMap((page) => examplesOf(page)));
}

function examplesOf(page: string): readonly (readonly [file: string, code: string])[] {
  const text = readFileSync(join(fixtureFolder, '../..', page), 'utf8');
  const examples = [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
  return examples.map((code, index) => [`${basename(page, '.md').toLowerCase()}-${index + 1}.ts`, completed(code)]);
}

function completed(code: string): string {
  const file = code.startsWith('@') && !code.includes('class ') ? decorated(code) : code;
  const needed = Object.keys(preamble).filter((name) => uses(file, name) && !declares(file, name));
  const parts = needed.includes('filters') ? [...new Set([...needed, 'FilterService'])] : needed;
  return [...parts.map((name) => preamble[name]), rest(file), 'export {};'].join('\n');
}

/** Decorators alone, which stand on different things. */
function decorated(code: string): string {
  if (code.startsWith('@FilterQuery('))
    return `class Example { list(${code} query: FilterQuery<Restaurant>) { return query; } }`;
  const decorators = code.split(/^(?=@)/m);
  return (
    related +
    decorators.map((one, index) => `\n${one}${filterableClass.replace('Example', `Example${index}`)}`).join('')
  );
}

/** A class whose columns are left out has those of the sample application. */
function rest(file: string): string {
  const filled = /^export class Restaurant \{\n\s*\/\/.*\n\}/m.exec(file);
  if (filled === null) return file;
  const entity = "import type { Restaurant as Declared } from '../../sample-app/src/restaurants/restaurant.entity.js';";
  return `${entity}\n${file}\nexport interface Restaurant extends Declared {}`;
}

function uses(file: string, name: string): boolean {
  return new RegExp(`(?<![.\\w'])${name}\\b(?!:)`).test(file.replaceAll(/\/\/.*/g, ''));
}

function declares(file: string, name: string): boolean {
  return new RegExp(`^import .*\\b${name}\\b.* from|\\bclass ${name}\\b`, 'm').test(file);
}

function imports(from: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name.replace(/^type /, ''), `import { ${name} } from '${from}';`]));
}
