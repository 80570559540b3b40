import type { SiteAnswer } from './site-answer.ts';
import {
  type Candidate,
  plain,
  SIGNS,
  type Signs,
  type SiteQuestion,
  TRAITS,
  type Traits,
  tellingTraits,
  traitsOf,
} from './traits.ts';
import { CERTAINTY, WORTH } from './weights.ts';

export interface Scored {
  candidate: Candidate;
  traits: Traits;
  score: number;
}

/** The likeliest of what a site says, with how likely it is right. */
export function chooseAnswer(candidates: readonly Candidate[], site: SiteQuestion): SiteAnswer | undefined {
  const scored = scoredOf(candidates, site);
  const [best] = scored;
  if (!best) return undefined;
  const { at } = best.candidate;
  const output = valueIn(best, scored)?.candidate.output ?? alsoSaid(best, scored);
  const likely = certaintyOf(best, scored, site);
  const { contact, isReasoned } = best.traits;
  return { at, output, certainty: Math.max(likely, contact === 1 ? KNOWN : 0, isReasoned * WORKED_OUT) };
}

/** How likely what a page tells by itself is right, beside all that it says to the question. */
export function likelihoodOf(told: Candidate, candidates: readonly Candidate[], site: SiteQuestion): number {
  const scored = scoredOf(candidates, site);
  return certaintyOf(amongScored(told, scored, site), scored, site);
}

/** The candidate that says the same, or it by itself. */
export function amongScored(
  told: Candidate,
  scored: readonly Scored[],
  site: SiteQuestion,
  worth = WORTH,
): Scored {
  const said = plain(told.output);
  const all = [...scored.map(({ candidate }) => candidate), told];
  return (
    scored.find(({ candidate }) => plain(candidate.output) === said) ??
    scored.find(({ candidate }) => isAlike(plain(candidate.output), said)) ??
    scoreOf(told, all, site, worth)
  );
}

/** The best first. */
function scoredOf(candidates: readonly Candidate[], site: SiteQuestion): Scored[] {
  return candidates
    .map((candidate) => scoreOf(candidate, candidates, site))
    .sort((one, other) => other.score - one.score);
}

function scoreOf(candidate: Candidate, all: readonly Candidate[], site: SiteQuestion, worth = WORTH): Scored {
  const traits = traitsOf(candidate, all, site);
  return { candidate, traits, score: dot(TRAITS, traits, worth) };
}

function certaintyOf(told: Scored, scored: readonly Scored[], site: SiteQuestion): number {
  return logistic(dot(SIGNS, signsOf(told, scored, site), CERTAINTY));
}

/** A number to call is known by its look, whatever the site calls it. */
const KNOWN = 0.7;
/** What was worked out stands nowhere on the pages; a page by itself tells it without weighing it, too. */
const WORKED_OUT = 0.5;

/** Where the page tells a value out of a line or a card by itself, that is told, and not all that stands around it. */
function valueIn({ candidate: { at, by, output } }: Scored, scored: readonly Scored[]): Scored | undefined {
  if (by !== 'said') return undefined;
  return scored.find(
    ({ candidate, traits }) =>
      candidate.at === at &&
      candidate.by === 'told' &&
      traits.isNamed === 1 &&
      traits.kind >= 0 &&
      candidate.output.length <= MOST_VALUE_CHARS &&
      output.includes(candidate.output),
  );
}

const MOST_VALUE_CHARS = 40;

/** "How long does delivery take?" where each way of it has its own row: what fits as well is told as well. */
function alsoSaid(best: Scored, scored: readonly Scored[]): string {
  const { at, output, line } = best.candidate;
  if (line?.line.kind !== 'section') return output;
  const rows = scored.filter(
    ({ candidate, score }) =>
      candidate.at === at &&
      candidate.line?.line.kind === 'section' &&
      candidate.line.line.under.join() === line.line.under.join() &&
      best.score - score < AS_WELL,
  );
  return rows.length > MOST_ROWS ? output : rows.map(({ candidate }) => candidate.output).join('\n');
}

const AS_WELL = 0.02;
const MOST_ROWS = 6;

/** Of what is told, beside all answers with the best first. */
export function signsOf(told: Scored, scored: readonly Scored[], { words, question }: SiteQuestion): Signs {
  const best = scored[0] ?? told;
  const said = plain(best.candidate.output);
  const isSame = ({ candidate }: Scored) => plain(candidate.output) === said;
  const rival = scored.find(({ candidate }) => !isAlike(plain(candidate.output), said));
  const chance = (some: readonly Scored[]) =>
    some.reduce((sum, { score }) => sum + Math.exp(score - best.score), 0);
  const weight = (some: typeof words) => some.reduce((sum, each) => sum + each.weight, 0);
  const { text, form, extreme, names } = question;
  return {
    base: 1,
    isAmong: Number(scored.includes(told)),
    isBest: Number(isAlike(plain(told.candidate.output), said)),
    behind: Math.min(MOST_LEAD, best.score - told.score),
    score: told.score / 4,
    lead: rival ? Math.min(MOST_LEAD, best.score - rival.score) : MOST_LEAD,
    share: scored.length === 0 ? 0 : chance(scored.filter(isSame)) / chance(scored),
    coverage: told.candidate.answer?.coverage ?? UNWEIGHED,
    strangeness: weight(words.filter(({ isUnsaid }) => isUnsaid)) / (weight(words) || 1),
    names: Math.min(1, names.length / 4),
    asksCount: Number(form === 'count'),
    asksWhether: Number(form === 'yes-no'),
    asksMost: Number(extreme !== null),
    asksWho: Number(/^who\b/i.test(text)),
    asksWhen: Number(/^(?:until )?(?:when|what time)\b/i.test(text)),
    asksWhy: Number(/^why\b/i.test(text)),
    asksHowMuch: Number(/^how (?:much|many|long|far|big|tall|old|often)\b/i.test(text)),
    ...tellingTraits(told.traits),
  };
}

/** Lines are not weighed as answers are. */
const UNWEIGHED = 0.5;
const MOST_LEAD = 3;

/** One says the other, and maybe more. */
function isAlike(one: string, other: string): boolean {
  return one.includes(other) || other.includes(one);
}

export function dot<Name extends string>(
  names: readonly Name[],
  values: Readonly<Record<Name, number>>,
  weights: Readonly<Record<Name, number>>,
): number {
  return names.reduce((sum, name) => sum + values[name] * weights[name], 0);
}

export function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
