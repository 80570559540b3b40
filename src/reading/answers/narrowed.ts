import { nearness } from '../words/related.ts';
import { contentStems, stemsOf } from '../words/words.ts';
import { ofKind } from './answer-kind.ts';
import type { PageIndex } from './page-index.ts';
import type { Question } from './question.ts';
import { sentencesOf } from './sentences.ts';

interface Said {
  output: string;
  coverage: number;
}

const SHORT_CHARS = 60;

/**
 * Of a text that says several things, the one that speaks of what is asked: the sentence, the entry of a line of entries.
 * The whole where none stands out, and where the way to do something is asked for.
 */
export function narrowed(index: PageIndex, said: Said, question: Question): Said {
  let { output } = said;
  const { expects, text } = question;
  if (expects === 'name' || (expects === null && !/^(?:which|what)\s/i.test(text))) return said;
  for (const split of SPLITS) {
    const part =
      output.length <= SHORT_CHARS && split !== entries && split !== clauses
        ? undefined
        : standingOut(index, split(output), question);
    if (part !== undefined) output = part;
  }
  return { ...said, output };
}

/** The one part that holds more of the question's words than any other, and the kind of thing asked for. */
function standingOut(index: PageIndex, parts: string[], question: Question): string | undefined {
  if (parts.length < 2) return undefined;
  const words = contentStems(question.text).filter(
    (word) => !index.own.has(word) && !question.said.has(word),
  );
  const isAmount = question.expects === 'money' || question.expects === 'number';
  const isKind = (part: string) =>
    (!isAmount || /\d/.test(part)) && ofKind({ output: part, coverage: 1 }, question) !== undefined;
  const fitting = question.expects === null ? parts : parts.filter(isKind);
  if (fitting.length < 2) return fitting[0];
  const scored = fitting.map((part) => {
    const own = stemsOf(part);
    const met = words.map((word) => Math.max(0, ...own.map((each) => nearness(word, each))));
    return { part, score: met.reduce((sum, each) => sum + each, 0) };
  });
  const most = Math.max(...scored.map(({ score }) => score));
  const [best, ...others] = scored.filter(({ score }) => score >= most - 0.25);
  if (!best || others.length > 0 || most === 0) return undefined;
  return isKind(best.part) ? best.part : undefined;
}

function entries(text: string): string[] {
  const parts = text
    .split(/\s+[·•|/]\s+/)
    .map((entry) => entry.trim())
    .filter(Boolean);
  // "€29 / month" is one thing.
  return parts.length === 2 && parts.some((part) => /^\p{L}+$/u.test(part)) ? [] : parts;
}

/** "11 g fat of which saturates 1.6 g, 38 g carbohydrate": amounts side by side. */
function amounts(text: string): string[] {
  const parts = text.split(/,\s+(?=\d)/);
  return parts.length > 2 && parts.every((part) => /\d/.test(part)) ? parts : [];
}

/** "Males weigh 650 g, while females weigh 800 g": two things that are told against each other. */
function clauses(text: string): string[] {
  const parts = text.split(/;\s+|,\s+(?:while|whereas)\s+/);
  return parts.every((part) => /\d/.test(part)) ? parts : [];
}

/** "Eighteen months for Mill Field, a year for Northfield, and four months for Canal Side": one amount for each. */
function shares(text: string): string[] {
  const parts = text.split(/,\s+(?:and\s+)?/);
  const isShare = (part: string) =>
    /\b(?:for|in|at|on|from)\s(?:the\s)?\p{Lu}/u.test(part) &&
    /\d|\b(?:an?|two|three|four|five|six|seven|eight|nine|ten|\p{L}+teen)\s/iu.test(part);
  return parts.filter(isShare).length > 1 ? parts.filter(isShare) : [];
}

const SPLITS = [(text: string) => text.split('\n').flatMap(sentencesOf), clauses, entries, amounts, shares];
