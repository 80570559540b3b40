import { type Agent, see } from './agent-context.ts';
import { click } from './hands/hands.ts';
import { searchFor, statedSearchField } from './hands/search.ts';
import { readTarget } from './language/read-target.ts';
import { holdsPhrase, similarity } from './language/words.ts';
import { matchTarget, SURE } from './sight/match-target.ts';

/** When a question is about something that this page does not speak of, looks for it with the site's own search. */
export async function pursue(agent: Agent, question: string): Promise<boolean> {
  if (await openPageAbout(agent, question)) return true;
  const subject = subjectOf(question);
  if (subject === null) return false;
  const scene = await see(agent);
  if (holdsPhrase(`${scene.model.title} ${scene.text}`, subject)) return false;
  if (!statedSearchField(scene.model) || !(await searchFor(agent, subject))) return false;
  const results = await see(agent);
  const hit = matchTarget(results.model, { ...readTarget('', []), text: subject, kind: 'link' })[0];
  return hit !== undefined && hit.score >= SURE && click(agent, results, hit.element);
}

/** "The article about mending a tent": a link of that name leads to it. */
async function openPageAbout(agent: Agent, question: string): Promise<boolean> {
  const topic = question.match(PAGE_ABOUT)?.[1] ?? question.match(NAMED_PAGE)?.[1];
  if (topic === undefined) return false;
  const scene = await see(agent);
  const hits = scene.model.elements
    .filter(({ role, isVisible }) => role === 'link' && isVisible)
    .map((element) => ({ element, fit: similarity(element.name, topic) }))
    .sort((one, other) => other.fit - one.fit);
  return hits[0] !== undefined && hits[0].fit >= SAME_TOPIC && click(agent, scene, hits[0].element);
}

const SAME_TOPIC = 0.6;
/** "According to the shipping page". */
const NAMED_PAGE =
  /\b(?:according to|on|from|in|see)\s+(?:the|its|their)\s+["“]?([\p{L}&][\p{L}& -]{2,40}?)["”]?\s+page\b/iu;
const PAGE_ABOUT =
  /\b(?:article|post|story|page|guide|entry|recipe|review|thread|product|chapter|listing|issue|section|tutorial|news)s?\s+(?:about|on|titled|called|named|entitled|for)\s+(?:the\s+|an?\s+)?["“]?(.+?)["”]?(?=,?\s+and\s+(?:tell|give|say|list|find|summari[sz]e|report|answer|what|who|how|when|where)\b|[?.,;]|$)/iu;

/** All the things a question names. */
export function subjectsOf(question: string): string[] {
  const quoted = [...question.matchAll(/"([^"]{2,80})"|“([^”]{2,80})”/gu)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
  const plain = question.replace(/"[^"]*"|“[^”]*”/gu, ' ');
  const named = [...plain.matchAll(NAMED)]
    .map((match) => (match[1] ?? '').replace(/\s+(?:of|and|&|the|in|to)$/u, '').replace(/['’]s$/u, ''))
    .filter((name) => !/^(?:I|I'm|I'd|I've|Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)(?:days?)?$/u.test(name));
  const ways = named.flatMap((name) => (plain.includes(`from ${name}`) ? name.split(/\s+to\s+/u) : name));
  return [...new Set([...quoted, ...ways])];
}

/** Capitals after the first word, with the little words that names have between them. */
const NAMED =
  /(?<=[^\s.?!]\s+)(\p{Lu}[\p{L}\p{N}'’&-]*(?:\s+(?:(?:of|and|the|in|to|a|de|la|&)\s+){0,2}(?:\p{Lu}[\p{L}\p{N}'’&-]*|\d+(?=[\s?.,!:]|$)))*)/gu;

/** The thing a question names: what is quoted, or written with capitals after its first word. */
export function subjectOf(question: string): string | null {
  const quoted = question.match(/"([^"]{2,80})"|“([^”]{2,80})”/u);
  if (quoted) return quoted[1] ?? quoted[2] ?? null;
  const named = question.match(
    /(?<=\S\s+(?:the\s+|an?\s+)?)(\p{Lu}[\p{L}\p{N}'’&-]+(?:\s+(?:\p{Lu}[\p{L}\p{N}'’&-]*|\d+|&|of|and)(?=\s|[?.,!]|$))*)/u,
  )?.[1];
  return named?.includes(' ') ? named.replace(/\s+(?:of|and|&)$/u, '') : null;
}
