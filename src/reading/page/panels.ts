import { take, textOf } from './dom.ts';

/**
 * What a page folds away until it is asked for, it still says: the answers of an accordion, the panels of tabs. They are
 * opened in the document, so that every reader of it sees them; menus and dialogs stay closed.
 */
export function openPanels(document: Document): void {
  for (const control of take(document.querySelectorAll('[aria-controls]'), 500)) {
    const id = control.getAttribute('aria-controls') ?? '';
    const panel = id === '' ? null : document.getElementById(id);
    if (panel && isFolded(panel) && isContent(control, panel)) open(panel);
  }
  for (const panel of take(document.querySelectorAll('[role=tabpanel][hidden]'), 100)) open(panel);
  for (const panel of take(
    document.querySelectorAll('[hidden], [aria-hidden=true], [style*=display]'),
    2_000,
  ))
    if (isFolded(panel)) openAnswer(panel);
}

/** Whether markup folds anything away. */
export function mayFold(markup: string): boolean {
  return /aria-controls|tabpanel|aria-expanded|\shidden\b|aria-hidden|display\s*:\s*none/i.test(markup);
}

function isFolded(panel: Element): boolean {
  return (
    panel.hasAttribute('hidden') ||
    panel.getAttribute('aria-hidden') === 'true' ||
    /display\s*:\s*none/i.test(panel.getAttribute('style') ?? '')
  );
}

function open(panel: Element): void {
  panel.removeAttribute('hidden');
  panel.removeAttribute('aria-hidden');
  if (/display\s*:\s*none/i.test(panel.getAttribute('style') ?? '')) panel.removeAttribute('style');
}

/** Right below a line that can be seen and says what it opens, without naming it in the markup: most plug-ins do it so. */
function openAnswer(panel: Element): void {
  const line = panel.previousElementSibling;
  if (!line || !HOLDING.has(panel.localName) || isFolded(line) || !isContent(line, panel)) return;
  const control = line.querySelector('button, [role=button], [aria-expanded]') ?? line;
  const said = textOf(line, 301);
  if (said.length < 4 || said.length > 300 || control.getAttribute('aria-haspopup')) return;
  const isSaid = control.hasAttribute('aria-expanded') || said.endsWith('?') || isNamedSo(line, panel);
  if (!isSaid || panel.querySelector('input, select, textarea, [role=dialog]') || isOther(panel)) return;
  open(panel);
  // Readers take both for what names the text below.
  if (control.localName === 'button') control.setAttribute('aria-expanded', 'true');
  else if (!/^(?:h[1-6]|dt)$/.test(line.localName)) line.setAttribute('role', 'heading');
}

const HOLDING = new Set(['div', 'section', 'article', 'p', 'ul', 'ol', 'dd', 'span']);

/** `faq-question`, `accordion__header`: classes that say so of the line, of what it opens or of the box around both. */
function isNamedSo(line: Element, panel: Element): boolean {
  const names = [line, panel, panel.parentElement].map((element) => element?.getAttribute('class') ?? '');
  return /accordion|faq|collaps|toggle[-_]?(?:title|content)|expand(?:er|able)|question/i.test(
    names.join(' '),
  );
}

/** A box that comes up over the page, or a part that is not filled in yet. */
function isOther(panel: Element): boolean {
  const names = `${panel.getAttribute('class') ?? ''} ${panel.id}`;
  return /modal|popup|pop-up|popover|dialog|menu|nav|cookie|consent|template|tooltip|dropdown|overlay|lightbox|toast|alert|error|success|spinner|loading/i.test(
    names,
  );
}

const ELSEWHERE = 'nav, header, footer, aside, dialog, form, [role=dialog], [role=menu], [role=navigation]';
const NO_PANEL = new Set(['dialog', 'menu', 'listbox', 'tooltip', 'alertdialog', 'search']);

function isContent(control: Element, panel: Element): boolean {
  if (NO_PANEL.has(panel.getAttribute('role') ?? '') || panel.localName === 'dialog') return false;
  if (panel.closest(ELSEWHERE) || control.closest(ELSEWHERE) || control.getAttribute('aria-haspopup'))
    return false;
  const text = (panel.textContent ?? '').trim().length;
  const linked = [...panel.querySelectorAll('a')].reduce(
    (sum, link) => sum + (link.textContent ?? '').length,
    0,
  );
  return text > 0 && linked * 2 < text;
}
