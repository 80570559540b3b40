import { Readability } from '@mozilla/readability';
import { textOf } from './dom.ts';
import { markdownOf } from './markdown.ts';

/** Past these the library takes seconds. All are far above an ordinary page. */
const MAX_ELEMENTS = 12_000;
const MAX_DEPTH = 150;
/** Below this the library takes a short page's content (a price, a list, a table) for clutter. */
const MIN_CHARS = 500;
/** So much of what the page shows in sentences must be in what the library returns, or the page is no article. */
const LEAST_HELD = 1 / 3;

/** The article of a page as Markdown; null where the page is none. Takes the document apart. `own` is our own reading. */
export function articleOf(document: Document, url: string, own: string): string | null {
  const sentences = sentencesIn(own);
  if (sentences.length === 0 || own.length < MIN_CHARS || !isOrdinary(document)) return null;
  const mains = document.querySelectorAll('main, [role="main"]');
  if (mains.length === 1 && mains[0] && isAllContent(mains[0])) return null;
  // The library resolves links by these; the parser does not know where the page came from.
  Object.defineProperty(document, 'baseURI', { value: url });
  Object.defineProperty(document, 'documentURI', { value: url });
  const article = new Readability<Element>(document, {
    keepClasses: true,
    serializer: (element) => element as Element,
  }).parse();
  if (!article?.content) return null;
  clean(article.content);
  const markdown = markdownOf(article.content, url);
  return holds(markdown, sentences) ? markdown : null;
}

/** Parts of an article that are not its text. */
const AROUND =
  /(?:^|[-_\s])(?:figure|caption|byline|author|share|sharing|social|related|recommend\w*|read-?more|more-?(?:on|from|stories)|newsletter|subscribe|signup|promo|tags?|tag-?list|topics|breadcrumbs?|comments?|advert\w*|ads?|credit|meta|teaser|toc|pagination|print|toolbar)(?:$|[-_\s])/i;
const TAGS =
  'figure, figcaption, aside, nav, footer, form, button, iframe, video, audio, svg, [role=navigation]';
const AROUND_TAGS = new Set(
  'figure figcaption aside nav footer form button iframe video audio svg img header'.split(' '),
);

/** The part that the page itself marks as its content, with nothing in it that would have to be taken out. */
function isAllContent(main: Element): boolean {
  let links = 0;
  for (const element of main.querySelectorAll('*')) {
    const { localName } = element;
    if (AROUND_TAGS.has(localName)) return false;
    if (localName === 'a') links += 1;
    const names = element.getAttribute('class');
    if (names !== null && AROUND.test(names)) return false;
    const id = element.getAttribute('id');
    if (id !== null && AROUND.test(id)) return false;
  }
  return links <= 1 || links * 400 < textOf(main, 200_000).length;
}

function clean(root: Element): void {
  for (const element of [...root.querySelectorAll(TAGS)])
    if (!element.querySelector('table, pre, blockquote')) element.remove();
  const whole = textOf(root, 200_000).length || 1;
  for (const element of [...root.querySelectorAll('div, section, ul, ol, p, span, header')]) {
    if (!element.parentNode) continue;
    const names = `${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`;
    const isAround = AROUND.test(names);
    const links = isAround ? [] : [...element.getElementsByTagName('a')];
    if (!isAround && links.length < 2) continue;
    const text = textOf(element, 10_000).length;
    const linked = links.reduce((sum, link) => sum + textOf(link, 500).length, 0);
    if (text < whole * 0.3 && (isAround || linked > text * 0.7)) element.remove();
  }
}

/** The lines that are sentences, without their marks. */
function sentencesIn(markdown: string): string[] {
  return markdown
    .split('\n')
    .filter((line) => line.length >= 60 && !line.startsWith('|') && /[.!?。…]["'”’)]?\s*$/u.test(line))
    .map(letters)
    .filter((line) => line.length >= 40)
    .slice(0, 2_000);
}

function letters(text: string): string {
  return text
    .replace(/\]\([^()\s]{0,2000}\)/g, ']')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();
}

function holds(markdown: string, sentences: readonly string[]): boolean {
  const text = letters(markdown);
  const size = (some: readonly string[]) => some.reduce((sum, { length }) => sum + length, 0);
  return size(sentences.filter((line) => text.includes(line.slice(0, 100)))) >= LEAST_HELD * size(sentences);
}

function isOrdinary(document: Document): boolean {
  let elements = 0;
  let depth = 0;
  for (let node: Element | null = document.documentElement; node !== null; ) {
    elements += 1;
    if (elements > MAX_ELEMENTS || depth > MAX_DEPTH) return false;
    let next: Element | null = node.firstElementChild;
    if (next) depth += 1;
    for (let up: Element | null = node; next === null && up !== null; up = up.parentElement) {
      next = up.nextElementSibling;
      if (next === null) depth -= 1;
    }
    node = next;
  }
  return true;
}
