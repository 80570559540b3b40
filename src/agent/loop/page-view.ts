import type { Agent } from '../agent.ts';
import type { PageModel, UiElement } from '../observation/page-model.ts';
import type { Scene } from '../observation/scene.ts';
import { isMovable, type Line, linesOf, quoted } from './page-lines.ts';

/** Characters of an observation where the model's catalog row names no other budget. */
export const OBSERVATION_CHARS = 40_000;
const READ_CHARS = 12_000;
const MAX_OPTIONS = 30;
const MAX_HITS = 40;
const SCREEN = 800;
const SHORT_NAME = 40;
const MAX_HREF = 60;

export interface Observation {
  text: string;
  /** False for the difference to the one before, which the model then still needs. */
  isWhole: boolean;
}

/**
 * What the model sees of the pages of one run. A number belongs to one element as long as it lives, and is never given
 * to another.
 */
export class PageView {
  readonly #numbers = new Map<number, number>();
  /** By number: the element as it was last shown. */
  readonly #known = new Map<number, UiElement>();
  #before: { document: number; shown: string[] } | null = null;
  #firstNew = 1;
  #site = '';

  numberOf(element: UiElement): number {
    const number = this.#numbers.get(element.id) ?? this.#numbers.size + 1;
    this.#numbers.set(element.id, number);
    this.#known.set(number, element);
    return number;
  }

  /** The element with this number in the newest scene; as it was last seen when it is no longer there. */
  find({ model }: Scene, number: number): { element: UiElement; isThere: boolean } | null {
    const known = this.#known.get(number);
    if (!known) return null;
    const element = model.elements.find(({ id }) => id === known.id);
    return element ? { element, isThere: true } : { element: known, isThere: false };
  }

