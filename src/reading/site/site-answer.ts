/** What a site says to a question. */
export interface SiteAnswer {
  /** Which of the pages says it. */
  at: number;
  output: string;
  certainty: number;
}
