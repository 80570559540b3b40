import { protect, restoreQuoted, soleToken } from './protect.ts';
import { beginsWithVerb } from './split-clauses.ts';

/** Where a task says that all of it is to be done. */
export interface ToldPlace {
  /** Names of parts of the page, folders or entries of menus, the outermost first. */
  steps: string[];
  /** The task without the words for its place. */
  rest: string;
  /** The task calls it a part of the page, or tells the way there: without it nothing can be meant. */
  isSure: boolean;
}

const PART = '(?:section|panel|channel)';
const NAME = String.raw`(?:[\ue000-\uf8ff]|\p{Lu}[\p{L}\p{N}&'’-]*(?:\s(?:(?:and|of|&)\s)?[\p{Lu}\p{N}][\p{L}\p{N}&'’-]*|\s\p{Ll}[\p{L}'’-]*){0,3}?)`;
const STEP = String.raw`(?:[\ue000-\uf8ff]|[\p{L}\p{N}][\p{L}\p{N}&.'’-]*(?:\s[\p{L}\p{N}&][\p{L}\p{N}&.'’-]*){0,3}?)`;
const PATH = String.raw`${STEP}(?:\s*(?:>|›|»|→|->)\s*${STEP}|\s\/\s${STEP})+`;
const IN = String.raw`(?:in|under|on|within|inside|at|from)\s+(?:the\s+)?(?:(?:folder|directory|menu|section)\s+)?`;

/** The first that fits a task which is one sentence tells its place. */
const LEADS: readonly RegExp[] = [
  new RegExp(
    String.raw`^${IN}(?<name>[\p{L}\p{N}\ue000-\uf8ff][^,.:;]{0,40}?)\s+(?<noun>${PART}),?\s+(?<rest>.+)$`,
    'iu',
  ),
  new RegExp(String.raw`^[Uu]nder\s+(?:the\s+)?(?<path>${NAME}(?:,\s${NAME}){1,3}),\s+(?<rest>.+)$`, 'u'),
  new RegExp(String.raw`^[Uu]nder\s+(?:the\s+)?(?<name>${NAME}),\s+(?<rest>.+)$`, 'u'),
  new RegExp(String.raw`^${IN}(?<path>${PATH}),?\s+(?<rest>.+)$`, 'iu'),
];
const TRAILS: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?<rest>.+)\s+${IN}(?<name>[^,.:;]{1,40}?)\s+(?<noun>${PART})(?<more>\s+and\s.+)?$`,
    'iu',
  ),
  new RegExp(String.raw`^(?<rest>.+)\s+${IN}(?<path>${PATH})$`, 'iu'),
  new RegExp(String.raw`^(?<rest>.+(?<!\p{L}ed|shown|given))\s+under\s+(?:the\s+)?(?<name>${NAME})$`, 'u'),
];

/** A longer task is told in more than one sentence. */
const MOST_CHARS = 2_000;

/** "Under Security, ...", "... in the Billing section", "... from Projects / 2025"; null where a task tells no place. */
export function toldPlace(task: string): ToldPlace | null {
  if (task.length > MOST_CHARS) return null;
  const { text, tokens } = protect(task.trim().replace(/^please,?\s+/iu, ''));
  const sentence = text.replace(/[.!]+$/u, '');
  for (const pattern of [...LEADS, ...TRAILS]) {
    const { name, noun, path, rest = '', more = '' } = sentence.match(pattern)?.groups ?? {};
    if (!beginsWithVerb(rest) || (TRAILS.includes(pattern) && /[.!?;]\s/u.test(sentence))) continue;
    const steps = (name ?? path ?? '')
      .split(path?.includes(', ') ? ', ' : /\s*(?:->|[>›»→])\s*|\s\/\s/u)
      .map((step) => soleToken(step, tokens)?.text ?? step.trim());
    return {
      steps,
      rest: restoreQuoted(`${rest}${more}${text.slice(sentence.length)}`, tokens),
      isSure: noun !== undefined || steps.length > 1,
    };
  }
  return null;
}
