import { factsOf } from './facts.ts';
import type { Talk } from './talk.ts';

const SENTENCE = /(?<=[.!?])\s+(?=["“]?[\p{Lu}\d])/u;
const CLAUSE =
  /,\s+(?:and|but|so|because|since)\s+|\s+(?:and|but)\s+(?=(?:we|i|he|she|it|they|please|the|my|our|there)\b)|;\s+/iu;
const AGREED = /\b(?:terms|conditions|privacy|policy)\b/iu;
/** "No further comments, just send it." */
const NOTHING_TO_SAY =
  /^(?:(?:I have|there are|there is)\s+)?(?:no|nothing)\s+(?:(?:further|other|more|additional|special)\s+)?(?:comments?|remarks?|notes?|wish(?:es)?|requests?|message|else|to add|further|more)\b|^(?:just|simply|please)\s+(?:just\s+)?(?:send|submit|save)\s+(?:it|this|that)\b/iu;
/** These belong into fields of their own, if anywhere. */
const OWN_FIELD = new Set([
  'email',
  'phone',
  'card',
  'expiry',
  'security',
  'street',
  'date',
  'time',
  'quote',
]);

/** What somebody says beside what has found its place: for the field that takes remarks, in their own words. */
export function leftoversOf(talk: Talk, used: ReadonlySet<number>): string {
  const sentences = talk.text.split(SENTENCE);
  const written = talk.goal.split(SENTENCE);
  const facts = factsOf(talk);
  let from = 0;
  const kept = sentences.flatMap((sentence, index) => {
    const at = talk.text.indexOf(sentence, from);
    from = at + sentence.length;
    // The first says what is wanted as a whole.
    if (index === 0 || AGREED.test(sentence) || NOTHING_TO_SAY.test(sentence)) return [];
    const isFree = (start: number, text: string) => {
      const inside = talk.words.flatMap((word, place) =>
        word.at >= start && word.end <= start + text.length ? [place] : [],
      );
      return !inside.some(
        (place) =>
          used.has(place) ||
          facts.some((fact) => OWN_FIELD.has(fact.kind) && place >= fact.start && place <= fact.end),
      );
    };
    const original = sentences.length === written.length ? (written[index] ?? sentence) : sentence;
    if (isFree(at, sentence)) return [original];
    const clauses = sentence.split(CLAUSE);
    const own = original.split(CLAUSE);
    let start = at;
    return clauses.flatMap((clause, place) => {
      const here = talk.text.indexOf(clause, start);
      start = here + clause.length;
      const said = (clauses.length === own.length ? own[place] : clause) ?? clause;
      return isFree(here, clause) && clause.split(/\s+/u).length > 2 ? [begun(said)] : [];
    });
  });
  return kept.join(' ').trim();
}

function begun(clause: string): string {
  const text = clause.replace(/^(?:and|but|so)\s+/iu, '').replace(/[.!?\s]+$/u, '');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
