import type { SiteAnswer } from './site-answer.ts';
import {
  type Candidate,
  plain,
  SIGNS,
  type Signs,
  type SiteQuestion,
  TRAITS,
  type Traits,
  traitsOf,
} from './traits.ts';
import { CERTAINTY, WORTH } from './weights.ts';

interface Scored {
  candidate: Candidate;
  traits: Traits;
  score: number;
}

/** The likeliest of what a site says, with how likely it is right. */
export function chooseAnswer(candidates: readonly Candidate[], site: SiteQuestion): SiteAnswer | undefined {
  const scored = candidates
    .map((candidate): Scored => {
      const traits = traitsOf(candidate, candidates, site);
      return { candidate, traits, score: dot(TRAITS, traits, WORTH) };
    })
    .sort((one, other) => other.score - one.score);
  const [best] = scored;
  if (!best) return undefined;
  const { at } = best.candidate;
  const output = valueIn(best, scored)?.candidate.output ?? alsoSaid(best, scored);
  const likely = logistic(dot(SIGNS, signsOf(scored, site), CERTAINTY));
  return { at, output, certainty: Math.max(likely, best.traits.contact === 1 ? KNOWN : 0) };
}

/** A number to call is known by its look, whatever the site calls it. */
const KNOWN = 0.7;

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

/** Of answers with the best first. */
export function signsOf(scored: readonly Scored[], { words }: SiteQuestion): Signs {
  const [best] = scored as [Scored];
  const said = plain(best.candidate.output);
  const isSame = ({ candidate }: Scored) => plain(candidate.output) === said;
  const rival = scored.find(({ candidate }) => !isAlike(plain(candidate.output), said));
  const chance = (some: readonly Scored[]) =>
    some.reduce((sum, { score }) => sum + Math.exp(score - best.score), 0);
  return {
    base: 1,
    score: best.score / 4,
    lead: rival ? Math.min(MOST_LEAD, best.score - rival.score) : MOST_LEAD,
    share: chance(scored.filter(isSame)) / chance(scored),
    strangeness: Number(words.some(({ isUnsaid }) => isUnsaid)),
    together: best.traits.together,
    words: Math.min(1, words.length / 4),
  };
}

const MOST_LEAD = 3;

/** One says the other, and maybe more. */
export function isAlike(one: string, other: string): boolean {
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
