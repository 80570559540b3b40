import { ruleText, wordsOf } from '../task/index.ts';
import {
  type BlockFinding,
  blockInContent,
  blockInData,
  blockOnPage,
  type Defense,
  refusalByStatus,
} from './block-page.ts';
import { blockInFailure, blockInReport } from './block-report.ts';
import { canonicalOutput, outputText } from './canonical-output.ts';
import {
  type Deliverables,
  filesMeant,
  isAskedFileThere,
  type OtherFiles,
  readDeliverables,
  withFileFacts,
  withFileList,
} from './deliverables.ts';
import { emptyResult } from './empty-result.ts';
import { shutSite } from './error-page.ts';
import { guessesIn, unfoundIn } from './evidence.ts';
import { asksForInformation, hollowData, hollowText, noFact } from './hollow-text.ts';
import { isCutByPaywall, loginWall, showsLoginForm } from './login-wall.ts';
import {
  allText,
  allWords,
  isOrdinary,
  isTextOf,
  type PageEvidence,
  type PageReading,
  readPage,
} from './page-reading.ts';
import { isGibberish, isUnsupported } from './page-support.ts';
import { answerText, holdsFacts, isAllEmpty, nothingIn, textLeaves } from './result-words.ts';
import { isGateWord } from './work-words.ts';

/** How often answers like this were right, or tasks called done like this were done. */
interface Likelihood {
  share: number;
  of: 'answer' | 'deed';
}

export interface JudgeInput extends OtherFiles {
  goal: string;
  result:
    | {
        ok: true;
        output: unknown;
        unanswered?: string;
        partly?: string;
        likely?: Likelihood | undefined;
        reading?: { rung: 'value' | 'passages' | 'text' };
        byModel?: boolean;
      }
    | {
        ok: false;
        fault: 'runner' | 'site' | 'platform' | 'caller';
        code: string;
        /** The code means that the site blocked. */
        error?: 'blocked' | undefined;
        message: string;
        kept?: string;
      };
  page: PageEvidence | null;
  /** Captured already, not only promised. */
  files: readonly { kind: string; name: string; contentType?: string }[];
  /** The result of the schema check; null without a schema. */
  schemaProblems: string[] | null;
  outputSchema?: Record<string, unknown> | null;
  /** The steps that were seen: proof of a deed. */
  steps?: number;
}

export interface Judgement {
  verdict: 'succeeded' | 'blocked' | 'failed' | 'empty';
  /** Under 0.6 the rules are unsure, and a grader may be asked. */
  confidence: number;
  reason: string;
  source: 'deterministic' | 'grader';
  /** Null exactly when `answerPresent` is false. */
  answer: string | null;
  answerPresent: boolean;
  output: unknown;
  blockReason: 'bot_challenge' | null;
  /** Which defence blocked, for the router to learn from. */
  defense: Defense | null;
  fault: 'none' | 'runner' | 'site' | 'platform' | 'caller';
  errorCode: 'run_failed' | 'blocked' | 'schema_violation' | null;
  deliverables: Deliverables | null;
}

