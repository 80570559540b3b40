import type { Agent } from '../agent.ts';
import { isInside, type PageModel, type UiElement } from '../observation/page-model.ts';
import type { Scene } from '../observation/scene.ts';

const MAX_CHARS = 14_000;
const SCREEN = 800;
const MAX_OPTIONS = 25;

/**
 * A page as a language model reads it: one line per thing in reading order, what can be acted on with its number in
 * brackets. What was typed into password fields is never shown.
 */
export function renderPage({ model }: Scene): string {
  const lines = linesOf(model);
  const kept = nearest(lines);
  const shown = lines.filter((line) => kept.has(line)).map(({ text }) => text);
  const left = lines.length - shown.length;
  if (left > 0)
    shown.push(
      `(${left} more lines: \`scroll\` shows others, \`find\` looks through all, \`read_page\` gives the text)`,
    );
  return [`Title: ${model.title}`, `Address: ${model.url}`, '', ...shown].join('\n');
}

/** As many lines as there is room for, those in and around the visible part of the page first. */
function nearest(lines: Line[]): Set<Line> {
  const kept = new Set<Line>();
  let size = 0;
  for (const line of lines.toSorted((one, other) => distance(one) - distance(other))) {
    size += line.text.length + 1;
    if (size > MAX_CHARS) break;
    kept.add(line);
  }
  return kept;
}

function distance({ y }: Line): number {
  return Math.max(0, -y, y - SCREEN);
}

/** The lines that speak of something, wherever on the page they are. */
export function findOnPage({ model }: Scene, words: string): string {
  const wanted = words.toLowerCase().split(/\s+/u).filter(Boolean);
  const hits = linesOf(model)
    .map(({ text }) => text)
    .filter((text) => {
      const said = text.replace(/^\[\d+\]/u, '').toLowerCase();
      return wanted.every((word) => said.includes(word));
    });
  return hits.length === 0 ? 'Nothing on this page has these words.' : hits.slice(0, 40).join('\n');
}

interface Line {
  text: string;
  /** Where it stands, from the top of what is visible. */
  y: number;
}

function linesOf(model: PageModel): Line[] {
  const lines: Line[] = [];
  const labelled = new Set(model.elements.filter(isControl).map(({ name }) => name));
  // The innermost things around the present one that already said their words.
  const open: UiElement[] = [];
  let row: UiElement | null = null;
  let rowLine = -1;
  for (const element of model.elements) {
    if (!element.isVisible) continue;
    while (open.length > 0 && !isInside(model, element.node, open.at(-1)?.node ?? 0)) open.pop();
    if (row && !isInside(model, element.node, row.node)) row = null;
    if (element.role === 'row') {
      row = element;
      rowLine = lines.length;
      continue;
    }
    const text = lineOf(element, open, labelled);
    if (text === null) continue;
    open.push(element);
    // A row of a table stays one line.
    const started = row ? lines[rowLine] : undefined;
    if (started) started.text += ` | ${text}`;
    else lines.push({ text, y: element.box.y });
  }
  return lines;
}

function lineOf(element: UiElement, open: UiElement[], labelled: ReadonlySet<string>): string | null {
  const isSaid = open.some(({ name }) => name.includes(element.text));
  const isRepeated = open.some(({ name }) => name === element.name);
  if (element.tag === 'label' && labelled.has(element.name)) return null;
  if (isControl(element) || (isActable(element) && !(isSaid && isRepeated))) return controlLine(element);
  if (element.text !== '' && !isSaid) return textLine(element);
  if (element.role !== 'img' || element.name === '' || open.some(({ name }) => name.includes(element.name)))
    return null;
  return `picture "${element.name}"`;
}

/** Roles that group things and are nothing to act on. */
const GROUPS =
  /^(?:search|form|contentinfo|complementary|article|list|menu|menubar|tablist|tabpanel|toolbar|radiogroup|listitem|img|feed|figure|note|tree|presentation|none|rowgroup|row|grid)$/u;

function isActable(element: UiElement): boolean {
  if (GROUPS.test(element.role)) return element.canScroll;
  return element.isClickable || element.isEditable || isMovable(element) || element.canScroll;
}

