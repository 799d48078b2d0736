import cliProgress from 'cli-progress';

/** Shows how far a run is: a bar in a terminal, and elsewhere a line for each measurement. */
export class Progress {
  #bar;
  #total;
  #done = 0;

  /** @param total how many measurements there will be */
  constructor(total) {
    this.#total = total;
    if (!process.stderr.isTTY) return;
    const format = '[{bar}] {value}/{total}, {duration_formatted} so far | {doing}';
    this.#bar = new cliProgress.SingleBar({ format, stream: process.stderr, hideCursor: true, etaBuffer: 20 });
    this.#bar.start(total, 0, { doing: 'making databases' });
  }

  /** Says what is measured next. */
  begin(doing) {
    this.#bar?.update(this.#done, { doing });
  }

  /** Counts a measurement that is done. */
  done(what) {
    this.#done += 1;
    if (this.#bar === undefined) console.error(`${this.#done}/${this.#total} ${what}`);
    else this.#bar.update(this.#done, { doing: what });
  }

  stop() {
    this.#bar?.stop();
  }
}
