/** A body as the host's own parser made it, so that its size can be looked at before anything in it is. */
export class RequestBody {
  constructor(readonly value: unknown) {}

  /** Whether it is small enough, measured as JSON. What is nested too deep to be measured is too large. */
  isWithin(bytes: number): boolean {
    try {
      return Buffer.byteLength(JSON.stringify(this.value) ?? '') <= bytes;
    } catch {
      return false;
    }
  }
}
