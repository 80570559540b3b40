import { isCountry } from '../values/country.ts';
import { stemsOf } from '../words/words.ts';
import type { Answer } from './answered.ts';
import type { PageIndex } from './page-index.ts';
import type { Question } from './question.ts';
import { mainSentences } from './sentences.ts';
import { sayYesNo } from './yes-no.ts';

/** "Can I pay by PayPal?" where the page lists the ways to pay and PayPal is none of them: what a list leaves out is not had. */
export function answerClosed(index: PageIndex, question: Question): Answer | undefined {
  if (question.form !== 'yes-no') return undefined;
  const told = otherWays(index, question) ?? otherPlaces(index, question);
  return told === undefined
    ? undefined
    : { output: sayYesNo(false, told, question, index.page.language), coverage: 1 };
}

function otherWays({ page, collections, vocabulary }: PageIndex, question: Question): string | undefined {
  const asked = PAYING.exec(question.text)?.slice(1).find(Boolean) ?? '';
  const isKnown = waysIn(asked).length > 0 || /\bpay\b/i.test(question.text);
  if (asked === '' || !isKnown || stemsOf(asked).some((word) => vocabulary.has(word))) return undefined;
  const listed = collections
    .filter(({ collection }) => collection.kind === 'list' && !collection.isAside)
    .map(({ items }) => items.map(({ item }) => item.title))
    .find(
      (titles) => titles.filter((title) => waysIn(title).length > 0).length > Math.max(1, titles.length / 2),
    );
  const said = mainSentences(page).find(
    ({ text: sentence }) => ACCEPTS.test(sentence) && waysIn(sentence).length > 1 && sentence.length <= 200,
  )?.text;
  const told = listed?.join(', ') ?? said;
  if (told === undefined) return undefined;
  // "All major cards" may be any of them, and Visa is a card.
  const isEither =
    [asked, told].every((text) => CARD.test(text)) && [asked, told].some((text) => ANY_CARD.test(text));
  return isEither ? undefined : told;
}

const PAYING =
  /\bpay (?:by|with|in|using|via|through) (?:an? |my )?(.{3,30}?)\s*\?*$|\b(?:accept|take) (.{3,30}?)\s*\?*$/i;
const ACCEPTS = /\b(?:accept(?:ed)?|take|pay|payment)\b/i;
const CARD =
  /\b(?:cards?|visa|mastercard|maestro|amex|american express|debit|credit|discover|contactless)\b/i;
const ANY_CARD = /\b(?:cards?|debit|credit|contactless)\b/i;
const WAYS =
  /\b(?:visa|mastercard|maestro|amex|american express|(?:debit |credit )?cards?|cash|che(?:que|ck)s?|paypal|apple pay|google pay|klarna|bitcoin|invoice|bank transfer|direct debit|vouchers?|twint|ideal|sepa|contactless)\b/gi;

function waysIn(text: string): string[] {
  return text.match(WAYS) ?? [];
}

/** "Do you ship to France?" where nothing is sent beyond another country. */
function otherPlaces({ page, vocabulary }: PageIndex, { text }: Question): string | undefined {
  const country = SENDING.exec(text)?.[1] ?? '';
  if (!isCountry(country) || stemsOf(country).some((word) => vocabulary.has(word))) return undefined;
  return mainSentences(page).find(
    ({ text: sentence }) => SENT.test(sentence) && WITHIN.test(sentence) && sentence.length <= 200,
  )?.text;
}

const SENDING = /\b(?:ship|deliver|post|send|sell)\b.{0,30}?\bto (?:the )?([\p{Lu}][\p{L} ]{2,30}?)\s*\?*$/iu;
const SENT = /\b(?:ship|deliver|post|send|sell|dispatch)/i;
const WITHIN =
  /\b(?:not|cannot|don['’]t|can['’]t|unable)\b.*\b(?:outside|beyond|international|overseas|abroad)\b|\bonly\b.*\b(?:within|to|in)\b/i;
