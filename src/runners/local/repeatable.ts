import { planOf, questionOf } from '../../agent/index.ts';
import type { Answer, Asked } from '../../reading/index.ts';
import { ruleTask } from '../../task/index.ts';
import type { ScriptLine, Task } from '../contract.ts';

const MAX_LINES = 100;

/** Words whose meaning depends on the page or the day: they may point at something else now. */
const MOVING = [
  /\b(?:cheap|expensive|low|high|great|small|larg|big|short|long|new|old|late|earli|few)(?:e?st|i?er)\b/iu,
  /\b(?:most|least|best|worst|latest|recent|popular|random|any|every|each|all)\b/iu,
  /\b(?:first|second|third|fourth|fifth|last|next|previous|top|bottom)\b|\d(?:st|nd|rd|th)\b/iu,
  /\b(?:today|tomorrow|yesterday|tonight|now|currently?|this (?:week|month|year))\b/iu,
  /\b(?:how many|sum|total of|average|odd|even|more than|less than|at least|at most)\b/iu,
  /\b(?:under|over|below|above|between)\s+\p{Sc}?\d/iu,
];

/** Read from the page, or worked out of it, rather than given by the task. */
const THINKING = new Set(['sort', 'login', 'find']);

/**
 * Whether a script does the same task again whenever it is replayed: everything in it was given by the task's own
 * words, nothing is secret, and the answer was read from the last page.
 */
export function isRepeatable(task: Task, script: readonly ScriptLine[]): boolean {
  const { goal, instructions, steps } = ruleTask(task);
  const words = [goal, instructions ?? '', ...steps].join('\n');
  const acts = script.filter(({ action }) => action !== 'goto' && action !== 'extract');
  const last = script.at(-1);
  if (acts.length === 0 || script.length > MAX_LINES) return false;
  if (last?.action !== 'extract' || last.value === 'model') return false;
  if (JSON.stringify(script).includes('{{') || MOVING.some((pattern) => pattern.test(words))) return false;
  const plan = planOf({
    goal: [task.goal, task.instructions ?? ''].join('\n').trim(),
    steps: task.steps,
    acts: true,
  });
  if (plan.some(({ kind }) => THINKING.has(kind))) return false;
  const given = plain(words);
  return script.every(
    ({ action, value }) =>
      !['fill', 'select', 'upload'].includes(action) ||
      (value ?? '').split(action === 'select' ? ', ' : '\u0000').every((part) => given.includes(plain(part))),
  );
}

/** The value that a replay without a model would read from the last page; null when nothing is asked. */
export function askedAgain(task: Task): Asked | null {
  if (task.outputSchema) return task;
  const words = [task.goal, task.instructions ?? ''].join('\n').trim();
  const goal = questionOf({ goal: words, steps: task.steps, acts: true });
  return goal === '' ? null : { goal, instructions: null, outputSchema: null };
}

/** Whether the page itself gives the model's answer, so that it can be read there again. */
export function isReadAgain(asked: Asked | null, ofPage: Answer | null, output: unknown): boolean {
  return asked === null || (ofPage?.found === true && saysTheSame(output, ofPage.output));
}

export function saysTheSame(answer: unknown, ofPage: unknown): boolean {
  if (typeof answer === 'string' && typeof ofPage === 'string') {
    const [words, told] = [plain(ofPage), plain(answer)];
    // A part of the page may say it in more words than a model does, or in fewer.
    const isSaid = told.includes(words) || (told !== '' && words.includes(told));
    return words !== '' && words.length <= 300 && isSaid;
  }
  return JSON.stringify(answer) === JSON.stringify(ofPage);
}

function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/gu, ' ').trim();
}
