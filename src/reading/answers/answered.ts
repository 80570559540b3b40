/** What a page says to a question. */
export interface Answer {
  output: string;
  coverage: number;
  /** A value that stands under its name, and not just in a sentence. */
  isNamed?: boolean;
  /** Worked out of what the page holds in order (hours, tables, rules), and not just a line of it. */
  isReasoned?: boolean;
  /** Made of several answers: their sum, the one asked with the help of another, one beside the other. */
  isReckoned?: boolean;
}
