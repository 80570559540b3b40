import type { ExtractedPage } from '../page/page.ts';
import { stemsOf } from '../words/words.ts';

export interface Sentence {
  text: string;
  stems: string[];
  /** The heading it stands under. */
  above: string;
}

const sentences = new WeakMap<ExtractedPage, Sentence[]>();

/** The sentences of the page itself with their stems; a schema of many keys asks for them again and again. */
export function mainSentences(page: ExtractedPage): readonly Sentence[] {
  const known = sentences.get(page);
  if (known) return known;
  const found = page.blocks
    .flatMap(({ text, under, isAside }) =>
      isAside ? [] : sentencesOf(text).map((sentence) => ({ text: sentence, above: under.at(-1) ?? '' })),
    )
    .slice(0, 8_000)
    .map((sentence) => ({ ...sentence, stems: stemsOf(sentence.text) }));
  sentences.set(page, found);
  return found;
}

export function sentencesOf(text: string): string[] {
  return text
    .split(
      /(?<=[.!?…])(?<!(?:^|\s)(?:Mr|Mrs|Ms|Dr|St|No|Nr|Thos|Wm|vs|ca|c|approx|Prof|Jr|Sr|Mio|Mrd|Tsd|Capt|Dott|Ing|Sra|Sig|Tel|Ref|Art|Abs|Str|inkl|zzgl|bzw|av|ul|al|nr|tel|godz|M|Mme|Mlle)\.)(?<!(?:^|\s)(?:no|ref)\.(?=\s+\p{Lu}{0,4}-?\d))(?<!\d\.(?=\s(?:Jan|Feb|M[äa]r|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)))(?:["'”’)])?\s+(?=["'“‘(]?[\p{Lu}\p{N}])/u,
    )
    .map((sentence) => sentence.trim())
    .filter(Boolean);
}
