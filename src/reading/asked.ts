import { readTask, type TaskReading } from '../task/index.ts';

/** A question to a page: words, a shape for the answer, or both. A runner's task is one. */
export interface Asked {
  goal: string;
  instructions: string | null;
  outputSchema: Record<string, unknown> | null;
  /** The meaning of the words, where it is known already. */
  reading?: TaskReading;
}

export function readingFor(asked: Asked): TaskReading {
  return asked.reading ?? readTask({ ...asked, steps: [], url: null });
}
