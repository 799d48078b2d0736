import { createInstrumenter } from '@stryker-mutator/instrumenter';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { transformSync } from 'oxc-transform';
import { createInjector } from 'typed-inject';
import { mutated } from './mutated.mjs';

const silent = Object.fromEntries(
  ['trace', 'debug', 'info', 'warn', 'error', 'fatal'].flatMap((level) => [
    [level, () => undefined],
    [`is${level[0].toUpperCase()}${level.slice(1)}Enabled`, () => false],
  ]),
);

/**
 * Returns the changes that Stryker would make in some files, but those of texts and patterns, which a table of the same
 * texts would find alone.
 */
export async function mutantsOf(root, files) {
  const instrumenter = createInjector()
    .provideValue('logger', silent)
    .provideValue('getLogger', () => silent)
    .provideValue('options', { mutator: { plugins: null, excludedMutations: ['StringLiteral', 'Regex'] } })
    .provideValue('pluginCreator', { createAll: () => [] })
    .injectFunction(createInstrumenter);
  const sources = files.map((file) => ({
    name: file,
    content: readFileSync(path.join(root, file), 'utf8'),
    mutate: true,
  }));
  const settings = { plugins: null, excludedMutations: ['StringLiteral', 'Regex'], ignorers: [], noHeader: true };
  const { mutants } = await instrumenter.instrument(sources, settings);
  return mutants
    .filter(({ status }) => status !== 'Ignored')
    .map(({ fileName, mutatorName, replacement, location }) => {
      const { content } = sources.find(({ name }) => name === fileName);
      const [start, end] = [location.start, location.end].map((place) => offsetOf(content, place));
      const was = content.slice(start, end);
      return { file: fileName, line: location.start.line + 1, kind: mutatorName, start, end, was, now: replacement };
    })
    .filter((mutant) => isCompilable(sources.find(({ name }) => name === mutant.file).content, mutant));
}

/** Lines count from 0 here, and columns too. */
function offsetOf(text, { line, column }) {
  const before = text.split('\n').slice(0, line);
  return before.reduce((sum, { length }) => sum + length + 1, column);
}

function isCompilable(text, mutant) {
  const variants = [mutated(text, [{ n: 0, ...mutant }], 0), mutated(text, [{ n: 0, ...mutant }], undefined)];
  return variants.every((variant) => transformSync(mutant.file, variant, { lang: 'ts' }).errors.length === 0);
}
