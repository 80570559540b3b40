/**
 * What a page says. The only file of this library that others import.
 *
 * Read:    `extractor.read({ body, url, contentType }, asked)` gives the page as data and the answer to what is asked of it.
 * Ask:     `extractor.answer(page, asked)` asks a page that has been read.
 * Text:    `page.markdown` and `page.text`; `page.links`, `page.nodes` (structured data), `page.collections` (tables and lists).
 * Schemas: `asked.outputSchema` is filled instead of an answer in words; what the page does not say is left out.
 *
 * An answer has a rung: a value, the nearest passages of the page, or its text, with how likely it is right. Only a schema
 * can stay unfilled (`found: false`).
 */
export {
  type Answer,
  asksForList,
  asksOfAll,
  emptyAnswer,
  enoughOf,
  leavesOpen,
  type Rung,
} from './answer.ts';
export type { Asked } from './asked.ts';
export { decodeText } from './content/decode-text.ts';
export { Extractor } from './extractor.ts';
export { filledShare } from './fill/filled-share.ts';
export { ungrounded } from './grounded.ts';
export { mapToSchema } from './map-to-schema.ts';
export type { ExtractedPage } from './page/page.ts';
export { addressIn, isSameSite } from './page/page-series.ts';
export type { Passage, UsedFact } from './parts/answer-parts.ts';
export type { Reading, Source } from './read-document.ts';
export { isMoreName, isOnwardName } from './words/paging-words.ts';
