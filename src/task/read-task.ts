import { LRUCache } from 'lru-cache';
import { findUrls } from '../platform/net/find-urls.ts';
import { contentStems } from '../platform/text/words.ts';
import { askingText } from './asking.ts';
import { type Asks, asksOf } from './asks.ts';
import { deedsIn } from './clauses.ts';
import { fileAsked } from './file-asked.ts';
import { ruleTask } from './rule-text.ts';
import { loginInTask } from './task-login.ts';
import data from './words.json' with { type: 'json' };

/** The groups of tasks by which the router learns. */
export const TASK_TYPES = ['extract', 'form', 'download', 'search', 'multistep', 'monitor'] as const;
export type TaskType = (typeof TASK_TYPES)[number];

/** The task as its caller put it. */
export interface TaskText {
  goal: string;
  instructions?: string | null;
  steps: readonly string[];
  url: string | null;
  outputSchema: object | null;
}

/** The meaning of a task, as far as its words tell. Computed at admission and stored with the run. */
export interface TaskReading {
  /** The task asks for an act on a page, which only a browser can do. */
  acts: boolean;
  asks: Asks;
  /** The words that ask, without addresses and without the polite words around them. */
  text: string;
  /** The addresses that the task names. */
  sites: string[];
  /** The kind of file that is asked for, `any` where the task names none, null where no file is asked for. */
  file: string | null;
  /** Stems of the words by which the answer is found. */
  searchWords: string[];
  type: TaskType;
  /** The words speak of signing in, or bring a login. The caller adds a stored credential. */
  needsLogin: boolean;
  /** The task looks like many of one kind: a list of names or addresses, "for each of these", "all 50". */
  isMulti: boolean;
}

/** The meaning of a stored task; runs of older versions have no reading. */
export function readingOf(task: TaskText & { reading?: TaskReading }): TaskReading {
  return task.reading ?? readTask(task);
}

/** The same task comes again and again, about another page or at another time. By characters: about 4 MB of readings. */
const readings = new LRUCache<string, TaskReading>({
  maxSize: 1_000_000,
  sizeCalculation: (_, words) => words.length,
});

/** Readings are shared: change none. */
export function readTask(task: TaskText): TaskReading {
  const ruled = ruleTask(task);
  const { goal, instructions, steps, url, outputSchema } = ruled;
  const words = JSON.stringify([goal, instructions, steps, url === null, outputSchema !== null]);
  const reading = readings.get(words) ?? readWords(ruled);
  readings.set(words, reading);
  return reading;
}

function readWords(task: TaskText): TaskReading {
  const { goal } = task;
  const said = [goal, ...task.steps].join('\n');
  const deeds = deedsIn(said, task.outputSchema !== null);
  const acts = deeds.length > 0 || loginInTask(goal) !== null;
  const file = fileAsked(said);
  const text = askingText([goal, task.instructions ?? ''].join('\n'));
  return {
    acts,
    asks: asksOf(text, goal),
    text,
    sites: findUrls(said),
    file,
    searchWords: contentStems(text),
    type: typeOf(task, said, deeds, file !== null),
    needsLogin: LOGIN.test(said) && (acts || OWN_PLACE.test(said)),
    isMulti: isMulti(said),
  };
}

function typeOf(task: TaskText, said: string, deeds: string[], needsFile: boolean): TaskType {
  if (needsFile) return 'download';
  if (MONITOR.test(said)) return 'monitor';
  if (deeds.length > 0 && deeds.every((deed) => SEARCH.test(deed))) return 'search';
  if (task.steps.length > 2 || deeds.length > 2) return 'multistep';
  if (deeds.length > 0 || loginInTask(task.goal)) return FORM.test(said) ? 'form' : 'multistep';
  return task.url === null || SEARCH.test(task.goal) ? 'search' : 'extract';
}

/** Several addresses, a list of names line by line or behind a colon, or words that say so. */
function isMulti(said: string): boolean {
  const addresses = new Set(said.match(/\bhttps?:\/\/[^\s,;)"'<>]+/giu) ?? []);
  if (addresses.size >= 3) return true;
  const lines = said.split('\n').filter((line) => /^\s*(?:[-*•]|\d{1,3}[.)])\s+\S/u.test(line));
  const isNamed = /\b(?:these|following|companies|people|products|names|list|each)\b/iu.test(said);
  if (lines.length >= 4 && isNamed) return true;
  const listed = /:\s*((?:[^,;:.\n]{2,60}[,;]\s*){4,}[^,;:.\n]{2,60})/u.exec(said);
  return MANY.test(said) || (listed !== null && isNamed);
}

const wordFrom = (source: string) => new RegExp(`(?<!\\p{L})(?:${source})(?!\\p{L})`, 'iu');
const MONITOR = wordFrom(data.monitor);
const LOGIN = wordFrom(data.login);
const FORM = wordFrom(data.form);
const SEARCH = new RegExp(`^\\s*(?:please\\s+)?(?:use the search|${data.search})(?!\\p{L})`, 'iu');
const OWN_PLACE = /\bmy (?:account|inbox|orders?|profile|dashboard)\b/iu;
const MANY =
  /\b(?:for|of|from|on) (?:each|every)(?: one)? of (?:the|these|those|my|our)\b|\bfor each (?:of|company|product|person|name|url|link|site|item|row|entry|supplier|customer)\b|\b(?:all|these|those|the following) (?:the )?(?:\d{2,}|ten|twelve|twenty|thirty|forty|fifty|hundred)\b|\b(?:each|all|every one) of (?:these|the following) (?:companies|products|people|names|urls|links|sites|websites|pages|items|suppliers|customers)\b|\bone (?:by|after) (?:one|the other)\b.{0,40}\b(?:list|these|each)\b/iu;
