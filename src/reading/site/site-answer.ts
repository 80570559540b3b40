/** What is less likely right than this is told as doubtful: more than half of it is wrong, and a quarter of the rest. */
export const LEAST_LIKELY = 0.6;

/** What a site says to a question. */
export interface SiteAnswer {
  /** Which of the pages says it. */
  at: number;
  output: string;
  certainty: number;
}
