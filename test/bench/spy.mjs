/**
 * Stands before the query runners of one copy of TypeORM: lets statements through, notes them, or answers with what was
 * noted, so that everything but the database can be measured.
 */
export class RunnerSpy {
  mode = 'live';
  statements = [];
  /** The answer to each statement, by its text. */
  #answers = new Map();

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
    this.#answers = new Map();
    const result = await work();
    this.mode = 'live';
    return { result, statements: this.statements, answers: this.#answers };
  }

  /** From now on statements with these texts are answered at once; any other is let through, and its answer kept. */
  replay(answers) {
    this.mode = 'replay';
    this.#answers = answers;
  }

  #query(live, text, parameters) {
    if (this.mode === 'live') return live();
    // One that has a name on the server is not quite a text.
    const key = String(text);
    if (this.mode === 'replay' && this.#answers.has(key)) return Promise.resolve(this.#answers.get(key));
    return this.#note(live(), key, parameters);
  }

  async #note(answer, text, parameters = []) {
    const result = await answer;
    this.statements.push({ text, values: parameters });
    this.#answers.set(text, result);
    return result;
  }
}
