import type { ExtractedPage } from '../../reading/page/page.ts';
import type { SaidOnSite } from '../../reading/site/read-around.ts';

export interface SitePage {
  markup: string;
  page: ExtractedPage;
}

/** How an exploration reads what it comes upon. */
export interface SiteReader {
  /** The open page as data; null when it cannot be read or was refused. */
  open(): Promise<SitePage | null>;
  /** The pages of one list as one page. */
  join(pages: readonly SitePage[]): Promise<ExtractedPage>;
  /** What a page says to the task, or to another question; null when it does not say enough. */
  ask(page: ExtractedPage, question: string): Promise<unknown>;
  /** What several pages say together to a question in words. */
  askTogether(pages: readonly ExtractedPage[], question: string): Promise<SaidOnSite | null>;
  /** The task is about all things of a kind, so that a part of a list would give a wrong answer. */
  isOfAll: boolean;
  /** The answer is data in the caller's shape. */
  isOfData: boolean;
  /** A part of a list is of use, as long as it is told to be one. */
  takesPart: boolean;
  /** Set once a list was not read to its end: why not, in words. */
  partly?: string;
  /** What the pages that were read said together, as long as nothing else answers. */
  said?: SaidOnSite | null;
}
