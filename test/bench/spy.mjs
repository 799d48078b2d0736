/**
 * Stands before the query runners of one copy of TypeORM: lets statements through, notes them, or answers with what was
 * noted, so that everything but the database can be measured.
 */
export class RunnerSpy {
  mode = 'live';
  statements = [];
  #answers = [];
  #next = 0;

  constructor(source) {
    const prototype = Object.getPrototypeOf(source.createQueryRunner());
    const send = prototype.query;
    const answerTo = (live, text, parameters) => this.#query(live, text, parameters);
    prototype.query = function (text, parameters, structured) {
      return answerTo(() => send.call(this, text, parameters, structured), text, parameters);
    };
  }

  /** What `work` sends, with the answers. */
  async record(work) {
    this.mode = 'record';
    this.statements = [];
    this.#answers = [];
    const result = await work();
    this.mode = 'live';
    return { result, statements: this.statements, answers: this.#answers };
  }

  /** From now on statements are answered with these, in turn. */
  replay(answers) {
    this.mode = 'replay';
    this.#answers = answers;
    this.#next = 0;
  }

  #query(live, text, parameters) {
    if (this.mode === 'replay') return this.#answer();
    return this.mode === 'live' ? live() : this.#note(live(), text, parameters);
  }

  async #note(answer, text, parameters = []) {
    const result = await answer;
    this.statements.push({ text, values: parameters });
    this.#answers.push(result);
    return result;
  }

  #answer() {
    const answer = this.#answers[this.#next];
    this.#next = (this.#next + 1) % this.#answers.length;
    return Promise.resolve(answer);
  }
}
