/** What is really on a page, found without any code of the agents that are measured. */

interface Control {
  name: string;
  /** By its markup; otherwise only a script makes it one. */
  isNative: boolean;
  isOnFirstScreen: boolean;
}

export interface Truth {
  controls: Control[];
  words: string[];
}

/** Runs before the page: notes who listens to clicks. */
export function noteListeners(): void {
  const noted = new Set<EventTarget>();
  Reflect.set(window, Symbol.for('bench-listening'), noted);
  const { addEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (this: EventTarget, type: string, ...rest: unknown[]) {
    if (/^(?:click|mousedown|pointerdown|dblclick)$/.test(type) && this instanceof Element) noted.add(this);
    return Reflect.apply(addEventListener, this, [type, ...rest]);
  };
}

/** Runs in the page. */
export function readTruth(): Truth {
  const NATIVE =
    'a[href],area[href],button,input:not([type=hidden]),select,textarea,summary,[contenteditable=""],[contenteditable=true],[role=button],[role=link],[role=checkbox],[role=radio],[role=switch],[role=tab],[role=menuitem],[role=option],[role=slider],[role=combobox],[role=textbox],[role=treeitem]';
  const noted = (Reflect.get(window, Symbol.for('bench-listening')) as Set<EventTarget>) ?? new Set();
  const controls: Control[] = [];
  const words: string[] = [];
  const clean = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  // biome-ignore lint/performance/useDomNodeTextContent: only what is shown counts.
  const shownIn = (element: Element) => (element as HTMLElement).innerText;
  const isShown = (element: Element) => {
    const box = element.getBoundingClientRect();
    if (element.tagName === 'AREA') return true;
    return (
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      box.width > 2 &&
      box.height > 2 &&
      box.right > 0 &&
      box.bottom + scrollY > 0
    );
  };
  const nameOf = (element: Element) => {
    const field = element as HTMLInputElement;
    const byId = (element.getAttribute('aria-labelledby') ?? '')
      .split(/\s+/)
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ');
    const isField = /^(?:INPUT|SELECT|TEXTAREA)$/.test(element.tagName);
    const labels = [...(field.labels ?? [])].map((label) => label.textContent).join(' ');
    const value =
      /^(?:button|submit|reset)$/.test(field.type ?? '') && element.tagName === 'INPUT' ? field.value : '';
    return (
      clean(byId) ||
      clean(element.getAttribute('aria-label')) ||
      clean(value) ||
      (isField ? clean(labels) : clean(shownIn(element))) ||
      clean(element.getAttribute('alt') ?? element.querySelector('img[alt]')?.getAttribute('alt')) ||
      clean(element.getAttribute('title')) ||
      clean(field.placeholder)
    );
  };
  const isHeard = (element: Element) =>
    noted.has(element) ||
    typeof (element as HTMLElement).onclick === 'function' ||
    (element as HTMLElement).dataset.bench === 'control';
  /** A click in a list is for an entry; what only passes clicks on to marked parts is not a control. */
  const isEntry = (element: Element) =>
    /^(?:UL|OL|DL|TBODY|TABLE)$/.test(element.parentElement?.tagName ?? '') &&
    noted.has(element.parentElement as Element) &&
    (element.parentElement?.childElementCount ?? 0) > 1 &&
    element.parentElement?.querySelector(NATIVE) === null;
  const isHolder = (element: Element) =>
    (/^(?:UL|OL|DL|TBODY|TABLE)$/.test(element.tagName) && element.childElementCount > 1) ||
    element.querySelector('[data-bench=control]') !== null;
  const visit = (root: Document | ShadowRoot) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) visit(element.shadowRoot);
      const isNative = element.matches(NATIVE);
      const isScripted =
        !isNative && (isEntry(element) || (isHeard(element) && !isHolder(element))) && isTarget(element);
      if (!isNative && !isScripted) continue;
      const label = [...((element as HTMLInputElement).labels ?? [])].find(isShown);
      if (!isShown(element) && !label) continue;
      const box = (isShown(element) ? element : (label ?? element)).getBoundingClientRect();
      const isOnFirstScreen =
        box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
      controls.push({ name: nameOf(element).slice(0, 80), isNative, isOnFirstScreen });
    }
  };
  /** Something small; a large part of the page that listens is not itself a control. */
  const isTarget = (element: Element) =>
    !/^(?:HTML|BODY|FORM|LABEL|CANVAS)$/.test(element.tagName) &&
    element.closest(NATIVE) === null &&
    element.querySelector(NATIVE) === null &&
    clean(element.textContent).length < 200;
  visit(document);
  for (const line of shownIn(document.body).split('\n'))
    words.push(...(line.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []));
  // The options of lists count as text of the page for the browser only.
  for (const select of document.querySelectorAll('select'))
    for (const word of shownIn(select)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []) {
      const at = words.indexOf(word);
      if (at >= 0) words.splice(at, 1);
    }
  return { controls, words };
}

export interface Score {
  first: [number, number];
  all: [number, number];
  scripted: [number, number];
  text: [number, number];
  missing: string[];
}

/** A control counts when an entry with a reference has its name; each entry counts once. */
export function score(truth: Truth, observation: string, entries: string[]): Score {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  const left = entries.map(plain);
  const byWord = new Map<string, number[]>();
  for (const [index, entry] of left.entries())
    for (const word of new Set(entry.split(' '))) byWord.set(word, [...(byWord.get(word) ?? []), index]);
  const used = new Set<number>();
  const find = (name: string) => {
    const wanted = plain(name).slice(0, 30).trim();
    const candidates = wanted === '' ? left.keys() : (byWord.get(wanted.split(' ')[0] ?? '') ?? []);
    for (const index of candidates)
      if (!used.has(index) && (wanted === '' || left[index]?.includes(wanted))) return index;
    return -1;
  };
  const tally: Score = { first: [0, 0], all: [0, 0], scripted: [0, 0], text: [0, 0], missing: [] };
  // Names first: what has none takes any entry that is left over.
  const ordered = truth.controls.toSorted((a, b) => plain(b.name).length - plain(a.name).length);
  for (const control of ordered) {
    const index = find(control.name);
    if (index >= 0) used.add(index);
    else tally.missing.push(`${control.isNative ? 'native' : 'script'} "${control.name}"`);
    const add = (pair: [number, number]) => {
      pair[1] += 1;
      if (index >= 0) pair[0] += 1;
    };
    add(tally.all);
    if (control.isOnFirstScreen) add(tally.first);
    if (!control.isNative) add(tally.scripted);
  }
  const seen = new Map<string, number>();
  for (const word of observation.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    seen.set(word, (seen.get(word) ?? 0) + 1);
  for (const word of truth.words) {
    const count = seen.get(word) ?? 0;
    if (count > 0) seen.set(word, count - 1);
    tally.text[1] += 1;
    if (count > 0) tally.text[0] += 1;
  }
  return tally;
}
