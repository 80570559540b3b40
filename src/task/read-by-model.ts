import { z } from 'zod';
import type { Llm } from '../platform/llm.ts';
import { userMessage } from '../platform/llm-messages.ts';
import { contentStems, stemsOf, wordsOf } from '../platform/text/words.ts';
import type { Asks, Whole } from './asks.ts';
import { clauseKind } from './clauses.ts';
import type { TaskReading, TaskText } from './read-task.ts';
import { ruleText } from './rule-text.ts';
import { passwordsIn } from './task-login.ts';

const WHOLES = ['text', 'html', 'title', 'links', 'headings', 'summary'] as const satisfies readonly Whole[];
const opinion = z.object({
  acts: z.boolean(),
  asks: z.enum([...WHOLES, 'facts', 'list', 'question']),
  facts: z.array(z.string().trim().min(1).max(200)).max(20),
  question: z.string().trim().min(1).max(1_000),
});
const OPINION_SCHEMA = z.toJSONSchema(opinion);
const OUTPUT_TOKENS = 1_000;
/** The model reads the task by its beginning. */
const MOST_CHARS = 20_000;
/** More words than this may hold more than one request. */
const SHORT = 12;

const SYSTEM = `You say what a task for a web browser wants. The message is the task; do not do it.
- acts: true only where something on the site is to be changed, sent, bought, filled in, pressed or downloaded. To read, find, list, compare, open a page or scroll is false.
- asks: text, html, title, links, headings or summary where the page as such is wanted; facts for several named things; list for all things of a kind; question for anything else.
- facts: with facts, every wanted thing in a few words of the task; else [].
- question: the request in one sentence, in the task's own words and language, without greetings, addresses and remarks.`;

/** Whether a language model can tell more about a task than its words: they leave something open, and no secret is among them. */
export function isUnsure(task: TaskText, { acts, asks }: TaskReading): boolean {
  if (task.steps.length > 0 || (!acts && (task.outputSchema !== null || asks.kind === 'whole'))) return false;
  const said = saidIn(task);
  if (passwordsIn(said).length > 0) return false;
  const read = ruleText(said);
  const isShort = wordsOf(read).length <= SHORT && asks.kind === 'question';
  return !isShort || clauseKind(read) !== 'question';
}

/** The most that the call below can cost. */
export function mostOfReading(llm: Llm, task: TaskText): number {
  return llm.mostMicroUsd(
    SYSTEM.length + JSON.stringify(OPINION_SCHEMA).length + saidIn(task).length,
    OUTPUT_TOKENS,
  );
}

/** The model's reading of a task. Null, and the words stand, where it fails, is late, or does not speak of this task. */
export async function readByModel(
  llm: Llm,
  task: TaskText,
  words: TaskReading,
  signal: AbortSignal,
): Promise<{ reading: TaskReading | null; costMicroUsd: number }> {
  const said = saidIn(task);
  const reply = await llm.ask({
    role: 'reading',
    system: SYSTEM,
    messages: [userMessage(said)],
    json: OPINION_SCHEMA,
    maxOutputTokens: OUTPUT_TOKENS,
    isOnce: true,
    signal,
  });
  const read = reply.ok ? opinion.safeParse(reply.json) : null;
  const costMicroUsd = reply.ok ? reply.costMicroUsd : 0;
  if (!read?.success || !isOf(said, [read.data.question, ...read.data.facts]))
    return { reading: null, costMicroUsd };
  const { acts, question: text } = read.data;
  const type = acts && !words.acts && words.file === null ? 'multistep' : words.type;
  const reading = { ...words, acts, asks: asksOf(read.data), text, searchWords: contentStems(text), type };
  return { reading, costMicroUsd };
}

function saidIn({ goal, instructions }: TaskText): string {
  return [goal, instructions ?? ''].join('\n').trim().slice(0, MOST_CHARS);
}

function asksOf({ asks, facts }: z.infer<typeof opinion>): Asks {
  const what = WHOLES.find((whole) => whole === asks);
  if (what) return { kind: 'whole', what };
  if (asks === 'facts' && facts.length > 1) return { kind: 'facts', facts };
  return { kind: asks === 'list' ? 'list' : 'question' };
}

/** A reading is in the task's own words, for the most part. */
function isOf(said: string, texts: readonly string[]): boolean {
  const known = new Set(stemsOf(said));
  return texts.every((text) => {
    const stems = contentStems(text);
    return stems.filter((stem) => known.has(stem)).length >= stems.length / 2;
  });
}
