/**
 * What a page folds away until it is asked for, it still says: the answers of an accordion, the panels of tabs. They are
 * opened in the document, so that every reader of it sees them; menus and dialogs stay closed.
 */
export function openPanels(document: Document): void {
  const controls = [...document.querySelectorAll('[aria-controls]')].slice(0, 500);
  for (const control of controls) {
    const id = control.getAttribute('aria-controls') ?? '';
    const panel = id === '' ? null : document.getElementById(id);
    if (panel && isFolded(panel) && isContent(control, panel)) open(panel);
  }
  for (const panel of [...document.querySelectorAll('[role=tabpanel][hidden]')].slice(0, 100)) open(panel);
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
