/** Returns true where a text begins like an object or a list of JSON, whose spaces are these four alone. */
export function looksLikeJson(text: string): boolean {
  return /^[\t\n\r ]*[[{]/.test(text);
}
