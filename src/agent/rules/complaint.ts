import { SENDING } from '../actions/await-reply.ts';
import { hearPress, type Press, refusedRequest } from '../actions/press.ts';
import type { Agent } from '../agent.ts';
import type { Scene } from '../observation/scene.ts';
import { freshLines } from '../words.ts';
import { announcements } from './proof.ts';
import { insists, saysDone, saysNo } from './refusal-words.ts';

/** More new lines than this are another page and not an answer. */
const MOST_LINES = 8;
/** A message is short. */
const MOST_CHARS = 300;

/** Evidence against a completed task: the page's words, even when it removed them again, or its server's answer. */
export async function complaintOf(agent: Agent, start: Scene, after: Scene): Promise<string | null> {
  const { pressed, presses, run, instruction } = agent;
  if (OF_COMPLAINTS.test(instruction.replace(/"[^"]*"|“[^”]*”/gu, ' '))) return null;
  if (run.unanswered) return `the page asked "${run.unanswered}", and the task does not say what to answer`;
  if (pressed) await hearPress(pressed);
  const old = new Set(announcements(start.model));
  const refuses = (line: string) =>
    line.length < MOST_CHARS && (saysNo(line, instruction) || FAILED.test(line.replace(NONE_FAILED, ' ')));
  const said =
    announcements(after.model).find((line) => !old.has(line) && refuses(line)) ??
    (pressed && answerAgainst(pressed, after, refuses)) ??
    presses.flatMap((press) => gone(press, after)).find(refuses);
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

/** New lines since the last press, when they are few and none confirms. */
function answerAgainst(
  { name, text, url }: Press,
  after: Scene,
  refuses: (line: string) => boolean,
): string | undefined {
  const lines = freshLines(text, after.text);
  if (lines.length > MOST_LINES || lines.some(saysDone)) return undefined;
  const isWaiting = url === after.model.url && lines.length < 3 && SENDING.test(name.trim());
  return lines.find((line) => refuses(line) || (isWaiting && line.length < MOST_CHARS && insists(line)));
}

/** Notices that came up after a press and are gone again. */
function gone({ said, text }: Press, after: Scene): string[] {
  if (said.some(saysDone)) return [];
  const shown = new Set(`${text}\n${after.text}`.split('\n').map((line) => line.trim()));
  return said.filter((line) => !shown.has(line));
}

/** The task is about what goes wrong. */
const OF_COMPLAINTS =
  /\b(?:errors?|fail\p{L}*|invalid|incorrect|alerts?|warnings?|validation|what happens|fehler\p{L}*)\b/iu;
const NONE_FAILED =
  /\b(?:no|0|without|any|keine?)\s+(?:\p{L}+\s+)?(?:errors?|failures?|failed|problems?|fehler)\b|\b0\s+failed\b/giu;
const FAILED =
  /^(?:error|failed|failure|oops|sorry|fehler)\b|\b(?:went wrong|try again|failed|error|schiefgelaufen|fehler)\b/iu;
