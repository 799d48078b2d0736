/** Writes a text so that a regular expression finds it as it is. */
export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
