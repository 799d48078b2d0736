import { readFileSync, readdirSync } from 'node:fs';
import { clients, generators } from '../../generated-clients/clients.js';

const [, chapter = ''] = readFileSync('docs/openapi.md', 'utf8').split('\n## Generated clients\n');
const sections = new Map(
  (chapter.split('\n## ')[0] ?? '').split('\n### ').map((section) => [section.split('\n')[0], section] as const),
);

/** Returns the lines of code of a text, without their indentation. */
function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

describe('the documentation of generated clients', () => {
  it.each(clients)('says of %s what its test does', (name) => {
    const folder = `test/generated-clients/consumer/${name}`;
    const tested = new Set(readdirSync(folder).flatMap((file) => linesOf(readFileSync(`${folder}/${file}`, 'utf8'))));
    const section = sections.get(name) ?? '';
    const shown = [...section.matchAll(/```[jt]s\n(.*?)```/gs)].flatMap(([, code = '']) => linesOf(code));
    expect(shown.length).toBeGreaterThan(3);
    expect(shown.filter((line) => !tested.has(line))).toEqual([]);
    const [, ...options] = generators[name];
    expect(section).toContain(` ${options.join(' ')}\``);
  });
});
