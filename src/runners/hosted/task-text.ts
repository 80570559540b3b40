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
    task.earlier && `For context, the task before this one and its answer:\n${task.earlier}`,
    ...notes,
    task.successCriteria && `It is done when: ${task.successCriteria}`,
    'Answer with the result itself, not with an account of what you did.',
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** For providers that have no field for a schema. */
export function schemaNote({ outputSchema }: Task): string | null {
  return (
    outputSchema && `Answer with nothing but JSON that fits this JSON Schema: ${JSON.stringify(outputSchema)}`
  );
}

/** For providers that put the values of named secrets in place of their names. */
export function secretsNote(names: string[]): string {
  const listed = names.map((name) => `\`${name}\``).join(' and ');
  return `Where the site asks to sign in, use the secrets ${listed}. Never write them down or enter them anywhere else.`;
}
