/** The most names on one connection: the server keeps tens of kilobytes for each, as long as the connection lives. */
const mostNames = 50;

/** The names that one connection has. What a lost connection had goes with it. */
export class ConnectionNames {
  private readonly held = new Set<string>();
  /** The driver takes a name that was given up for one that the server has, so that none of these is sent again. */
  private readonly givenUp = new Set<string>();

  /** Takes a name; false where the connection has too many already, or has given this one up. */
  take(name: string): boolean {
    if (this.held.has(name)) return true;
    if (this.givenUp.has(name) || this.held.size >= mostNames) return false;
    this.held.add(name);
    return true;
  }

  /** Gives up names for good, so that others may take their place. */
  giveUp(names: readonly string[]): void {
    for (const name of names) if (this.held.delete(name)) this.givenUp.add(name);
  }
}
