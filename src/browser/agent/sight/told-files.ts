import { canonical, normalize, wordsOf } from '../language/words.ts';
import { isInside, type PageModel, type UiElement, wholeTextOf } from './page-model.ts';

/**
 * Of the files of a page those that these words tell from the others, by what stands nearest to each: its own name, its
 * row, the part or heading it stands under. What stands for all of them ("Invoices" above the list) tells none from
 * another; what stands nowhere is missing.
 */
export function toldFiles(
  model: PageModel,
  files: UiElement[],
  said: string,
): { told: UiElement[]; missing: TellingWord[] } {
  const parts = new Map<number, Surrounding>();
  const surroundings = new Map(files.map((file) => [file, surroundingsOf(model, files, file, parts)]));
  const missing: TellingWord[] = [];
  let told = files;
  for (const telling of tellingWords(said)) {
    const nearest = (file: UiElement) =>
      surroundings
        .get(file)
        ?.filter(({ words }) => words.has(telling.word))
        .toSorted((one, other) => one.holds.length - other.holds.length)[0];
    const size = (file: UiElement) => nearest(file)?.holds.length ?? Infinity;
    // A word beside two files that one of them bears itself is of that one.
    const own = files.filter(
      (file) => size(file) < files.length && nearest(file)?.holds.every((other) => size(other) >= size(file)),
    );
    if (own.length > 0) told = told.filter((file) => own.includes(file));
    else if (!files.some((file) => nearest(file))) missing.push(telling);
  }
  return { told, missing };
}

export interface TellingWord {
  word: string;
  /** A capital or a figure makes it one. */
  isName: boolean;
}

/** The words that say which one. */
function tellingWords(said: string): TellingWord[] {
  return (said.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [])
    .filter((raw) => !SAYS_NOTHING.test(raw))
    .flatMap((raw) => wordsOf(canonical(raw)).map((word) => ({ word, isName: /[\p{Lu}\d]/u.test(raw) })));
}

const SAYS_NOTHING =
  /^(?:the|an?|my|our|your|of|for|from|in|as|on|to|and|or|with|at|file|files|document|documents|attachment|attachments|download|downloads|available|format|version|copy|page|this|that|here|item|items)$/iu;

interface Surrounding {
  words: ReadonlySet<string>;
  /** The files that stand within it. */
  holds: UiElement[];
}

/** `parts` keeps what several files stand in. */
function surroundingsOf(
  model: PageModel,
  files: UiElement[],
  file: UiElement,
  parts: Map<number, Surrounding>,
): Surrounding[] {
  const found: Surrounding[] = [
    { words: asWords(`${file.name} ${file.text} ${inWords(file.href)}`), holds: [file] },
  ];
  for (let node = file.node; node >= 0; node = model.parents[node] ?? -1) {
    const part = parts.get(node) ?? {
      words: asWords(wholeTextOf(model, node)),
      holds: files.filter((other) => isInside(model, other.node, node)),
    };
    parts.set(node, part);
    found.push(part);
  }
  const heading = headingOf(model, file);
  const fellows = heading ? files.filter((other) => headingOf(model, other) === heading) : [];
  if (heading) found.push({ words: asWords(heading.name || heading.text), holds: fellows });
  return [...found, { words: asWords(model.title), holds: files }];
}

/** An address in words, with the names that people have for its kind of file. */
function inWords(href: string): string {
  return normalize(href)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\bxlsx?$/u, '$& excel')
    .replace(/\bdocx?$/u, '$& word');
}

function headingOf({ elements }: PageModel, { node }: UiElement): UiElement | undefined {
  return elements.findLast(
    (element) => element.node < node && element.isVisible && /^(?:h[1-6]|dt|summary)$/u.test(element.tag),
  );
}

function asWords(text: string): ReadonlySet<string> {
  return new Set(wordsOf(canonical(text)));
}
