import { type Found, openSearch } from '../../src/docs/search.ts';

/** The script of every page of the documentation: search, and the reader's own address and key in samples. */

const input = document.querySelector<HTMLInputElement>('#search');
const list = document.querySelector<HTMLUListElement>('#results');
let search: Promise<(words: string) => Found[]> | null = null;
let chosen = -1;

function loadSearch(): Promise<(words: string) => Found[]> {
  search ??= fetch('/docs/search.json').then(async (answer) => openSearch(await answer.text()));
  return search;
}

async function show(words: string): Promise<void> {
  if (!input || !list) return;
  const found = words.trim() === '' ? [] : (await loadSearch())(words);
  if (input.value !== words) return;
  chosen = -1;
  list.replaceChildren(...found.map(itemOf));
  list.hidden = found.length === 0;
  input.setAttribute('aria-expanded', String(!list.hidden));
}

function itemOf({ id, title, heading, shown }: Found, at: number): HTMLLIElement {
  const item = document.createElement('li');
  item.id = `result-${at}`;
  item.role = 'option';
  const name = document.createElement('strong');
  name.textContent = heading ? `${title} › ${heading}` : title;
  const text = document.createElement('span');
  text.textContent = shown;
  item.append(name, text);
  item.addEventListener('click', () => location.assign(id));
  return item;
}

function choose(by: number): void {
  const items = [...(list?.querySelectorAll('li') ?? [])];
  chosen = Math.max(0, Math.min(items.length - 1, chosen + by));
  items.forEach((item, at) => {
    item.setAttribute('aria-selected', String(at === chosen));
  });
  input?.setAttribute('aria-activedescendant', items[chosen]?.id ?? '');
  items[chosen]?.scrollIntoView({ block: 'nearest' });
}

input?.addEventListener('focus', () => void loadSearch());
input?.addEventListener('input', () => void show(input.value));
input?.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown') choose(1);
  else if (event.key === 'ArrowUp') choose(-1);
  else if (event.key === 'Enter') {
    list?.querySelectorAll('li')[Math.max(0, chosen)]?.click();
  } else if (event.key === 'Escape') {
    input.value = '';
    void show('');
  } else return;
  event.preventDefault();
});
document.addEventListener('click', (event) => {
  if (list && !(event.target as Element).closest('.search')) list.hidden = true;
});
document.addEventListener('keydown', (event) => {
  const isTyping = (event.target as Element).closest('input, textarea');
  if (!isTyping && (event.key === '/' || (event.key === 'k' && (event.ctrlKey || event.metaKey)))) {
    event.preventDefault();
    input?.focus();
  }
});

/** Samples are written for a service on this machine; they show the service that serves this page, and a key once there is one. */
const KEPT = 'switchyard-docs-key';

function fillSamples(key: string | null): void {
  for (const code of document.querySelectorAll('.code code')) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      node.nodeValue = (node.nodeValue ?? '')
        .replaceAll('http://127.0.0.1:8787', location.origin)
        .replaceAll('$SWITCHYARD_API_KEY', key ?? '$SWITCHYARD_API_KEY');
    }
  }
}

async function offerKey(): Promise<void> {
  // Nobody is signed in: there is nothing to ask.
  if (!document.cookie.includes('svc_signed_in=')) return;
  const answer = await fetch('/api/v1/me');
  if (!answer.ok) return;
  const { signed_in, may } = (await answer.json()) as {
    signed_in: { csrf_token: string } | null;
    may: { manage_keys: boolean };
  };
  const article = document.querySelector('article');
  const wantsKey = [...document.querySelectorAll('.code')].some(({ textContent }) =>
    textContent?.includes('$SWITCHYARD_API_KEY'),
  );
  if (!signed_in || !may.manage_keys || !article || !wantsKey) return;
  const button = document.createElement('button');
  button.textContent = 'Create a key for the samples';
  button.addEventListener('click', () => askForKey(button, signed_in.csrf_token));
  article.before(button);
}

const DAY_MS = 86_400_000;

/** Explains the key before it is created. */
function askForKey(button: HTMLButtonElement, csrfToken: string): void {
  const dialog = document.createElement('dialog');
  dialog.ariaLabel = 'Create a key for the samples';
  const text = document.createElement('p');
  text.textContent =
    'Creates an API key that can spend $1 and expires after 24 hours. It stays in this browser tab. You can revoke it under Keys in the console.';
  const create = document.createElement('button');
  create.textContent = 'Create key';
  const cancel = document.createElement('button');
  cancel.textContent = 'Cancel';
  cancel.addEventListener('click', () => dialog.remove());
  create.addEventListener('click', async () => {
    const made = await fetch('/api/v1/keys', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf-token': csrfToken },
      body: JSON.stringify({
        name: 'Documentation samples',
        spend_limit_usd: 1,
        expires_at: new Date(Date.now() + DAY_MS).toISOString(),
      }),
    });
    if (!made.ok) {
      text.textContent = 'The key could not be created. Create one under Keys in the console.';
      return;
    }
    const { key } = (await made.json()) as { key: string };
    sessionStorage.setItem(KEPT, key);
    fillSamples(key);
    button.remove();
    dialog.remove();
  });
  dialog.append(text, create, cancel);
  document.body.append(dialog);
  dialog.showModal();
}

function addCopyButtons(): void {
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button');
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await copy(block.querySelector('code')?.textContent ?? '');
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, 1_500);
    });
    block.append(button);
  }
}

/** Over http, elsewhere than on this machine, browsers have no clipboard for scripts. */
async function copy(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

/** The language that the reader chose last, on every page. */
const CHOSEN = 'switchyard-docs-language';

function addTabs(): void {
  for (const [group, tabs] of [...document.querySelectorAll('.tabs')].entries()) {
    const list = document.createElement('div');
    list.role = 'tablist';
    list.ariaLabel = 'Language';
    const panels = [...tabs.querySelectorAll<HTMLElement>('.code')];
    for (const [at, panel] of panels.entries()) {
      const tab = document.createElement('button');
      tab.role = 'tab';
      tab.id = `tab-${group}-${at}`;
      tab.textContent = panel.dataset.label ?? '';
      tab.addEventListener('click', () => chooseTab(tab.textContent ?? ''));
      tab.addEventListener('keydown', ({ key }) => {
        const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
        const next = list.children[(at + by + panels.length) % panels.length];
        if (by === 0 || !(next instanceof HTMLElement)) return;
        next.click();
        next.focus();
      });
      panel.role = 'tabpanel';
      panel.setAttribute('aria-labelledby', tab.id);
      list.append(tab);
    }
    tabs.prepend(list);
  }
  chooseTab(localStorage.getItem(CHOSEN) ?? '');
}

/** Shows a language wherever it exists; other groups show their first. */
function chooseTab(label: string): void {
  if (label !== '') localStorage.setItem(CHOSEN, label);
  for (const group of document.querySelectorAll('.tabs')) {
    const panels = [...group.querySelectorAll<HTMLElement>('.code')];
    const shown = panels.find(({ dataset }) => dataset.label === label) ?? panels[0];
    for (const [at, tab] of [...group.querySelectorAll<HTMLElement>('[role=tab]')].entries()) {
      const panel = panels[at];
      if (panel) panel.hidden = panel !== shown;
      tab.setAttribute('aria-selected', String(panel === shown));
      tab.tabIndex = panel === shown ? 0 : -1;
    }
  }
}

const contents = document.querySelector('details');
if (contents && matchMedia('(min-width: 900px)').matches) contents.open = true;
const key = sessionStorage.getItem(KEPT);
fillSamples(key);
addCopyButtons();
addTabs();
if (!key) void offerKey();
