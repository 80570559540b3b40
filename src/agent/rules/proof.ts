import type { Agent, Trace } from '../agent.ts';
import { elementsIn, isField, type PageModel } from '../observation/page-model.ts';
import { type Row, rowsOf } from '../observation/rows.ts';
import type { Scene } from '../observation/scene.ts';
import { freshLines, holdsPhrase, stemsOf, tellingStems } from '../words.ts';
import type { Kind } from './command.ts';
import { saysDone, saysNo } from './refusal-words.ts';

/** Proof of a done task: a file, the page's own words, something new on it, another address, the state of its controls. */
export interface Proof {
  kind: 'file' | 'said' | 'shown' | 'address' | 'state';
  /** One sentence for the caller; '' where the files say it. */
  words: string;
}

export interface Evidence {
  task: string;
  traces: readonly Trace[];
  proof: Proof;
  /** Nothing on the page has changed. */
  isSilent: boolean;
  /** A dialog is open, or fields are empty. */
  isAsking: boolean;
}

/** The sentence is for a person. */
const MOST_CHARS = 160;
/** Commands after which another address is what was wanted. */
const LEADING = new Set<Kind>(['open', 'click', 'goto', 'search', 'back', 'login', 'find']);

/** The strongest proof that there is; null where nothing of the page, no file and no address speaks for it. */
export function proofOf(agent: Agent, kinds: readonly Kind[], start: Scene, after: Scene): Proof | null {
  const { run, traces, instruction } = agent;
  if (run.downloads.length > 0) return { kind: 'file', words: '' };
  const last = kinds.at(-1);
  const basket = kinds.includes('basket') ? basketLine(start, after, instruction) : null;
  if (basket) return { kind: 'shown', words: `The basket shows ${basket}.` };
  const said = saidLines(agent, start, after);
  if (said.length > 0) return { kind: 'said', words: `The page says: ${quoted(said.slice(0, 2).join(' '))}` };
  const shown = shownRow(start, after, instruction);
  if (shown) return { kind: 'shown', words: `The page shows: ${quoted(shown)}` };
  if (after.model.url !== start.model.url && last && LEADING.has(last))
    return { kind: 'address', words: `${quoted(after.model.title || after.model.url)} is open.` };
  const asked = run.messages.slice(-2).map((message) => `the page asked ${quoted(message)}`);
  const statements = [...new Set([...traces.filter(({ isOk }) => isOk).map(stated), ...asked])];
  const fresh = freshLines(start.text, after.text).join(' ');
  const shows = fresh !== '' && fresh.length < MOST_CHARS ? ` The page now shows: ${quoted(fresh)}` : '';
  return statements.length > 0 && traces.every(({ isOk }) => isOk)
    ? { kind: 'state', words: `${statements.slice(-4).join(', ')}.${shows}` }
    : null;
}

/** New lines that say in so many words that it was done, and what the page marks as a message beside them. */
function saidLines({ presses, run, instruction }: Agent, start: Scene, after: Scene): string[] {
  const old = new Set(announcements(start.model));
  const lines = [
    ...run.messages.slice(-2),
    ...announcements(after.model).filter((text) => !old.has(text)),
    ...freshLines(start.text, after.text),
    ...presses.flatMap(({ said }) => said),
  ];
  const fitting = [...new Set(lines)].filter((line) => line.length < 300 && !saysNo(line, instruction));
  const done = fitting.filter(saysDone);
  const marked = fitting.filter((line) => announcements(after.model).includes(line));
  return done.length > 0 ? [...new Set([...done, ...marked])] : [];
}

/** A row that was not there before and holds what the task names. */
function shownRow(start: Scene, after: Scene, task: string): string | null {
  const [best] = freshRows(start, after, task);
  return best && best.share >= 0.6 ? best.text : null;
}

function freshRows(start: Scene, after: Scene, task: string): (Row & { share: number })[] {
  const old = new Set(rowsOf(start.model).map(({ text }) => text));
  const wanted = tellingStems(task).filter((stem) => stem.length > 2);
  return rowsOf(after.model)
    .filter(({ text }) => !old.has(text) && text.length < 300 && !holdsPhrase(text, task))
    .map((row) => {
      const held = new Set(stemsOf(row.text));
      return { ...row, share: wanted.filter((stem) => held.has(stem)).length / Math.max(1, wanted.length) };
    })
    .sort((one, other) => other.share - one.share || one.text.length - other.text.length);
}

/** "1 x Fernfall Camp Kettle, $58.00": what the row of the basket says of the product. */
function basketLine(start: Scene, after: Scene, task: string): string | null {
  for (const { node, share } of freshRows(start, after, task)) {
    if (share === 0) return null;
    const parts = elementsIn(after.model, node).filter(({ isVisible, isFraming }) => isVisible && !isFraming);
    const wanted = tellingStems(task).filter((stem) => !BASKET.has(stem));
    const name = parts.find(
      ({ tag, role, name: words }) =>
        (role === 'link' || /^h\d$/u.test(tag)) && stemsOf(words).some((stem) => wanted.includes(stem)),
    )?.name;
    const price = parts.map(({ text, flow }) => MONEY.exec(flow || text)?.[0]).find(Boolean);
    const count =
      parts.find((one) => isField(one) && /^\d{1,3}$/u.test(one.value))?.value ??
      parts.map(({ text }) => /^(?:x|×)?\s?(\d{1,3})\s?(?:x|×)?$/u.exec(text.trim())?.[1]).find(Boolean);
    if (name && (price || count)) return `${count ?? 1} x ${name}${price ? `, ${price}` : ''}`;
  }
  return null;
}

const BASKET = new Set(stemsOf('basket add put'));
const MONEY = /\p{Sc}\s?\d[\d.,]*\d|\d[\d.,]*\d\s?(?:\p{Sc}|(?:EUR|USD|GBP|CHF)\b)/u;

function stated({ action, label, value }: Trace): string {
  if (action === 'check') return `${quoted(label)} is ${value === 'true' ? 'ticked' : 'not ticked'}`;
  if (action === 'fill' || action === 'select' || action === 'upload')
    return `${quoted(label)} is ${quoted(value || '••••')}`;
  return `${quoted(label)} was ${action === 'drag' ? 'moved' : 'pressed'}`;
}

function quoted(words: string): string {
  const plain = words.replace(/\s+/gu, ' ').trim();
  return `"${plain.length > MOST_CHARS ? `${plain.slice(0, MOST_CHARS)}…` : plain}"`;
}

/** Messages the page marks as such. */
export function announcements(model: PageModel): string[] {
  return model.elements
    .filter(
      (element) =>
        element.isVisible &&
        (['alert', 'status', 'alertdialog'].includes(element.role) ||
          /\b(?:alert|success|error|message|notice|toast|flash|confirmation)\b/u.test(element.hints)) &&
        (element.text !== '' || element.name !== ''),
    )
    .map(({ name, text, flow }) =>
      [flow, name, text].reduce((best, one) => (one.length > best.length ? one : best)),
    )
    .filter((text) => text.length > 2)
    .slice(0, 4);
}
