import { squeeze } from '../page/dom.ts';
import { labelPair } from '../page/item-fields.ts';
import { type Block, type ExtractedPage, emptyPage, type LabelledValue } from '../page/page.ts';

const MAX_BLOCKS = 6_000;

/** Plain text and Markdown as a page: paragraphs, headings, lines that name a value, lists. */
export function textPage(text: string, url: string): ExtractedPage {
  const headings: ExtractedPage['headings'] = [];
  const blocks: Block[] = [];
  const labels: LabelledValue[] = [];
  const path: { level: number; text: string }[] = [];
  for (const paragraph of text.split(/\r?\n[ \t]*\r?\n/).slice(0, MAX_BLOCKS)) {
    const lines = paragraph.split(/\r?\n/);
    const marks = lines[0]?.match(/^(#{1,6})\s+(\S.*)$/);
    if (marks?.[1] && marks[2]) {
      while ((path.at(-1)?.level ?? 0) >= marks[1].length) path.pop();
      path.push({ level: marks[1].length, text: marks[2].trim() });
      headings.push({ level: marks[1].length, text: marks[2].trim() });
      lines.shift();
    }
    const under = path.map((heading) => heading.text);
    // Short lines stand for themselves; long ones are one paragraph, broken to fit.
    const isList =
      lines.length > 1 && lines.every((line) => line.length < 70 || /^\s*(?:[-*•]|\d+[.)])\s/.test(line));
    for (const part of isList ? lines : [lines.join(' ')]) {
      const said = squeeze(part.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '')).slice(0, 3_000);
      if (said === '') continue;
      blocks.push({ text: said, under, isAside: false });
      const pair = labelPair(said);
      if (pair && labels.length < 3_000)
        labels.push({ ...pair, source: 'label', under: under.at(-1) ?? '', isOfItem: false });
    }
  }
  const title = headings[0]?.text ?? null;
  return {
    ...emptyPage(url),
    title,
    headings,
    blocks: blocks.slice(0, MAX_BLOCKS),
    labels,
    markdown: text,
    text,
  };
}
