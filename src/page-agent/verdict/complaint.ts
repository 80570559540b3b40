import type { Agent } from '../agent.ts';
import { SENDING } from '../hands/await-reply.ts';
import { hearPress, type Press, refusedRequest } from '../hands/press.ts';
import type { Scene } from '../sight/scene.ts';
import { freshLines, stem, wordsOf } from '../words.ts';
import { announcements } from './proof.ts';
import { insists, saysDone, saysNo, stillToBe } from './refusal-words.ts';

/**
 * The page's complaint about the deed; null without one. Words that it does not
 * mark as a message count only where it answers a press: a page that was opened may speak of failures.
 */
function complaintIn(before: Scene, after: Scene, isAnswer: boolean): string | null {
  const said = new Set(announcements(before.model));
  const marked = announcements(after.model).filter((text) => !said.has(text));
  const lines = isAnswer ? freshLines(before.text, after.text) : [];
  return (
    marked.find((text) => text.length < 3 * MOST_SIGNS && isAgainst(text, FAILED)) ??
    lines.find((line) => line.length < MOST_SIGNS && isAgainst(line, PLAINLY_FAILED)) ??
    null
  );
}

/** Evidence against a done task: the page's words, also those it took back, or its server's answer. */
export async function complaintOf(agent: Agent, start: Scene, after: Scene): Promise<string | null> {
  const { pressed, presses, run, instruction } = agent;
  if (expectsComplaint(instruction)) return null;
  if (run.unanswered) return `the page asked "${run.unanswered}", and the task does not say what to answer`;
  if (pressed) await hearPress(pressed);
  const said =
    complaintIn(start, after, pressed !== null) ??
    (pressed && answerAgainst(pressed, after, instruction)) ??
    presses.map((press) => fleetingAgainst(press, after, instruction)).find(Boolean) ??
    stillPending(after.text, instruction);
  if (said) return `the page says: ${said.slice(0, 200).replace(/\.$/u, '')}`;
  for (const press of presses) {
    const refused = refusedRequest(press, run.failures);
    const words = [...press.said, ...freshLines(press.text, after.text)];
    const hasGoneOn = press === pressed && after.model.url !== press.url;
    if (refused && !hasGoneOn && !words.some(saysDone))
      return `"${press.name}" was pressed, and the site answered with status ${refused.status}`;
  }
  return null;
}

/** More than so many new lines are another page and not an answer. */
const MOST_LINES = 8;

/** New words since the last press, where they are few and all of them complain. */
function answerAgainst(
  { name, text, url }: Pick<Press, 'name' | 'text' | 'url'>,
  after: Scene,
  task: string,
): string | null {
  const lines = freshLines(text, after.text);
  if (lines.length > MOST_LINES || lines.some(saysDone)) return null;
  const isMessage = url === after.model.url && lines.length < 3;
  const isWaiting = isMessage && SENDING.test(name.trim());
  return (
    lines.find(
      (line) => line.length < 1.5 * MOST_SIGNS && (saysNo(line, task) || (isWaiting && insists(line))),
    ) ?? null
  );
}

/** A notice that came up after a press and is gone again. */
function fleetingAgainst({ said, text }: Press, after: Scene, task: string): string | null {
  const shown = new Set(`${text}\n${after.text}`.split('\n').map((line) => line.trim()));
  const gone = said.filter((line) => !shown.has(line) && line.length < 3 * MOST_SIGNS);
  if (said.some(saysDone)) return gone.find((line) => isAgainst(line, PLAINLY_FAILED)) ?? null;
  return gone.find((line) => isAgainst(line, FAILED) || saysNo(line, task)) ?? null;
}

/** The page's words, before and after, about the task's deed: "Nothing sent yet." */
function stillPending(text: string, task: string): string | null {
  const asked = new Set(wordsOf(task).map(stem));
  return (
    text.split('\n').find((line) => {
      const deed = stillToBe(line);
      return deed !== null && (deed === 'saved' || asked.has(stem(deed)));
    }) ?? null
  );
}

/** Where the task itself is about what goes wrong, the page saying so is what was wanted. */
function expectsComplaint(task: string): boolean {
  return OF_COMPLAINTS.test(task.replace(/"[^"]*"|“[^”]*”/gu, ' '));
}

const OF_COMPLAINTS =
  /\b(?:errors?|fail\p{L}*|invalid|incorrect|alerts?|warnings?|validation|what happens|what (?:it|the \p{L}+) (?:says|said|answers|shows))\b/iu;

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
