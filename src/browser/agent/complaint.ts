import { type Agent, see } from './agent-context.ts';
import { announcements } from './end-report.ts';
import { freshLines } from './hands/mend-form.ts';
import type { Scene } from './sight/scene.ts';

/** How long a button that sends something may go without any word of the page. */
const SILENCE_MS = 2_500;
const SENDING =
  /^(?:save|send|submit|post|publish|update|apply|confirm|pay|buy|book|order|reserve|place|create|register|sign ?up|subscribe|join|delete|remove|ok|done|finish|request|transfer|upload|change|set)\b/iu;

/** Waits for the page to say something to the button that was pressed last: an error may well come late. */
export async function awaitReply(agent: Agent): Promise<void> {
  const { pressed, clock, signal } = agent;
  if (!pressed || !SENDING.test(pressed.name.trim())) return;
  const end = clock.mono() + SILENCE_MS;
  while (clock.mono() < end) {
    const { text, model } = await see(agent);
    if (text !== pressed.text || model.url !== pressed.url) return;
    await clock.sleep(150, signal);
  }
}

/**
 * What the page says in the end against what was done; null when it says nothing of the kind. Words that it does not
 * mark as a message count only where it answers a press: a page that was opened may speak of failures.
 */
export function complaintIn(before: Scene, after: Scene, isAnswer: boolean): string | null {
  const said = new Set(announcements(before.model));
  const marked = announcements(after.model).filter((text) => !said.has(text));
  const lines = isAnswer ? freshLines(before.text, after.text) : [];
  return (
    marked.find((text) => text.length < 3 * MOST_SIGNS && isAgainst(text, FAILED)) ??
    lines.find((line) => line.length < MOST_SIGNS && isAgainst(line, PLAINLY_FAILED)) ??
    null
  );
}

/** Where the task itself is about what goes wrong, the page saying so is what was wanted. */
export function expectsComplaint(task: string): boolean {
  return OF_COMPLAINTS.test(task.replace(/"[^"]*"|“[^”]*”/gu, ' '));
}

const OF_COMPLAINTS =
  /\b(?:errors?|fail\p{L}*|invalid|incorrect|alerts?|warnings?|validation|what happens)\b/iu;

/** A message is short; a text that speaks of failures is longer. */
const MOST_SIGNS = 100;

function isAgainst(text: string, failed: RegExp): boolean {
  return failed.test(text.replace(NONE_FAILED, ' '));
}

const NONE_FAILED =
  /\b(?:no|0|without|any)\s+(?:\p{L}+\s+)?(?:errors?|failures?|failed|problems?)\b|\b0\s+failed\b/giu;
/** In words that stand anywhere on a page only this is plain enough. */
const PLAINLY_FAILED =
  /^(?:error|failed|failure|oops)\b|\b(?:something|that) went wrong\b|\b(?:could not|couldn['’]t|cannot|can['’]t|unable to) (?:be )?(?:save|send|sent|saved|complete|completed|process|processed|book|booked|create|created|delete|deleted|load|submit|submitted|update|updated|add|added)\b|^(?:wrong|incorrect|invalid) \p{L}+[.!]?$|^please try again\b/iu;
const FAILED = new RegExp(
  String.raw`${PLAINLY_FAILED.source}|\b(?:wrong|incorrect|invalid)\b|\btry again\b|\b(?:could|was|were|has|have)(?: not|n['’]t) been?\b|\b(?:could not|couldn['’]t|unable to|failed to)\b|\bfailed\b|\berror\b|\b(?:was|were|has been|have been) (?:declined|rejected|refused|denied)\b|\bis (?:required|missing)\b|\balready (?:taken|subscribed|registered|exists|in use|booked)\b|\bdo(?:es)? not match\b|^sorry\b`,
  'iu',
);
