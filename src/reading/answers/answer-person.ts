import { isSameWord } from '../words/concepts.ts';
import { SUBJECTS } from '../words/subjects.ts';
import { contentStems, stemsOf } from '../words/words.ts';
import type { Answer } from './answered.ts';
import type { PageIndex } from './page-index.ts';
import type { Question } from './question.ts';
import { mainSentences } from './sentences.ts';

/** "Our head baker, Tom Aldous, tried": a name right beside all that is asked for; two names are none. */
export function answerPerson({ page, own }: PageIndex, { text: question }: Question): Answer | undefined {
  if (!WHO_IS.test(question)) return undefined;
  const asked = contentStems(question).filter((word) => !own.has(word));
  if (asked.length === 0 || asked.length > 3) return undefined;
  const found = new Set<string>();
  for (const { text, stems } of mainSentences(page)) {
    if (!asked.every((word) => stems.includes(word))) continue;
    const [, called, calledName] = IS_NAMED.exec(text) ?? [];
    if (calledName !== undefined && asked.every((word) => contentStems(called ?? '').includes(word)))
      found.add(calledName);
    for (const match of text.matchAll(APPOSED)) {
      const role = contentStems(match[1] ?? match[4] ?? '');
      const name = match[2] ?? match[3];
      if (name !== undefined && asked.every((word) => role.includes(word))) found.add(name);
    }
  }
  const [name] = found;
  return found.size === 1 && name !== undefined ? { output: name, coverage: 1 } : undefined;
}

/** "Who founded it?" of "was founded in 1987 by the sisters Agnes and Maud Tallow": the one name behind the deed. */
export function answerDoer({ page, own }: PageIndex, { text: question }: Question): Answer | undefined {
  const [, deed = '', rest = ''] = WHO_DEED.exec(question) ?? [];
  if (deed === '') return undefined;
  const asked = contentStems(rest).filter((word) => !own.has(word) && !SUBJECTS.has(word));
  const found = new Set<string>();
  for (const { text, stems, above } of mainSentences(page)) {
    const told = [...stems, ...stemsOf(above)];
    if (!asked.every((word) => told.some((each) => isSameWord(each, word)))) continue;
    for (const [, done = '', by = ''] of text.matchAll(DONE_BY))
      if (done.toLowerCase() === deed.toLowerCase()) found.add(by.replace(/(?<=\p{L}{2})\.$/u, ''));
  }
  const [name] = found;
  return found.size === 1 && name !== undefined ? { output: name, coverage: 1 } : undefined;
}

const WHO_DEED = /^who (?:has |had )?(\p{Ll}{3,}ed|built|made|sold|led|won|bought|found)\s(.{2,80}?)\??$/iu;
const GIVEN = "\\p{Lu}[\\p{L}'’.-]+";
const DONE_BY = new RegExp(
  `(?<!\\p{L})(\\p{L}{3,}ed|built|made|sold|led|won|bought)\\s(?:(?:in|on|at)\\s[\\p{L}\\d ]{2,30}?\\s)?by\\s((?:(?:the\\s)?\\p{Ll}+\\s){0,2}${GIVEN}(?:\\s(?:and|&|van|von|de|der|la|di)?\\s?${GIVEN}){0,5})`,
  'gu',
);

const WHO_IS =
  /^(?:who (?:is|are|was|were)|who's|wer (?:ist|sind|war)|qui (?:est|sont|était)|quién (?:es|era)|chi è|kto jest|quem é|wie is)\s/i;
const NAMED = "\\p{Lu}[\\p{L}'’.-]+(?:\\s(?:\\p{Lu}[\\p{L}'’.-]*|de|van|von|der|la|el|bin|al)){1,3}";
const APPOSED = new RegExp(
  `((?:[\\p{Ll}\\p{Lu}][\\p{L}-]+\\s){0,3}\\p{Ll}[\\p{L}-]+),?\\s(${NAMED})|(${NAMED}),\\s((?:[\\p{L}-]+\\s?){1,6})`,
  'gu',
);

/** "Il proprietario è Duccio Bellandi.", "Kuratorka: Halina Mroczek." */
const IS_NAMED = new RegExp(
  `^(.{3,60}?)(?:\\s(?:is|ist|est|es|è|é|jest)\\s|:\\s)(${NAMED.replace('.-]+', '-]+').replace('.-]*', '-]*')})\\.?$`,
  'u',
);
