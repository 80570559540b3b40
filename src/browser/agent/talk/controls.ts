import { dateLists } from '../hands/date-lists.ts';
import { MOMENT } from '../language/stated-times.ts';
import { normalize } from '../language/words.ts';
import { choiceMatrix } from '../sight/choice-matrix.ts';
import { isField } from '../sight/fields.ts';
import { itemOf, type PageModel, type UiElement, wholeTextOf } from '../sight/page-model.ts';
import { drawnChoices, questionOver } from './drawn-choices.ts';
import { kinOf } from './mentions.ts';
import { rootsOf } from './talk.ts';

/** Something on the page that takes a value, as the task may speak of it. */
export interface Control {
  kind: 'text' | 'long' | 'email' | 'phone' | 'number' | 'date' | 'time' | 'choice' | 'box' | 'stepper';
  label: string;
  element: UiElement;
  /** What can be chosen; the element of its own where it is one. */
  options: { label: string; element: UiElement | null }[];
  /** Of several alike: the words of its row or card, which the others do not have. */
  row: string;
}

export function controlsOn(model: PageModel): Control[] {
  const seen = model.elements.filter(({ isVisible, isDisabled }) => isVisible && !isDisabled);
  const fields = seen.filter(
    (element) =>
      isField(element) && !element.isFraming && element.type !== 'password' && element.type !== 'file',
  );
  const boxes = seen.filter(
    ({ role, tag, name }) => (role === 'checkbox' || role === 'switch') && tag !== 'label' && name !== '',
  );
  const dated = dateListsIn(fields);
  const plain = fields
    .filter((element) => !dated.some(({ lists }) => lists.includes(element)))
    .map((element) => fieldControl(model, element))
    .filter((control) => control !== null);
  const ticks: Control[] = boxes.map((element) => ({
    kind: 'box',
    label: element.name,
    element,
    options: [],
    row: '',
  }));
  const drawn = drawnChoices(model, seen).map((asked) => ({ ...asked, kind: 'choice' as const, row: '' }));
  const asked = choiceMatrix(model).map((row) => ({ ...row, kind: 'choice' as const, row: '' }));
  const days = dated.map(({ control }) => control);
  const all = [
    ...plain,
    ...days,
    ...ticks,
    ...radioGroups(model, seen),
    ...drawn,
    ...asked,
    ...steppersIn(model, seen),
  ];
  return withRows(model, all).toSorted((one, other) => one.element.node - other.element.node);
}

/** Three lists for day, month and year ask for one date. */
function dateListsIn(fields: UiElement[]): { lists: UiElement[]; control: Control }[] {
  const lists = dateLists(fields);
  if (!lists) return [];
  const { day, month, year } = lists;
  const element = [day, month, year].toSorted((one, other) => one.node - other.node)[0] ?? day;
  const label = element.group || 'Date';
  return [{ lists: [day, month, year], control: { kind: 'date', label, element, options: [], row: '' } }];
}

function fieldControl(model: PageModel, element: UiElement): Control | null {
  const label = (element.name || element.placeholder || hintOf(element) || element.group)
    .replace(/[*:]+\s*$/u, '')
    .trim();
  const control = { label, element, options: [], row: '' };
  if (element.tag === 'select')
    return {
      ...control,
      kind: 'choice',
      options: element.options
        .filter((option) => option.value !== '' && option.label.trim() !== '')
        .map((option) => ({ label: option.label, element: null })),
    };
  if (element.role === 'combobox' && !element.isEditable) {
    const options = offeredBy(model, element).map((option) => ({ label: option.name, element: null }));
    return { ...control, label: ownLabel(control), kind: 'choice', options };
  }
  const isCounter = element.isReadonly && /^\d+$/u.test(element.value);
  if (!element.isEditable && !isCounter) return null;
  return { ...control, kind: kindOf(element, label) };
}

/** What the markup calls a field that nothing on the page names. */
function hintOf({ hints }: UiElement): string {
  const words = hints.split(' ').filter((word) => /^\p{L}{4,}$/u.test(word) && !MARKUP.test(word));
  return words.slice(0, 2).join(' ');
}

const MARKUP =
  /^(?:form|control|input|field|text|textbox|required|group|widget|value|wrapper|container|root|base|inner|outer|item|element|active|focus|small|large|medium)$/iu;

/** A list that is called by its label and what it shows: "Country Select". */
function ownLabel({ label, element }: Pick<Control, 'label' | 'element'>): string {
  const shown = element.text.trim();
  const name = shown !== '' && label.endsWith(shown) ? label.slice(0, -shown.length).trim() : label;
  return name === '' ? label : name;
}

