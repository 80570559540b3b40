import type { Task } from '../contract.ts';

/** The task in words, for providers that take nothing else. `notes` are sentences of the adapter, without any secret. */
export function taskText(task: Task, ...notes: Array<string | null>): string {
  const goal = task.goal || 'Read the page and answer with its main content as text.';
  const steps = task.steps.map((step, index) => `${index + 1}. ${step}`).join('\n');
  return [
    goal,
    task.url && `Start at ${task.url}`,
    steps && `Do this, in this order:\n${steps}`,
    task.instructions,
    ...notes,
    task.successCriteria && `It is done when: ${task.successCriteria}`,
    'Answer with the result itself, not with an account of what you did.',
  ]
    .filter(Boolean)
    .join('\n\n');
}