/** Judges an attempt by its result and its last page, never by the runner's own word. The first rule wins. */
export function judge(asked: JudgeInput): Judgement {
  const input = { ...asked, goal: ruleText(asked.goal) };
  const page = input.page && readPage(input.page);
  const isFileThere = isAskedFileThere(input) && !input.schemaProblems?.length;
  if (!input.result.ok) return isFileThere ? judgeFile(input) : judgeFailure(input.result, page, input.goal);

  // Under a schema it is in the form that the schema wants.
  const canonical = input.outputSchema ? input.result.output : canonicalOutput(input.result.output);
  const output = withFileFacts(canonical, input.files.filter(isDownload));
  const spoken = answerText(output);
  const leaves = textLeaves(output);
  const isContractMet = input.schemaProblems?.length === 0;
  const failed = failedWith(output);

  const hollow = hollowResult(input, page, output, spoken);
  const block = findBlock(page, output, leaves, hollow !== null, isContractMet, input.goal);
  if (block && !isFileThere) return blocked(block, output);

  const login = loginWall(page, leaves, input.goal, hollow !== null);
  if (login && !isFileThere) return failed(login, 'caller');

  const problems = contractProblems(input, output);
  if (problems.length > 0) {
    const reason = `The output does not satisfy the schema: ${problems.slice(0, MOST_PROBLEMS).join('; ')}`;
    return { ...failed({ confidence: 0.99, reason }), errorCode: 'schema_violation' };
  }

  const deliverables = readDeliverables(input.goal, output, input.files, input);
  const hasFile = (deliverables?.delivered ?? 0) > 0;
  // The nearest passage may speak of something else that is missing.
  const isNearest = input.result.ok && input.result.reading?.rung === 'passages';
  const empty = isNearest ? null : emptyResult(spoken ?? output, input.goal);
  // "There is no report to download" is an answer; a claimed download without a file is not.
  if (deliverables?.verdict === 'not_delivered' && !(empty && deliverables.claimed === 0)) {
    const confidence = deliverables.claimed > 0 ? 0.9 : 0.7;
    const fault = whoseLoss(input);
    return { ...failed({ confidence, reason: deliverables.note }, fault), deliverables };
  }

  const isReadAsText = input.result.ok && (input.result.reading?.rung ?? 'value') !== 'value';
  const shut =
    isContractMet || hasFile ? null : shutSite(page, { spoken, leaves, goal: input.goal, isReadAsText });
  if (shut) return failed({ confidence: 0.8, reason: shut }, 'site');

  if (hollow && !hasFile && !input.result.unanswered) return failed(hollow);

  if (empty && !hasFile) {
    // A schema filled with empty values is as often a runner that missed the data.
    const confidence = isContractMet ? Math.min(empty.confidence, 0.55) : empty.confidence;
    return { ...answered(empty.statement, output, confidence, empty.reason), verdict: 'empty', deliverables };
  }

  const isText = spoken !== null || output === null;
  const answer =
    hasFile && isText
      ? withFileList(hollow === null ? (spoken ?? '').trim() : '', input)
      : outputText(output);
  const [confidence, reason] = successConfidence(input, page, output, spoken ?? '', deliverables);
  return { ...answered(answer, output, confidence, reason), deliverables };
}

/** Why a result has no answer in it; null where it may have one. */
function hollowResult(
  input: JudgeInput,
  page: PageReading | null,
  output: unknown,
  text: string | null,
): { confidence: number; reason: string } | null {
  const { goal } = input;
  if (text === null) {
    const isContractMet = input.schemaProblems?.length === 0;
    const none = nothingIn(output, isContractMet) ?? noFact(output, goal);
    return none ?? (isContractMet ? null : hollowData(output, goal));
  }
  const compared = comparedPage(input);
  if (compared !== null && isGibberish(text, goal, compared))
    return { confidence: 0.8, reason: 'The result is not readable text.' };
  return hollowText(text, goal, page !== null && isSentenceOf(page, text));
}

/** The runner reports a failure, but the requested file is there. */
function judgeFile(input: JudgeInput): Judgement {
  const deliverables = readDeliverables(input.goal, null, input.files, input);
  const answer = withFileList('', input);
  return { ...answered(answer, null, 0.85, 'The file that the task asks for was captured.'), deliverables };
}

const MOST_PROBLEMS = 10;

/** What the schema check found, or what fits the schema and is only a guess. */
function contractProblems(
  { schemaProblems, outputSchema, result, page, steps }: JudgeInput,
  output: unknown,
): string[] {
  if (schemaProblems === null || schemaProblems.length > 0 || !outputSchema || !result.ok)
    return schemaProblems ?? [];
  const guesses = guessesIn(output, outputSchema);
  if (guesses.length > 0) return guesses;
  const text = page && allText(page);
  // After many steps the last page is not all that was read.
  return text && text.length > 20 && (steps ?? 0) <= MOST_STEPS ? unfoundIn(output, outputSchema, text) : [];
}

