import { MAX_FILE_BYTES } from '../../artifacts/capture.ts';
import type { NewArtifact } from '../../artifacts/store.ts';
import { outputText } from '../../judge/canonical-output.ts';
import { grade, needsGrader } from '../../judge/grade.ts';
import type { JudgeInput, Judgement } from '../../judge/judge.ts';
import type { Fitted } from '../../judge/schema-checker.ts';
import { unwrappedOutput } from '../../judge/wrapped-output.ts';
import { withNumbers } from '../../platform/exact-json.ts';
import { type CodeMeaning, ENDINGS } from '../../runners/codes.ts';
import type { AttemptResult } from '../../runners/contract.ts';
import type { AttemptContext } from '../context.ts';
import type { Normalization, Run } from '../run.ts';
import { normalizeOutput } from './normalize.ts';

const MODEL_LIMIT_MS = 40_000;
/** So long the model is waited for although the run's time is over: the rules alone know no success criteria. */
const LAST_LIMIT_MS = 5_000;

interface TimeLimits {
  stop: AbortSignal;
  /** Until the run's window closes. */
  leftMs: number;
}

/** Reserves the add-on below the ceiling; false where it does not fit. */
type MayNormalize = (result: AttemptResult) => Promise<boolean>;

export interface Assessment {
  judgement: Judgement;
  /** JSON pointers to digits of the output that are numbers for the schema. */
  numbers: string[];
  normalization: Normalization | null;
}

interface ToAssess {
  run: Run;
  result: AttemptResult;
  captured: readonly NewArtifact[];
  /** Steps that were recorded: the proof of a deed. */
  stepCount: number;
  mayNormalize: MayNormalize;
  limits: TimeLimits;
}

/** Judges a result: the schema check, the normalization pass, the verdict, and the grader where the rules allow it. */
export async function assess(
  ctx: Pick<AttemptContext, 'schemas' | 'llm' | 'faults'>,
  wanted: ToAssess,
): Promise<Assessment> {
  const { run, result, captured, stepCount, limits } = wanted;
  const { task } = run.request;
  const checked = await checkOutput(ctx, wanted);
  const input = {
    goal: task.goal,
    result: withError(checked.result),
    page: result.page,
    ...filesOf(result, captured),
    begunDownloads: result.begunDownloads,
    schemaProblems: checked.problems,
    outputSchema: task.outputSchema,
    steps: stepCount,
  };
  const judgement = await ctx.schemas.judge(input);
  const { normalization, numbers } = checked;
  const { successCriteria } = task;
  const { llm } = ctx;
  const graded =
    llm !== null && needsGrader(judgement, successCriteria)
      ? await grade(llm, { ...input, successCriteria }, judgement, withLimit(limits))
      : judgement;
  return { judgement: withDigits(graded, numbers), numbers, normalization };
}

/** An answer that is the output as text has its numbers, too. */
function withDigits(judgement: Judgement, numbers: string[]): Judgement {
  const { answer, output } = judgement;
  if (numbers.length === 0 || answer !== outputText(output)) return judgement;
  return { ...judgement, answer: outputText(withNumbers(output, new Set(numbers))) };
}

/** What the judge needs of a result, with the meaning of a failure code for the run, from the one table of codes. */
function withError(result: AttemptResult): JudgeInput['result'] {
  if (result.ok) {
    const { ok, output, unanswered, partly, likely, byModel, reading } = result;
    return { ok, output, unanswered, partly, likely, byModel, reading };
  }
  const { ok, fault, code, message, kept } = result;
  // A runner made elsewhere may not keep to the table.
  const ending: CodeMeaning | undefined = ENDINGS[code];
  return { ok, fault, code, message, kept, error: ending?.error };
}

/** A file counts only when its bytes are in our store. */
function filesOf({ files, missed = [] }: AttemptResult, captured: readonly NewArtifact[]) {
  const kept = captured.filter(({ storageKey }) => storageKey !== null);
  const lost = captured.filter(({ storageKey }) => storageKey === null);
  const isLarge = ({ sizeBytes }: NewArtifact) => sizeBytes > MAX_FILE_BYTES;
  const counted = captured.filter(({ kind }) => kind === 'download').length;
  return {
    files: kept,
    tooLarge: [...missed.filter(({ why }) => why === 'too_large'), ...lost.filter(isLarge)],
    notFetched: missed.filter(({ why }) => why === 'not_fetched'),
    notStored: lost.filter((file) => !isLarge(file)),
    noRoom: files.filter(({ kind }) => kind === 'download').slice(counted),
  };
}

interface Checked {
  result: AttemptResult;
  problems: string[] | null;
  numbers: string[];
  normalization: Normalization | null;
}

/** Checks the output against the caller's schema and, when asked to, makes it fit. */
async function checkOutput(
  ctx: Pick<AttemptContext, 'schemas' | 'llm' | 'faults'>,
  { run, mayNormalize, result: reported, limits }: ToAssess,
): Promise<Checked> {
  const { normalize, task } = run.request;
  const schema = task.outputSchema;
  if (!schema) return { result: reported, problems: null, numbers: [], normalization: null };
  if (!reported.ok)
    return { result: reported, problems: ['the output is missing'], numbers: [], normalization: null };
  const { problems, output: fitted, numbers } = await fitting(ctx, schema, reported.output);
  const result = { ...reported, output: fitted };
  const checked = { result, problems, numbers };
  const unchanged = (reason: string) => ({ ...checked, normalization: { applied: false, reason } });
  if (!normalize) return { ...checked, normalization: null };
  if (problems.length === 0) return unchanged('The output satisfied the schema already.');
  if (!(await mayNormalize(result))) return unchanged('The spend ceiling does not cover the normalization.');
  ctx.faults.pass('during-normalization');
  const { applied, reason, output } = await normalizeOutput(ctx, schema, result.output, withLimit(limits));
  if (!applied) return unchanged(reason ?? '');
  return { result: { ...result, output }, problems: [], numbers: [], normalization: { applied, reason } };
}

/** The output in the schema's form, or the data inside it where the schema asks for that data. */
async function fitting(
  { schemas }: Pick<AttemptContext, 'schemas'>,
  schema: Record<string, unknown>,
  raw: unknown,
): Promise<Fitted> {
  const fitted = await schemas.fit(schema, raw);
  const inner = fitted.problems.length === 0 ? undefined : unwrappedOutput(fitted.output);
  if (inner === undefined) return fitted;
  const unwrapped = await schemas.fit(schema, inner);
  return unwrapped.problems.length === 0 ? unwrapped : fitted;
}

/** A result is not held up for long by a model that has trouble. */
function withLimit({ stop, leftMs }: TimeLimits): AbortSignal {
  return AbortSignal.any([stop, AbortSignal.timeout(modelLimitMs(leftMs))]);
}

export function modelLimitMs(leftMs: number): number {
  return Math.round(Math.min(MODEL_LIMIT_MS, Math.max(LAST_LIMIT_MS, leftMs)));
}
