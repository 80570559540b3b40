import { type Agent, see } from './agent-context.ts';
import { click } from './hands.ts';
import { matchTarget, SURE } from './match-target.ts';
import { readTarget } from './read-target.ts';
import { searchFor, statedSearchField } from './search.ts';
import { holdsPhrase } from './words.ts';

/** When a question is about something that this page does not speak of, looks for it with the site's own search. */
export async function pursue(agent: Agent, question: string): Promise<boolean> {
  const subject = subjectOf(question);
  if (subject === null) return false;
  const scene = await see(agent);
  if (holdsPhrase(`${scene.model.title} ${scene.text}`, subject)) return false;
  if (!statedSearchField(scene.model) || !(await searchFor(agent, subject))) return false;
  const results = await see(agent);
  const hit = matchTarget(results.model, { ...readTarget('', []), text: subject, kind: 'link' })[0];
  return hit !== undefined && hit.score >= SURE && click(agent, results, hit.element);
}

/** The thing a question names: what is quoted, or written with capitals after its first word. */
export function subjectOf(question: string): string | null {
  const quoted = question.match(/"([^"]{2,80})"|“([^”]{2,80})”/u);
  if (quoted) return quoted[1] ?? quoted[2] ?? null;
  const named = question.match(
    /(?<=\S\s+(?:the\s+|an?\s+)?)(\p{Lu}[\p{L}\p{N}'’&-]+(?:\s+(?:\p{Lu}[\p{L}\p{N}'’&-]*|\d+|&|of|and)(?=\s|[?.,!]|$))*)/u,
  )?.[1];
  return named?.includes(' ') ? named.replace(/\s+(?:of|and|&)$/u, '') : null;
}
