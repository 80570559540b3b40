import type { Question } from './question.ts';

/** Yes or no in the language of the question, with what tells it. */
export function sayYesNo(isYes: boolean, told: string, { text }: Question, language: string | null): string {
  const [yes, no] = WORDS[languageOf(text, language)] ?? ['Yes', 'No'];
  const word = isYes ? yes : no;
  return told === '' || told.toLowerCase() === word.toLowerCase() ? word : `${word} (${told})`;
}

const WORDS: Record<string, [yes: string, no: string]> = {
  de: ['Ja', 'Nein'],
  fr: ['Oui', 'Non'],
  es: ['Sí', 'No'],
  it: ['Sì', 'No'],
  pt: ['Sim', 'Não'],
  nl: ['Ja', 'Nee'],
  pl: ['Tak', 'Nie'],
  ja: ['はい', 'いいえ'],
};

/** A page may be asked in English whatever its own language. */
function languageOf(text: string, language: string | null): string {
  // Dutch begins such a question with the same word.
  if (/^nl/i.test(language ?? '') && /\b(?:een|het|de|er|dan)\b/i.test(text)) return 'nl';
  if (/^(?:is|are|was|were|does|do|did|has|have|can|could|will|would|should|may|must)\s/i.test(text))
    return 'en';
  return (language ?? 'en').slice(0, 2).toLowerCase();
}

export const NEGATION =
  /\b(?:no|not|never|without|cannot|neither|nor|kein\w*|nicht|ohne|pas|jamais|sans|sin|nunca|non|senza|nie|bez|geen|niet)\b|(?<!\p{L})não(?!\p{L})|n['’]t\b|ありません|ません|ない/iu;
