import type { PageModel, UiElement } from '../sight/page-model.ts';

/** "How many items are on the list?", "how many are crossed off?", "how many still have to be bought?" Null where no list tells. */
export function countListed(model: PageModel, phrase: string): string | null {
  if (!THINGS.test(phrase)) return null;
  const entries = largestList(model);
  if (entries.length < 2) return null;
  const done = entries.filter((entry) => isDone(entry)).length;
  if (LEFT.test(phrase)) return done > 0 ? String(entries.length - done) : null;
  if (DONE.test(phrase)) return done > 0 ? String(done) : null;
  return LISTED.test(phrase) ? String(entries.length) : null;
}

const THINGS = /\b(?:items|things|entries|tasks|to-?dos|chores|products|articles|lines)\b/iu;
const LEFT = /\b(?:still|left|remain(?:s|ing)?|not\s+(?:yet\s+)?\p{L}+ed|to\s+be\s+\p{L}+|unfinished)\b/iu;
const DONE = /\b(?:crossed|ticked|checked)(?:\s+off)?\b|\b(?:done|bought|completed?|finished|packed)\b/iu;
const LISTED = /\b(?:on|in|of|does|do)\s+(?:the|this|my)\b.*\blist\b|\bare\s+(?:there|listed)\b/iu;

function largestList({ elements, parents }: PageModel): UiElement[] {
  const entries = elements.filter(
    ({ isVisible, isFraming, role, name }) => isVisible && !isFraming && role === 'listitem' && name !== '',
  );
  const lists = [...Map.groupBy(entries, ({ node }) => parents[node] ?? -1).values()];
  return lists.reduce((most, list) => (list.length > most.length ? list : most), []);
}

function isDone({ name, hints }: UiElement): boolean {
  return (
    /[✓✔☑✅]/u.test(name) || /\b(?:done|checked|completed?|finished|bought|crossed|struck)\b/u.test(hints)
  );
}
