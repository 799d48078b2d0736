/**
 * Greatest number of names on one connection. The server keeps tens of kilobytes for each, as long
 * as the connection lives.
 */
const mostNames = 50;

/** Names on one connection. A lost connection loses its names. */
export class ConnectionNames {
  private readonly held = new Set<string>();
  /** The driver would take a released name for one that the server still has, so none of these is sent again. */
  private readonly givenUp = new Set<string>();

  /** Takes a name. False where the connection has too many, or has given up this one. */
  take(name: string): boolean {
    if (this.held.has(name)) return true;
    if (this.givenUp.has(name) || this.held.size >= mostNames) return false;
    this.held.add(name);
    return true;
  }

  /** Gives up names for good, so that others can take their place. */
  giveUp(names: readonly string[]): void {
    for (const name of names) if (this.held.delete(name)) this.givenUp.add(name);
  }
}
