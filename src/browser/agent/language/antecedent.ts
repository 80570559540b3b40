import { DEEDS } from './deeds.ts';
import { beginsWithVerb } from './split-clauses.ts';

/** "There is a key called Old sync that nobody uses. Revoke it.": what "it" is, the sentence before it tells. */
export function resumed(text: string): string {
  const sentences = text.match(SENTENCE) ?? [];
  return sentences
    .map((sentence, index) => {
      const thing = PRONOUN.test(sentence) ? thingIn(sentences[index - 1] ?? '') : null;
      return thing === null ? sentence : sentence.replace(PRONOUN, (_whole, lead) => `${lead} ${thing}`);
    })
    .filter((sentence, index) => {
      const next = sentences[index + 1] ?? '';
      return !PRONOUN.test(next) || thingIn(sentence) === null;
    })
    .join('');
}

/** Quoted words may hold any sign. */
const SENTENCE = /(?:"[^"]{0,300}"|“[^”]{0,300}”|[^.!?"“]|[.!?"“](?!\s|$))+[.!?]*\s*/gu;
const PRONOUN = new RegExp(
  String.raw`^((?:(?:please|so|now|then|and)[\s,]+)*(?:${[...DEEDS].join('|')}))\s+(?:it|them|that|this)(?=\s*[.!,]|\s*$|\s+(?:for|please|now|right)\b)`,
  'iu',
);

/** The thing that a statement speaks of; null where it tells of none, or is an order or a question itself. */
function thingIn(sentence: string): string | null {
  const said = sentence.trim().replace(/[.!]+$/u, '');
  if (said.endsWith('?') || beginsWithVerb(said)) return null;
  const [, words = ''] =
    said.match(/^there(?:['’]s| is| are)\s+(?:still\s+)?(?:an?|the|one|some)\s+(.+)$/iu) ??
    said.match(
      /^(?:i|we)(?:['’](?:ve|m|d))?\s+(?:(?!(?:my|our|the|an?)\s)[\p{L}'’]+\s+){1,5}(?:my|our|the|an?)\s+(.+)$/iu,
    ) ??
    said.match(
      /^(?:my|our|the)\s+(.+?)\s+(?:is|are|was|were|has|have|had|got|isn['’]t|needs?|keeps?|does|do)\b/iu,
    ) ??
    [];
  const thing = words.replace(RELATIVE, '').replace(NAMED, '$1 "$2"').replace(THE_ONE, ' $1').trim();
  return thing === '' || /,|\band\b/iu.test(thing) || thing.split(/\s+/u).length > MOST_WORDS
    ? null
    : `the ${thing}`;
}

const MOST_WORDS = 9;
/** What else is said of it. */
const RELATIVE =
  /,?\s+(?:that|which|who|nobody|because|since|but|so|when|while|yesterday|today|anymore|any more|any longer|again)\b.*$|,\s+(?!the one\b).*$/iu;
const NAMED = /\b(\p{L}+)\s+(?:called|named|titled)\s+(?!["“])([^,"“]{2,60})$/iu;
const THE_ONE = /,\s+the one\s+(.+)$/iu;