/** Browsers let every link and picture be dragged; that says nothing. */
function isMovable({ isDraggable, tag }: UiElement): boolean {
  return isDraggable && tag !== 'a' && tag !== 'img';
}

function isControl(element: UiElement): boolean {
  return (
    element.isEditable || ['input', 'select', 'textarea', 'button', 'a', 'summary'].includes(element.tag)
  );
}

function controlLine(element: UiElement): string {
  const kind = element.role || (element.isClickable ? 'clickable' : element.tag);
  const name = element.name || element.text || element.placeholder;
  // An icon is told by the words of its markup.
  const isWordless = !/[\p{L}\p{N}]/u.test(name);
  const hint = isWordless && element.hints !== '' ? [`hint=${quoted(element.hints.slice(0, 60))}`] : [];
  return [`[${element.node}] ${kind} ${quoted(name)}`, ...hint, ...factsOf(element)].join(' ');
}

function factsOf(element: UiElement): string[] {
  const isHidden = element.type === 'password' || element.autocomplete.includes('one-time-code');
  const value = isHidden && element.value !== '' ? '••••' : element.value;
  const facts: (string | false)[] = [
    element.isEditable && value !== '' && `value=${quoted(value)}`,
    element.isEditable &&
      value === '' &&
      element.placeholder !== '' &&
      `placeholder=${quoted(element.placeholder)}`,
    element.type !== '' &&
      !['text', 'submit', 'button', 'checkbox', 'radio'].includes(element.type) &&
      `type=${element.type}`,
    element.options.length > 0 && `options=${optionsOf(element)}`,
    (element.min !== null || element.max !== null) && `range=${element.min ?? ''}..${element.max ?? ''}`,
    element.isChecked !== null && (element.isChecked ? 'checked' : 'unchecked'),
    element.isExpanded !== null && (element.isExpanded ? 'expanded' : 'collapsed'),
    element.isSelected === true && 'selected',
    element.isDisabled && 'disabled',
    element.isReadonly && 'readonly',
    element.isRequired && 'required',
    element.isFocused && 'focused',
    isMovable(element) && 'draggable',
    element.canScroll && !element.isEditable && 'scrollable',
    element.isCovered && 'covered',
    element.href !== '' && !element.href.startsWith('javascript:') && `-> ${element.href.slice(0, 150)}`,
  ];
  return facts.filter((fact) => fact !== false);
}

function optionsOf({ options }: UiElement): string {
  const shown = options
    .slice(0, MAX_OPTIONS)
    .map(({ label, isSelected }) => (isSelected ? `*${label}` : label));
  const more = options.length > MAX_OPTIONS ? ` and ${options.length - MAX_OPTIONS} more` : '';
  return `(${shown.join(' | ')}${more})`;
}

/** A short text may be something to point at; a long one is for reading. */
function textLine({ role, tag, text, node, isFraming }: UiElement): string {
  if (role === 'heading') return `${'#'.repeat(Number(/^h([1-6])$/u.exec(tag)?.[1] ?? 2))} ${text}`;
  if (['alert', 'status'].includes(role)) return `${role}: ${text}`;
  const canPoint = text.length <= SHORT && !isFraming && !CELLS.test(role);
  return canPoint ? `[${node}] text ${quoted(text)}` : text;
}

const SHORT = 40;
const CELLS = /^(?:cell|gridcell|columnheader|rowheader)$/u;

function quoted(text: string): string {
  return `"${text.replaceAll('"', "'").slice(0, 200)}"`;
}

/** Events around the page: message boxes, tabs, files. */
export function surroundings({ run }: Agent): string {
  const said = run.messages.length > 0 ? `Message boxes said: ${run.messages.slice(-3).join(' | ')}\n` : '';
  const tabs = run.context.pages().length > 1 ? `Open tabs: ${run.context.pages().length}\n` : '';
  const closed = run.bounds?.complaint ? `${run.bounds.complaint}.\n` : '';
  const files = run.downloads.map((download) => download.suggestedFilename()).join(', ');
  const got = files === '' ? '' : `Downloaded so far: ${files}\n`;
  return `${said}${closed}${tabs}${got}`;
}
