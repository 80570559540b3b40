/** Rules read this much of a task; language models read all of it. */
export const MOST_CHARS = 4_000;
/** The closing mark of each opening quotation mark. */
const CLOSING: Record<string, string> = { '"': '"', '“': '”', '«': '»', '‘': '’', "'": "'" };
const SPACE = /\s+/uy;
const PLAIN = /[^\s"“«‘']+/uy;

/**
 * The part of a text that rules read: at most `most` characters, with white space outside quotation marks collapsed to
 * one space or one line break. Takes time in proportion to what it reads.
 */
export function ruleText(text: string, most = MOST_CHARS): string {
  let read = '';
  const closings = new Map<string, number>();
  for (let at = 0; at < text.length && read.length < most; ) {
    const end = spaceEnd(text, at) ?? quoteEnd(text, at, closings) ?? plainEnd(text, at);
    const part = text.slice(at, end);
    if (part.trim() !== '') read += part;
    else read += part.includes('\n') ? '\n' : ' ';
    at = end;
  }
  return read.slice(0, most).toWellFormed();
}

function spaceEnd(text: string, at: number): number | null {
  SPACE.lastIndex = at;
  return SPACE.test(text) ? SPACE.lastIndex : null;
}

/** Null where no quotation begins or it has no end. `closings` holds the next of each closing mark, so that none is sought twice. */
function quoteEnd(text: string, at: number, closings: Map<string, number>): number | null {
  const opening = text.charAt(at);
  const closing = CLOSING[opening];
  if (closing === undefined) return null;
  if ((closings.get(closing) ?? 0) <= at) {
    const next = text.indexOf(closing, at + 1);
    closings.set(closing, next < 0 ? Number.POSITIVE_INFINITY : next);
  }
  const end = (closings.get(closing) ?? 0) + 1;
  if (end > text.length) return null;
  // An apostrophe quotes nothing, nor do two of them in different lines.
  const isApostrophe = /\w/u.test(text.charAt(at - 1)) || /\w/u.test(text.charAt(end));
  return opening === "'" && (isApostrophe || text.slice(at, end).includes('\n')) ? null : end;
}

function plainEnd(text: string, at: number): number {
  PLAIN.lastIndex = at;
  return PLAIN.test(text) ? PLAIN.lastIndex : at + 1;
}

interface Words {
  goal: string;
  instructions?: string | null;
  steps: readonly string[];
}

/** The task as rules read it: the goal first, then its steps, then the instructions, together at most `MOST_CHARS`. */
export function ruleTask<T extends Words>(task: T): T {
  const goal = ruleText(task.goal);
  let left = MOST_CHARS - goal.length;
  const take = (text: string) => {
    const read = left > 0 ? ruleText(text, left) : '';
    left -= read.length + 1;
    return read;
  };
  const steps: string[] = [];
  for (const step of task.steps) if (left > 0) steps.push(take(step));
  return {
    ...task,
    goal,
    steps,
    ...(task.instructions && { instructions: take(task.instructions) || null }),
  };
}

/** True when rules do not read the whole task. */
export function isShortened({ goal, steps, instructions }: Words): boolean {
  let chars = 0;
  for (const text of [goal, ...steps, instructions ?? '']) {
    chars += ruleText(text, MOST_CHARS + 1).length;
    if (chars > MOST_CHARS) return true;
  }
  return false;
}
