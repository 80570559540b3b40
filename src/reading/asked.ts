/** What is asked of a page: words, a shape for the answer, or both. A runner's task is one. */
export interface Asked {
  goal: string;
  instructions: string | null;
  outputSchema: Record<string, unknown> | null;
}
