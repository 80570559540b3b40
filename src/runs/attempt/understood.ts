import type { AttemptScope, DirectRunner } from '../../runners/contract.ts';
import { isUnsure, mostOfReading, readByModel, readingOf, type TaskReading } from '../../task/index.ts';
import type { AttemptContext } from '../context.ts';
import type { ExecutedRun } from './executed-run.ts';

/** A model that takes longer is not waited for. */
const LIMIT_MS = 5_000;

/**
 * The language model's reading of the task, for a runner that uses it, where the rules are unsure and the
 * run's ceiling covers the call. A run asks once; the attempt that asked pays.
 */
export async function understood(
  { llm }: Pick<AttemptContext, 'llm'>,
  liveRun: ExecutedRun,
  { facts }: DirectRunner,
  { signal, spendLeftMicroUsd }: AttemptScope,
): Promise<{ reading: TaskReading | null; modelMicroUsd: number }> {
  const { task } = liveRun.run.request;
  const words = readingOf(task);
  let modelMicroUsd = 0;
  if (!llm || !isUnsure(task, words)) return { reading: null, modelMicroUsd };
  const left = (spendLeftMicroUsd ?? Number.POSITIVE_INFINITY) - facts.price.typicalTaskMicroUsd;
  const ask = async () => {
    const read = await readByModel(
      llm,
      task,
      words,
      AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]),
    );
    modelMicroUsd = read.costMicroUsd;
    return read.reading;
  };
  if (liveRun.understood === null && mostOfReading(llm, task) <= left) liveRun.understood = ask();
  const reading = await liveRun.understood;
  // The next runner has to be one that acts. The words' caution stays where the model sees nothing to do.
  if (reading?.acts) void liveRun.note({ kind: 'understood', reading });
  return { reading, modelMicroUsd };
}
