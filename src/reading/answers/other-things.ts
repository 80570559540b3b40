import { leadsElsewhere } from '../page/aside.ts';
import type { Block, ExtractedPage } from '../page/page.ts';
import { SUBJECTS } from '../words/subjects.ts';
import { stem } from '../words/words.ts';

/**
 * The page with what it says of other things ("You may also like", "Similar flats") set aside: the price of one of
 * them is not the price of what the page is about.
 */
export function withOthersAside(page: ExtractedPage): ExtractedPage {
  const others = new Set(page.blocks.filter(isOfOthers(page)));
  if (others.size === 0) return page;
  const own = page.blocks.filter((block) => !others.has(block));
  const headings = new Set([...others].flatMap(({ under }) => under.slice(1)));
  const isOther = (under: string, value: string) =>
    headings.has(under) && !own.some((block) => block.under.at(-1) === under && block.text.includes(value));
  return {
    ...page,
    blocks: page.blocks.map((block) => (others.has(block) ? { ...block, isAside: true } : block)),
    labels: page.labels.map((label) =>
      isOther(label.under, label.value) ? { ...label, isOfItem: true } : label,
    ),
    collections: page.collections.map((collection) =>
      collection.items.length > 0 && collection.items.every(({ under, title }) => isOther(under, title))
        ? { ...collection, isAside: true }
        : collection,
    ),
  };
}

function isOfOthers({ blocks }: ExtractedPage): (block: Block) => boolean {
  // What a box holds ends with the box; under a heading without one, all that follows is meant.
  const loose = new Set(
    blocks.flatMap(({ text, under, isAside }) => (!isAside && text === under.at(-1) ? [text] : [])),
  );
  return ({ under, isAside }) =>
    under.slice(1).some((heading) => namesOthers(heading) && (isAside || loose.has(heading)));
}

function namesOthers(heading: string): boolean {
  const kind = MORE.exec(heading)?.[1];
  return leadsElsewhere(heading) || (kind !== undefined && SUBJECTS.has(stem(kind)));
}

/** "Other hotels nearby", "More flats in Vienna". */
const MORE =
  /^(?:more|other|further)\s(?:\p{L}+\s)?(\p{Ll}+s)(?:\s(?:in|near|nearby|around|from|by|like|you)\b.*)?$/iu;