const MOST_STEPS = 3;

function isDownload({ kind }: { kind: string }): boolean {
  return kind === 'download';
}

/** A file that our store refused, the site did not send to its end, or that was too large, is not the runner's fault. */
function whoseLoss({
  goal,
  notStored = [],
  notFetched = [],
  begunDownloads,
}: JudgeInput): Judgement['fault'] {
  if (filesMeant(goal, [...notStored, ...notFetched], begunDownloads).length > 0) return 'platform';
  return (begunDownloads ?? 0) > 0 ? 'site' : 'runner';
}

/** A runner that only reads gives the page's own words. */
function isSentenceOf(page: PageReading, spoken: string): boolean {
  const words = wordsOf(spoken);
  // "Forbidden" may be a film on a full page.
  const isLong = words.length >= 4 || (isOrdinary(page) && words.length > 0 && words.every(isGateWord));
  return isLong && isTextOf(page, spoken);
}

function judgeFailure(
  result: Extract<JudgeInput['result'], { ok: false }>,
  page: PageReading | null,
  goal: string,
): Judgement {
  const reason = result.message.trim() || `The runner failed (${result.code}).`;
  const failed = failedWith(result.kept ?? null);
  if (result.fault === 'platform') return failed({ confidence: 0.99, reason }, 'platform');
  const block =
    (page && blockOnPage(page)) ??
    (result.error === 'blocked' ? { defense: 'unknown' as const, confidence: 0.9, reason } : null) ??
    (page && result.fault === 'site' ? refusalByStatus(page, '') : null) ??
    blockInFailure(result.message, goal);
  if (block && result.fault !== 'caller') return blocked(block, null);
  const login = page && isHalted(result.code, goal) ? loginWall(page, [], goal, true) : null;
  if (login) return failed(login, 'caller');
  // An act without proof may have happened all the same.
  return failed({ confidence: result.code === 'not_confirmed' ? 0.5 : 0.95, reason }, result.fault);
}

/** The page was there, but the requested thing was not. */
function isHalted(code: string, goal: string): boolean {
  return (
    code === 'answer_not_found' ||
    (code === 'step_failed' && !/\b(?:log|sign)[ -]?(?:in|on|up)\b/i.test(goal))
  );
}

function findBlock(
  page: PageReading | null,
  output: unknown,
  leaves: string[],
  isHollow: boolean,
  isContractMet: boolean,
  goal: string,
): BlockFinding | null {
  const onPage = (page && blockOnPage(page)) ?? blockInData(output, goal);
  if (onPage) return onPage;
  const content = leaves.join('\n');
  const inContent =
    blockInContent(content, goal, leaves.length === 1 && !holdsFacts(output) && !isOrdinary(page)) ??
    leaves.map((leaf) => (leaf.includes('<') ? blockInContent(leaf, goal, false) : null)).find(Boolean);
  if (inContent) return inContent;
  if (isContractMet) return null;
  // The names in a list report nothing.
  const report = Array.isArray(output) ? null : blockInReport(content, goal, isOrdinary(page));
  return report ?? (page ? refusalByStatus(page, isHollow ? '' : content) : null);
}

function blocked(block: BlockFinding, output: unknown): Judgement {
  return {
    ...failedWith(output)(block, 'site'),
    verdict: 'blocked',
    blockReason: 'bot_challenge',
    defense: block.defense,
    errorCode: 'blocked',
  };
}

