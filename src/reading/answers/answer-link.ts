import type { PageLink } from '../page/page.ts';
import { contentStems, stemsOf } from '../words/words.ts';
import type { Answer } from './answered.ts';
import type { PageIndex } from './page-index.ts';
import type { Question } from './question.ts';

/** "What is the link to the annual report?": where the link of that name leads. */
export function answerLink({ page }: PageIndex, { text }: Question): Answer | undefined {
  const asked = LINK.exec(text);
  if (!asked) return undefined;
  const subject = contentStems(text.replace(LINK_WORDS, ' ')).filter((word) => !POINTING.has(word));
  if (subject.length === 0) {
    const isOfPage = /\b(?:this|the|current) (?:web)?(?:page|site)\b/i.test(text);
    return isOfPage ? { output: page.canonicalUrl ?? page.url, coverage: 1 } : undefined;
  }
  const best = page.links
    .map((link) => ({ link, fit: fitOf(link, subject) }))
    .filter(({ fit }) => fit > 0)
    .sort((one, other) => other.fit - one.fit)[0];
  return best && { output: best.link.href, coverage: 1 };
}

/** All words of the subject in its name; of several such links the one that is called so and nothing else. */
function fitOf({ name, isAside }: PageLink, subject: string[]): number {
  const words = stemsOf(name);
  if (!subject.every((word) => words.includes(word))) return 0;
  return subject.length / words.length + (isAside ? 0 : 0.3);
}

const LINK =
  /^(?:(?:what|which|where)(?: is|'s| are)?|give|get|find|return|show|tell|extract|copy|provide)\b.{0,60}?\b(?:link|url|hyperlink|href|web ?address)\b|^where does\b.{1,80}\b(?:link|button)\b.{0,20}\b(?:lead|go|point)|^(?:link|url)\s+(?:to|of|for)\b/i;
const LINK_WORDS =
  /\b(?:download |direct |full |absolute )?(?:links?|urls?|hyperlinks?|href|web ?address(?:es)?|buttons?)\b|\b(?:leads?|goes|go|points?)(?: to)?\b|\bthis page\b/gi;
const POINTING = new Set(stemsOf('page site website give get find return show tell extract copy provide me'));
