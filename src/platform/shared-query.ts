// One more than the group that the server answers keeps it busy.
const UNDER_WAY = 2;
const QUESTIONS = 64;

/**
 * Groups questions that arrive while others are being answered: one statement and one round trip for all of a group. When a group
 * fails, those that wait fail with it: asking again would take longer than a caller waits for a lost database.
 */
export class SharedQuery<Question, Answer> {
  readonly #answer: (questions: Question[]) => Promise<Answer[]>;
  #waiting: Pending<Question, Answer>[] = [];
  #underWay = 0;

  /** `answer` returns one answer for each question, in the same order. */
  constructor(answer: (questions: Question[]) => Promise<Answer[]>) {
    this.#answer = answer;
  }

  ask(question: Question): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.#waiting.push({ question, resolve, reject });
    if (this.#underWay < UNDER_WAY) void this.#next();
    return promise;
  }

  async #next(): Promise<void> {
    const group = this.#waiting.splice(0, QUESTIONS);
    if (group.length === 0) return;
    this.#underWay += 1;
    try {
      const answers = await this.#answer(group.map(({ question }) => question));
      for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      for (const { reject } of [...group, ...this.#waiting.splice(0)]) reject(error);
    }
    this.#underWay -= 1;
    void this.#next();
  }
}

interface Pending<Question, Answer> {
  question: Question;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}
