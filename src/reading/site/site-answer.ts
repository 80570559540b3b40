/** What is less likely right than this is told as doubtful: about three in ten of it are wrong. */
export const LEAST_LIKELY = 0.7;

/** What a site says to a question. */
export interface SiteAnswer {
  /** Which of the pages says it. */
  at: number;
  output: string;
  certainty: number;
}
