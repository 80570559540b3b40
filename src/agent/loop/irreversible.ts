import { readTask } from '../../task/index.ts';
import type { Agent } from '../agent.ts';
import ACTS from './acts.json' with { type: 'json' };
import { plainWords } from './owner-words.ts';
import type { ModelTask } from './prompt.ts';

interface Act {
  kind: string;
  /** A whole label, or its beginning. */
  label: RegExp;
  order: RegExp;
}

const KNOWN: readonly Act[] = ACTS.map(({ kind, label, order }) => ({
  kind,
  label: new RegExp(`^(?:yes,? |ok,? |(?:please |now |jetzt )|[^\\p{L}]+)?(?:${label})(?![\\p{L}])`, 'iu'),
  order: new RegExp(`(?<![\\p{L}])(?:${order})(?![\\p{L}])`, 'giu'),
}));

const MAX_LABEL = 120;
/** Banners about cookies accept no contract. */
const COOKIES = /cookie|consent|tracking|gdpr|privacy (?:settings|preferences)/iu;
/** What only reads: a search is not sent to anybody. */
const HARMLESS = /search|find|filter|login|log in|sign in|sign up|feedback form/iu;
const NEGATION =
  /(?:\bdo not|\bdon['’]?t|\bnever|\bwithout|\bnot to|\bnot|\bno|\bnicht|\bkeine?n?|\bohne|\bne|\bsans|\bsin|\bnon|\bsenza)\s+(?:\p{L}+\s+){0,2}$/iu;
/** Where a sentence begins with the verb. */
const BEGINS = /(?:^|[.!\n])\s*(?:please\s+|bitte\s+|then\s+)?$/iu;
const LOOKS = /^(?:search|find|look)/iu;
/** Words of a label that name no object. */
const EMPTY = new Set(
  'and or the my your this our all now it to a an yes ok please continue proceed submit permanently really forever confirm'.split(
    ' ',
  ),
);
/** Kinds of acts whose object has to be named by the task, too. */
const WITH_OBJECT = new Set(['delete', 'publish', 'accept']);

/** The thing that an action would press. */
export interface Pressed {
  label: string;
  /** Words around it: its group or dialog. */
  near: string;
}

/** The irreversible act that pressing this is; null when it is none, or the task orders exactly that. */
export function unorderedAct(task: ModelTask, { label, near }: Pressed): string | null {
  const words = label.replace(/\s+/gu, ' ').trim();
  if (words === '' || words.length > MAX_LABEL) return null;
  const act = KNOWN.find((one) => one.label.test(words));
  if (!act) return null;
  if (act.kind === 'accept' && COOKIES.test(`${words} ${near}`)) return null;
  if (act.kind === 'send' && HARMLESS.test(`${words} ${near}`)) return null;
  return isOrdered(act, task, words) ? null : act.kind;
}

function isOrdered({ kind, order }: Act, task: ModelTask, label: string): boolean {
  const { goal, steps } = task;
  const said = [goal, ...steps].join('\n').slice(0, 20_000);
  const isWanted = [...said.matchAll(order)].some(
    ({ index }) => !NEGATION.test(said.slice(Math.max(0, index - 60), index)),
  );
  if (!isWanted) return false;
  const quoted = said.toLowerCase().includes(label.toLowerCase());
  if (quoted) return true;
  // An instruction may contain a question: "Write to the shop: does the kettle whistle?"
  const isTold = [...said.matchAll(order)].some(
    ({ 0: verb, index }) => BEGINS.test(said.slice(0, index)) && !LOOKS.test(verb),
  );
  if (kind === 'send' && isTold) return true;
  // A question about prices, orders or deliveries orders nothing.
  if (!readTask({ ...task, url: task.startUrl, instructions: null }).acts) return false;
  if (!WITH_OBJECT.has(kind)) return true;
  const lower = said.toLowerCase();
  const objects = label
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .slice(1)
    .filter((word) => word.length > 2 && !EMPTY.has(word));
  return objects.every((word) => lower.includes(word.slice(0, Math.max(4, word.length - 2))));
}

/** Consent of the owner for acts that cannot be undone. A page can neither give nor lift it. */
export class Consent {
  readonly #agent: Agent;
  readonly #task: ModelTask;
  readonly #isNeeded: () => Promise<boolean>;
  readonly #given = new Set<string>();
  isUnanswered = false;

  constructor(agent: Agent, task: ModelTask, isNeeded: () => Promise<boolean>) {
    this.#agent = agent;
    this.#task = task;
    this.#isNeeded = isNeeded;
  }

  /** Why the act may not be done; null when it may. */
  async refusalOf(pressed: Pressed | null): Promise<string | null> {
    const kind = pressed && unorderedAct(this.#task, pressed);
    if (!kind || !(await this.#isNeeded())) return null;
    const { host } = new URL(this.#agent.run.front.url());
    const label = plainWords(pressed.label).slice(0, 80);
    const key = `${host} ${label}`;
    if (this.#given.has(key)) return null;
    const prompt = `The agent wants to press "${label}" on ${host}. This may ${VERB[kind] ?? 'change'} something for good, and the task does not order it. Allow it?`;
    const reply = await this.#agent.ask({ kind: 'confirm', prompt });
    if (reply.answered && /^\s*(?:y|yes|ok|true|confirm|allow)/iu.test(reply.value)) {
      this.#given.add(key);
      return null;
    }
    if (reply.answered) return `Not done: the owner refused to press "${label}".`;
    if (!reply.isForbidden) this.isUnanswered = true;
    return `Not done: "${label}" needs the owner's consent because the task does not order it, and nobody can be asked.`;
  }
}

const VERB: Record<string, string> = {
  pay: 'pay for',
  send: 'send',
  delete: 'delete',
  publish: 'publish',
  accept: 'accept',
};