/** The entries of a list that the page has made itself, while it is closed: those between it and the next field. */
function offeredBy({ elements, ends }: PageModel, { node, opens }: UiElement): UiElement[] {
  const next = elements.find((element) => element.node > node && isField(element))?.node ?? Infinity;
  const isOwn = (at: number) =>
    opens >= 0 ? at >= opens && at <= (ends[opens] ?? opens) : at > node && at < next;
  return elements.filter(
    (element) => element.role === 'option' && element.name !== '' && isOwn(element.node),
  );
}

function kindOf(element: UiElement, label: string): Control['kind'] {
  const { tag, type, role, isReadonly, hints, value, placeholder } = element;
  const said = normalize(`${label} ${placeholder} ${hints}`);
  if (tag === 'textarea') return 'long';
  if (type === 'email' || /\be-?mail\b|\bcourriel\b|\bcorreo\b/u.test(said)) return 'email';
  if (type === 'tel' || /\b(?:phone|mobile|telephone|telefon|handy|telefono)\b/u.test(said)) return 'phone';
  if (type === 'date' || type === MOMENT || (/\bdate\b|\bdatum\b/u.test(said) && isReadonly)) return 'date';
  if (type === 'time') return 'time';
  const isCounter = isReadonly && /^\d+$/u.test(value);
  return type === 'number' || role === 'spinbutton' || isCounter ? 'number' : 'text';
}

/** Radio buttons of one question; those of another have another heading, stand behind another control, or begin anew. */
function radioGroups(model: PageModel, seen: UiElement[]): Control[] {
  const groups: UiElement[][] = [];
  let last: UiElement | null = null;
  for (const element of seen) {
    if (element.role !== 'radio') {
      if (isField(element) || element.role === 'checkbox') last = null;
      continue;
    }
    const isAnew = groups.at(-1)?.some(({ name }) => name !== '' && name === element.name);
    if (last && last.group === element.group && !isAnew) groups.at(-1)?.push(element);
    else groups.push([element]);
    last = element;
  }
  return groups.flatMap((group) => {
    const [first] = group;
    const options = group
      .filter(({ name }) => name !== '')
      .map((element) => ({ label: element.name, element }));
    return first && options.length > 1
      ? [
          {
            kind: 'choice' as const,
            label: questionOver(model, seen, first) ?? first.group,
            element: first,
            options,
            row: '',
          },
        ]
      : [];
  });
}

const PLUS = /^(?:\+|plus|more|increase|increment|add one|one more)(?:\s|$)/u;

/** A number that buttons beside it raise. */
function steppersIn(model: PageModel, seen: UiElement[]): Control[] {
  const raising = seen.filter(
    ({ isClickable, isEditable, name }) => isClickable && !isEditable && PLUS.test(normalize(name)),
  );
  return raising.flatMap((element) => {
    const item = itemOf(model, element, raising);
    const inside = seen.filter(({ node }) => node >= item && node <= (model.ends[item] ?? item));
    if (inside.some(({ isEditable }) => isEditable)) return [];
    const shown = inside.find(({ text }) => /^\d{1,3}$/u.test(text.trim()));
    const label = inside.find(({ text, isClickable }) => !isClickable && /\p{L}{2}/u.test(text))?.text ?? '';
    return shown && label !== ''
      ? [{ kind: 'stepper' as const, label, element: shown, options: [{ label: '+', element }], row: '' }]
      : [];
  });
}

/** Controls of one name, or of one kind with the same to choose from, are told apart by what stands beside them. */
function withRows(model: PageModel, controls: Control[]): Control[] {
  const byName = Map.groupBy(controls, ({ kind, label }) => `${kind}|${normalize(label)}`);
  const byOffer = Map.groupBy(
    controls.filter(({ kind }) => kind === 'choice'),
    ({ element, options }) => `${element.signature}|${options.map(({ label }) => label).join()}`,
  );
  const rows = new Map<Control, string>();
  for (const peers of [...byOffer.values(), ...byName.values()])
    if (peers.length > 1) for (const [control, row] of rowsOf(model, peers)) rows.set(control, row);
  return controls.map((control) => ({ ...control, row: rows.get(control) ?? '' }));
}

/** The roots that only one of several rows has. */
function rowsOf(model: PageModel, peers: Control[]): [Control, string][] {
  const elements = peers.map(({ element }) => element);
  const texts = elements.map((element) => wholeTextOf(model, itemOf(model, element, elements)));
  const { counts } = kinOf(texts);
  return peers.map((control, index) => {
    const offered = new Set(control.options.flatMap(({ label }) => rootsOf(label)));
    const own = rootsOf(texts[index] ?? '').filter((root) => counts.get(root) === 1 && !offered.has(root));
    return [control, own.join(' ')];
  });
}
