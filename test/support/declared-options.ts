import { readFileSync } from 'node:fs';

/** An option as its interface declares it: the name, and the first sentence of its comment. */
export interface DeclaredOption {
  readonly name: string;
  readonly summary: string;
}

/** Reads the options of an interface, in their order, from its source. */
export function optionsOf(file: string, name: string): readonly DeclaredOption[] {
  const source = readFileSync(file, 'utf8');
  const start = source.search(new RegExp(`^export interface ${name}\\b`, 'm'));
  if (start < 0) throw new Error(`${file} has no interface ${name}`);
  const body = source.slice(start, source.indexOf('\n}', start));
  // Members of inner objects are indented further.
  const members = [...body.matchAll(/^ {2}\/\*\*((?:(?!\*\/)[^])*)\*\/\n {2}readonly (\w+)\?:/gm)];
  const count = [...body.matchAll(/^ {2}readonly \w+\??:/gm)].length;
  if (members.length !== count) throw new Error(`${name} has a member without a comment`);
  return members.map(([, comment = '', option = '']) => ({ name: option, summary: summaryOf(comment) }));
}

function summaryOf(comment: string): string {
  const text = comment.replaceAll(/\n\s*\* ?/g, ' ').trim();
  const [sentence = text] = /^(?:`[^`]*`|[^`])*?[.:](?= |$)/.exec(text) ?? [];
  return sentence
    .replace(/[.:]$/, '')
    .replaceAll(/\{@link (\w+)\}/g, '`$1`')
    .replaceAll('|', '\\|');
}