function failedWith(output: unknown) {
  return (
    finding: { confidence: number; reason: string },
    fault: Judgement['fault'] = 'runner',
  ): Judgement => ({
    verdict: 'failed',
    // A product of likelihoods has a dozen digits.
    confidence: Math.round(finding.confidence * 1_000) / 1_000,
    reason: finding.reason,
    source: 'deterministic',
    answer: null,
    answerPresent: false,
    output,
    blockReason: null,
    defense: null,
    fault,
    errorCode: 'run_failed',
    deliverables: null,
  });
}

function answered(answer: string, output: unknown, confidence: number, reason: string): Judgement {
  return {
    ...failedWith(output)({ confidence, reason }, 'none'),
    verdict: 'succeeded',
    answer,
    answerPresent: true,
    errorCode: null,
  };
}

function successConfidence(
  input: JudgeInput,
  page: PageReading | null,
  output: unknown,
  spoken: string,
  deliverables: Deliverables | null,
): [number, string] {
  const isContractMet = input.schemaProblems?.length === 0;
  if (input.result.ok && input.result.unanswered)
    return [0.5, `The task was done, but the page does not say: ${input.result.unanswered.slice(0, 200)}`];
  if (input.result.ok && input.result.partly) return [0.5, input.result.partly];
  if (deliverables?.verdict === 'delivered') return [0.95, deliverables.note];
  if (deliverables?.verdict === 'partial') return [0.55, deliverables.note];
  if (input.result.ok && input.result.likely?.of === 'deed') return weighed(input.result.likely);
  if (isContractMet && isAllEmpty(output))
    return [0.55, 'The output satisfies the schema, but every value is empty.'];
  if (isContractMet && input.result.ok && input.result.likely)
    return [
      input.result.likely.share,
      input.result.likely.share >= 0.6
        ? 'The output satisfies the schema.'
        : 'The output satisfies the schema; a key was filled by the nearest part of the page.',
    ];
  if (isContractMet) return [0.95, 'The output satisfies the schema.'];
  if (!asksForInformation(input.goal) && deliverables === null && (input.steps ?? 0) === 0)
    return [0.55, 'The runner reports that it did what the task asked for, and shows no proof.'];
  if (page?.status && page.status >= 400)
    return [0.55, `There is an answer, although the page had status ${page.status}.`];
  if (page && isCutByPaywall(page, spoken))
    return [0.55, 'Only the part that stands before the paywall was read.'];
  if (page && showsLoginForm(page))
    return [0.55, 'There is an answer, although the run ended at a login page.'];
  const compared = comparedPage(input);
  if (compared !== null && spoken !== '' && isUnsupported(spoken, input.goal, compared))
    return [0.5, 'Nothing on the page that the runner ended at says this.'];
  if (input.result.ok && input.result.likely) return weighed(input.result.likely, input.result.reading?.rung);
  return [SURE, 'The runner returned an answer, and nothing speaks against it.'];
}

/** The words of the page that a model's answer to a question can be held against; null where there is none. */
function comparedPage({ result, page, goal }: JudgeInput): string | null {
  return result.ok && result.byModel && page && asksForInformation(goal) ? allWords(page) : null;
}

const SURE = 0.8;

type Rung = 'value' | 'passages' | 'text';

/** The kinds of text in place of a value, in words. */
const RUNGS = {
  passages: {
    asked: 'The passages of the page that answer the task.',
    other: 'The nearest passages of the page; without a language model the answer is not worked out.',
  },
  text: {
    asked: 'The text of the page, as the task asks.',
    other: 'The text of the page; none of its parts speaks of what the task asks for.',
  },
} as const;

function round(share: number): number {
  return Math.round(100 * share) / 100;
}

/** Uses the runner's own rate of right answers where it reports one. */
function weighed({ share, of }: Likelihood, rung: Rung = 'value'): [number, string] {
  if (of === 'answer' && rung !== 'value')
    return [round(share), RUNGS[rung][share >= 0.6 ? 'asked' : 'other']];
  return [
    Math.min(SURE, round(share)),
    of === 'answer' ? 'The page states the answer.' : 'The page shows that it was done.',
  ];
}
