import { readTask, type TaskReading } from '../task/index.ts';

/** What is asked of a page: words, a shape for the answer, or both. A runner's task is one. */
export interface Asked {
  goal: string;
  instructions: string | null;
  outputSchema: Record<string, unknown> | null;
  /** What the words want, where somebody has read them already. */
  reading?: TaskReading;
}

export function readingFor(asked: Asked): TaskReading {
  return asked.reading ?? readTask({ ...asked, steps: [], url: null });
}