  /** The page within the budget, or what has changed on it when that is less than a third. */
  observe({ model }: Scene, budget = OBSERVATION_CHARS, mustBeWhole = false): Observation {
    this.#site = model.url;
    const document = Math.floor((model.elements[0]?.id ?? 0) / 1_000_000);
    const isSame = this.#before?.document === document;
    this.#firstNew = isSame ? this.#numbers.size + 1 : Number.POSITIVE_INFINITY;
    const shown = this.#withinBudget(linesOf(model), budget);
    const head = headOf(model);
    const changes = isSame && this.#before && !mustBeWhole ? differences(this.#before.shown, shown) : null;
    this.#before = { document, shown };
    if (changes !== null) return { text: `${head}\n\n${changes}`, isWhole: false };
    const marked = shown.map((line) => this.#marked(line));
    return { text: [head, '', ...marked].join('\n'), isWhole: true };
  }

  /** The lines with these words, wherever they are on the page. */
  findText({ model }: Scene, words: string): string {
    const wanted = words.toLowerCase().split(/\s+/u).filter(Boolean);
    const byNode = new Map(model.elements.map((element) => [element.node, element]));
    const hits = linesOf(model)
      .map((line) => ({ line, text: this.#full(line) }))
      .filter(({ text }) => {
        const plain = text.replaceAll(/\*?\[\d+\]/gu, '').toLowerCase();
        return wanted.every((word) => plain.includes(word));
      });
    if (hits.length === 0) return 'No line of this page contains these words.';
    const lines = hits.slice(0, MAX_HITS).map(({ line, text }) => {
      const owner = byNode.get(line.node);
      const hasNumber = line.parts.some((part) => typeof part !== 'string');
      return hasNumber || !owner ? cut(text, 400) : `[${this.numberOf(owner)}] ${cut(text, 400)}`;
    });
    if (hits.length > MAX_HITS) lines.push(`(${hits.length - MAX_HITS} more lines contain them)`);
    return lines.join('\n');
  }

  /** A part of the page without cuts: from a heading, or any line with these words, or an element by its number. */
  readPart({ model }: Scene, part: string | number, from = 0): string | null {
    this.#site = model.url;
    const lines = linesOf(model);
    const inside =
      typeof part === 'number' ? this.#linesInside(model, lines, part) : fromWords(lines, part, this);
    if (!inside) return null;
    const text = inside.map((line) => this.#full(line, true)).join('\n');
    const piece = text.slice(from, from + READ_CHARS);
    const left = text.length - from - piece.length;
    return left > 0 ? `${piece}\n(${left} more characters: read from ${from + piece.length})` : piece;
  }

  /** Every line in full. */
  wholeText({ model }: Scene): string {
    return linesOf(model)
      .map((line) => this.#full(line, true))
      .join('\n');
  }

  #linesInside(model: PageModel, lines: Line[], number: number): Line[] | null {
    const element = model.elements.find(({ id }) => id === this.#known.get(number)?.id);
    if (!element) return null;
    const end = model.ends[element.node] ?? element.node;
    const inside = lines.filter(
      ({ node, parts }) =>
        parts.some((part) => (typeof part === 'string' ? node : part.node) >= element.node) && node <= end,
    );
    return inside.length > 0 ? inside : [{ parts: [element], level: 0, y: 0, node: element.node }];
  }

  /** Every line in full when there is room; else all controls with short names, then what is near, and an outline of the rest. */
  #withinBudget(lines: Line[], budget: number): string[] {
    const full = lines.map((line) => this.#full(line));
    const size = full.reduce((sum, { length }) => sum + length + 1, 0);
    if (size <= budget) return full;
    const room = 0.92 * budget;
    const chosen: (string | null)[] = lines.map(() => null);
    let used = 0;
    const order = lines.map((_, index) => index).sort((one, other) => far(lines[one]) - far(lines[other]));
    const take = (index: number, text: string, limit: number) => {
      const more = text.length + 1 - (chosen[index] === null ? 0 : (chosen[index]?.length ?? 0) + 1);
      if (used + more > limit) return false;
      chosen[index] = text;
      used += more;
      return true;
    };
    for (const index of order)
      if (hasControl(lines[index])) take(index, this.#short(lines[index] as Line), 0.75 * room);
    for (const index of order)
      if ((lines[index]?.level ?? 0) > 0) take(index, cut(full[index] ?? '', 100), 0.85 * room);
    for (const index of order) {
      const text = full[index] ?? '';
      if (take(index, text, room) || hasControl(lines[index])) continue;
      if (room - used > 300) take(index, cut(text, Math.floor(room - used - 100)), room);
    }
    return outlined(lines, full, chosen);
  }

  #full(line: Line, isWhole = false): string {
    const text = line.parts
      .map((part) => (typeof part === 'string' ? part : ` ${this.#control(part, isWhole)} `))
      .join('')
      .replaceAll(/\s+/gu, ' ')
      .trim();
    return line.level > 0 ? `${'#'.repeat(line.level)} ${text}` : text;
  }

  #short(line: Line): string {
    const parts = line.parts.map((part) =>
      typeof part === 'string' ? cut(part.trim(), 30) : this.#brief(part),
    );
    return `${line.level > 0 ? `${'#'.repeat(line.level)} ` : ''}${parts.filter(Boolean).join(' ')}`;
  }

  #brief(element: UiElement): string {
    const name = nameOf(element) || element.place;
    const states = [element.isDisabled && 'disabled', element.isChecked && 'checked'].filter(Boolean);
    return [`[${this.numberOf(element)}]`, kindOf(element), quoted(name, SHORT_NAME), ...states].join(' ');
  }

  #control(element: UiElement, isWhole: boolean): string {
    const name = nameOf(element);
    const facts = factsOf(element, isWhole, this.#site);
    return [
      `[${this.numberOf(element)}]`,
      kindOf(element),
      quoted(name),
      ...described(element),
      ...facts,
    ].join(' ');
  }

  #marked(line: string): string {
    return line.replaceAll(/(?<!\*)\[(\d+)\](?= )/gu, (whole, number) =>
      Number(number) >= this.#firstNew ? `*${whole}` : whole,
    );
  }

  /** For the search of words in lines. */
  textOf(line: Line): string {
    return this.#full(line);
  }
}

function fromWords(lines: Line[], words: string, view: PageView): Line[] | null {
  const wanted = words.trim().toLowerCase();
  const has = (line: Line) => view.textOf(line).toLowerCase().includes(wanted);
  const headings = lines.findIndex((line) => line.level > 0 && has(line));
  const start = headings >= 0 ? headings : lines.findIndex(has);
  if (start < 0 || wanted === '') return null;
  const level = lines[start]?.level ?? 0;
  const end = lines.findIndex(
    (line, index) => index > start && line.level > 0 && (level === 0 || line.level <= level),
  );
  return lines.slice(start, end < 0 ? undefined : end);
}

function far(line: Line | undefined): number {
  const y = line?.y ?? 0;
  return Math.max(0, -y, y - SCREEN);
}

function hasControl(line: Line | undefined): boolean {
  return line?.parts.some((part) => typeof part !== 'string') ?? false;
}

function cut(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit)}… (${text.length - limit} more characters)` : text;
}

/** The chosen lines, with a line for each part that is not shown in full. */
function outlined(lines: Line[], full: string[], chosen: (string | null)[]): string[] {
  const missing = full.reduce((sum, text, index) => sum + (chosen[index] === null ? text.length : 0), 0);
  const least = missing / 40;
  const shown: string[] = [];
  let title = '';
  let chars = 0;
  let controls = 0;
  const close = () => {
    if (chars === 0) return;
    const what = controls > 0 ? ` with ${controls} controls` : '';
    shown.push(
      `(${quoted(title, 60)}: ${chars.toLocaleString('en')} more characters${what}, not shown: read(${quoted(title, 60)}))`,
    );
    chars = 0;
    controls = 0;
  };
  for (const [index, line] of lines.entries()) {
    const text = chosen[index];
    if (line.level > 0 && chars > least) close();
    const plain = (full[index] ?? '').replaceAll(/^#+ |\*?\[\d+\] /gu, '');
    if ((line.level > 0 && chars === 0) || (title === '' && text == null)) title = plain.slice(0, 60);
    if (text != null) shown.push(text);
    else {
      chars += full[index]?.length ?? 0;
      controls += line.parts.filter((part) => typeof part !== 'string').length;
    }
  }
  close();
  return shown;
}

/** What is new and what is gone; null when that is more than a third of the page. */
function differences(before: string[], now: string[]): string | null {
  const left = new Map<string, number>();
  for (const line of before) left.set(line, (left.get(line) ?? 0) + 1);
  const isNew = now.map((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
  const gone = [...left].flatMap(([line, count]) => (count > 0 ? [line] : []));
  const changed = isNew.filter(Boolean).length + gone.length;
  if (changed === 0) return '(Nothing has changed since the last view.)';
  if (3 * changed >= now.length + gone.length) return null;
  const lines: string[] = ['Changes since the last view; * marks what is new:'];
  let same = 0;
  let first = '';
  let last = '';
  const close = () => {
    if (same > 0)
      lines.push(same > 2 ? `(${same} lines as before, ${quoted(first, 40)} to ${quoted(last, 40)})` : last);
    same = 0;
  };
  for (const [index, line] of now.entries()) {
    if (isNew[index]) {
      close();
      lines.push(`* ${line}`);
    } else {
      if (same === 0) first = line;
      last = line;
      same += 1;
    }
  }
  close();
  for (const line of gone.slice(0, 20)) lines.push(`gone: ${cut(line, 120)}`);
  if (gone.length > 20) lines.push(`(${gone.length - 20} more lines are gone)`);
  return lines.join('\n');
}

function headOf(model: PageModel): string {
  const lines = [`Title: ${model.title}`, `Address: ${model.url}`];
  if (model.above > 0 || model.below > 20)
    lines.push(`Scrolled: ${model.above} px of the page above, ${Math.max(0, model.below)} px below`);
  if (model.isCut) lines.push('The page is too large to be listed completely: read() gives its text.');
  return lines.join('\n');
}

function kindOf(element: UiElement): string {
  if (element.canScroll && !element.isEditable && !element.role) return 'scroller';
  if (element.tag === 'canvas') return 'canvas';
  return element.role || (element.isClickable ? 'clickable' : element.tag);
}

function nameOf(element: UiElement): string {
  if (element.canScroll && !element.isEditable && element.role === '') return element.group;
  return (element.role === '' && element.flow) || element.name || element.text || element.placeholder;
}

/** A control without words: where it is, and what its markup calls it. */
function described(element: UiElement): string[] {
  if (/[\p{L}\p{N}]/u.test(nameOf(element)) || element.canScroll) return [];
  const hint = element.hints === '' ? [] : [`hint=${quoted(element.hints, 50)}`];
  return element.place === '' ? hint : [`in ${quoted(element.place, SHORT_NAME)}`, ...hint];
}

function factsOf(element: UiElement, isWhole: boolean, site: string): string[] {
  const isSecret = element.type === 'password' || element.autocomplete.includes('one-time-code');
  const value = isSecret && element.value !== '' ? '••••' : element.value;
  const { box, placeholder, options } = element;
  const isUsual = ['', 'text', 'submit', 'button', 'checkbox', 'radio', 'search', 'range'].includes(
    element.type,
  );
  const facts: (string | false)[] = [
    element.isEditable && value !== '' && `value=${quoted(value)}`,
    element.isEditable &&
      value === '' &&
      placeholder !== '' &&
      placeholder !== element.name &&
      `placeholder=${quoted(placeholder)}`,
    !isUsual && `type=${element.type}`,
    options.length > 0 && `options=${optionsOf(element, isWhole)}`,
    !element.isEditable &&
      options.length === 0 &&
      value !== '' &&
      element.isChecked === null &&
      element.role !== 'button' &&
      `value=${quoted(value)}`,
    (element.min !== null || element.max !== null) && `range=${element.min ?? ''}..${element.max ?? ''}`,
    element.isChecked !== null && (element.isChecked ? 'checked' : 'unchecked'),
    element.isExpanded !== null && (element.isExpanded ? 'expanded' : 'collapsed'),
    element.isSelected === true && 'selected',
    element.isDisabled && 'disabled',
    element.isReadonly && 'readonly',
    element.isRequired && 'required',
    element.problem !== '' && `invalid=${quoted(element.problem)}`,
    element.isFocused && 'focused',
    isMovable(element) && 'draggable',
    element.canScroll && `(${element.above} px above, ${Math.max(0, element.below)} px below)`,
    element.tag === 'canvas' && `${Math.round(box.width)}x${Math.round(box.height)}`,
    hrefOf(element, isWhole, site),
    element.isCovered && 'covered',
  ];
  return facts.filter((fact) => fact !== false);
}

/** The path alone: the site is in the page's address. */
function hrefOf({ href }: UiElement, isWhole: boolean, site: string): string | false {
  if (href === '' || href === '#' || /^javascript:/iu.test(href)) return false;
  if (isWhole) return `-> ${URL.parse(href, site)?.href ?? href}`;
  const plain = href.replace(/^(?:https?:)?\/\/(?:www\.)?/u, '');
  const host = URL.parse(site)?.host ?? '';
  const short = host !== '' && plain.startsWith(`${host}/`) ? plain.slice(host.length) : plain;
  return `-> ${short.length > MAX_HREF ? `${short.slice(0, MAX_HREF)}…` : short}`;
}

function optionsOf({ options }: UiElement, isWhole: boolean): string {
  const most = isWhole ? options.length : MAX_OPTIONS;
  const chosen = options.slice(most).filter(({ isSelected }) => isSelected);
  const shown = [...options.slice(0, most), ...chosen].map(({ label, isSelected }) =>
    isSelected ? `*${label}` : label,
  );
  const more =
    options.length > shown.length ? ` and ${options.length - shown.length} more: read the element` : '';
  return `(${shown.join(' | ')}${more})`;
}

/** Events around the page: message boxes, tabs, files. */
export async function surroundings({ run, journal }: Agent): Promise<string> {
  const lines: string[] = [];
  const { dialog } = run;
  const plain = (text: string) => journal.scrub(text);
  if (dialog)
    lines.push(
      `A ${dialog.type()} of the page is open: ${quoted(plain(dialog.message()), 500)}. Answer it with dialog.`,
    );
  if (run.messages.length > 0) lines.push(`Message boxes said: ${run.messages.slice(-3).join(' | ')}`);
  const tabs = run.context.pages();
  if (tabs.length > 1)
    for (const [index, page] of tabs.entries()) {
      const title = dialog ? '' : await page.title().catch(() => '');
      lines.push(
        `Tab ${index}${page === run.front ? ' (current)' : ''}: ${quoted(plain(title), 60)} ${plain(page.url()).slice(0, 100)}`,
      );
    }
  if (run.bounds?.complaint) lines.push(`${run.bounds.complaint}.`);
  const files = run.downloads.map((download) => download.suggestedFilename());
  if (files.length > 0) lines.push(`Downloaded so far: ${cut(plain(files.join(', ')), 500)}`);
  return lines.map((line) => `${line}\n`).join('');
}
