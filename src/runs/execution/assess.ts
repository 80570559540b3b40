import { MAX_FILE_BYTES } from '../../artifacts/capture.ts';
import type { NewArtifact } from '../../artifacts/store.ts';
import { grade, needsGrader } from '../../quality/grade.ts';
import type { JudgeInput, Judgement } from '../../quality/judge.ts';
import { unwrappedOutput } from '../../quality/wrapped-output.ts';
import { type CodeMeaning, ENDINGS } from '../../runners/codes.ts';
import type { AttemptResult } from '../../runners/contract.ts';
import type { RunsContext } from '../context.ts';
import type { Normalization, Run } from '../run.ts';
import { normalizeOutput } from './normalize.ts';

const MODEL_LIMIT_MS = 40_000;
/** So long the model is waited for although the run's time is over: the rules alone know no success criteria. */
const LAST_LIMIT_MS = 5_000;

interface Patience {
  stop: AbortSignal;
  /** Until the run's window closes. */
  leftMs: number;
}

/** Reserves the add-on below the ceiling; false where it does not fit. */
type MayNormalize = (result: AttemptResult) => boolean;

export interface Assessment {
  judgement: Judgement;
  normalization: Normalization | null;
}

interface ToAssess {
  run: Run;
  result: AttemptResult;
  captured: readonly NewArtifact[];
  /** Steps that were recorded: the proof of a deed. */
  stepCount: number;
  mayNormalize: MayNormalize;
  patience: Patience;
}

/** Judges a result: the schema check, the normalization pass, the verdict, and the grader where the rules allow it. */
export async function assess(
  ctx: Pick<RunsContext, 'schemas' | 'llm' | 'faults'>,
  { run, result, captured, stepCount, mayNormalize, patience }: ToAssess,
): Promise<Assessment> {
  const { task } = run.request;
  const checked = await checkOutput(ctx, run, mayNormalize, result, patience);
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
  const { normalization } = checked;
  const { successCriteria } = task;
  if (ctx.llm === null || !needsGrader(judgement, successCriteria)) return { judgement, normalization };
  const graded = await grade(ctx.llm, { ...input, successCriteria }, judgement, withLimit(patience));
  return { judgement: graded, normalization };
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
  normalization: Normalization | null;
}

/** Checks the output against the caller's schema and, when asked to, makes it fit. */
async function checkOutput(
  ctx: Pick<RunsContext, 'schemas' | 'llm' | 'faults'>,
  run: Run,
  mayNormalize: MayNormalize,
  came: AttemptResult,
  patience: Patience,
): Promise<Checked> {
  const { normalize, task } = run.request;
  const schema = task.outputSchema;
  if (!schema) return { result: came, problems: null, normalization: null };
  if (!came.ok) return { result: came, problems: ['there is no output'], normalization: null };
  const { result, problems } = await fitting(ctx, schema, came);
  const unchanged = (reason: string) => ({ result, problems, normalization: { applied: false, reason } });
  if (!normalize) return { result, problems, normalization: null };
  if (problems.length === 0) return unchanged('The output satisfied the schema already.');
  if (!mayNormalize(result)) return unchanged('The spend ceiling does not cover the normalization.');
  ctx.faults.pass('during-normalization');
  const { applied, reason, output } = await normalizeOutput(ctx, schema, result.output, withLimit(patience));
  if (!applied) return unchanged(reason ?? '');
  return { result: { ...result, output }, problems: [], normalization: { applied, reason } };
}

/** The output unchanged, or the data inside it where the schema asks for that data. */
async function fitting(
  { schemas }: Pick<RunsContext, 'schemas'>,
  schema: Record<string, unknown>,
  result: Extract<AttemptResult, { ok: true }>,
): Promise<{ result: typeof result; problems: string[] }> {
  const problems = await schemas.problems(schema, result.output);
  const output = problems.length === 0 ? undefined : unwrappedOutput(result.output);
  if (output === undefined || (await schemas.problems(schema, output)).length > 0)
    return { result, problems };
  return { result: { ...result, output }, problems: [] };
}

/** A result is not held up for long by a model that has trouble. */
function withLimit({ stop, leftMs }: Patience): AbortSignal {
  return AbortSignal.any([stop, AbortSignal.timeout(modelLimitMs(leftMs))]);
}

export function modelLimitMs(leftMs: number): number {
  return Math.round(Math.min(MODEL_LIMIT_MS, Math.max(LAST_LIMIT_MS, leftMs)));
}
