import { readTask, ruleTask, type TaskReading } from '../task/index.ts';

/** A question to a page: words, a shape for the answer, or both. A runner's task is one. */
export interface Asked {
  goal: string;
  instructions: string | null;
  outputSchema: Record<string, unknown> | null;
  /** The meaning of the words, where it is known already. */
  reading?: TaskReading;
}

/** Only the members that a reading needs, with the words that rules read. */
export function cappedAsked({ goal, instructions, outputSchema, reading }: Asked): Asked {
  const words = ruleTask({ goal, instructions, steps: [] });
  return {
    goal: words.goal,
    instructions: words.instructions ?? null,
    outputSchema,
    ...(reading && { reading }),
  };
}

export function readingFor(asked: Asked): TaskReading {
  return asked.reading ?? readTask({ ...asked, steps: [], url: null });
}
