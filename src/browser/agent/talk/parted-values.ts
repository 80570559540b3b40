import type { Control } from './controls.ts';
import { HOLDER } from './detail-fit.ts';
import type { Fact } from './facts.ts';
import type { Setting } from './setting.ts';

const FIRST = /^(?:first|given)\s*names?\b|^forename|^vorname|^prénom|^nombre$/iu;
const LAST = /^(?:last|family)\s*name|^surname|^nachname|^nom de famille|^apellidos?/iu;
const STREET = /\bstreet\b|\bstraße\b|\brue\b|\bcalle\b|\baddress\b/iu;
const HOUSE = /^(?:no|nr|house|house (?:no|number|nr)|street number|hausnummer|numéro|número)\b\.?/iu;
const POSTCODE = /\b(?:post ?code|zip|postal|plz)\b/iu;
const ADDRESS = /\baddress\b|\badresse\b|\bdirección\b/iu;

/** What forms ask for in parts and people say in one: names, streets with their number, postcodes, numbers with their country. */
export function spread(controls: Control[], settings: Setting[], facts: Fact[]): Setting[] {
  const isFirst = ({ control }: Setting, at: number) =>
    settings.findIndex((other) => other.control === control) === at;
  const set = new Map(settings.filter(isFirst).map(({ control, value }) => [control, value]));
  splitName(controls, set, facts);
  splitStreet(controls, set, facts);
  splitPostcode(controls, set, facts);
  splitPhone(controls, set, facts);
  // What takes several values has more than one setting.
  const more = settings.filter((setting, at) => !isFirst(setting, at));
  return [...[...set].map(([control, value]) => ({ control, value })), ...more];
}

type Values = Map<Control, Setting['value']>;

function splitName(controls: Control[], set: Values, facts: Fact[]): void {
  const first = controls.find(({ label }) => FIRST.test(label));
  const last = controls.find(({ label }) => LAST.test(label));
  if (!first || !last) return;
  const said = String(set.get(first) ?? set.get(last) ?? '');
  const whole = facts.find(({ kind, value }) => kind === 'name' && value === said)?.value ?? said;
  if (!whole.includes(' ')) return;
  const [given = '', ...rest] = whole.split(/\s+/u);
  set.set(first, given);
  set.set(last, rest.join(' '));
}

function splitStreet(controls: Control[], set: Values, facts: Fact[]): void {
  const street = facts.find(({ kind }) => kind === 'street')?.value;
  if (street === undefined) return;
  const house = controls.find(
    ({ label, kind }) => HOUSE.test(label) && !STREET.test(label) && kind !== 'choice',
  );
  const line = controls.find(
    ({ label, kind }) => STREET.test(label) && kind === 'text' && !/\be-?mail\b/iu.test(label),
  );
  const number = /^\d+\p{L}?(?=\s)|(?<=\s)\d+\p{L}?$/u.exec(street)?.[0];
  if (house && line && number !== undefined) {
    set.set(house, number);
    set.set(line, street.replace(number, '').trim());
  }
  // A place to write the whole address in.
  const area = controls.find(({ label, kind }) => kind === 'long' && ADDRESS.test(label));
  const town = facts.find(({ kind }) => kind === 'town')?.value;
  const code = facts.find(({ kind }) => kind === 'postcode')?.value;
  if (area)
    set.set(area, [street, [town, code].filter(Boolean).join(' ')].filter((part) => part !== '').join(', '));
}

function splitPostcode(controls: Control[], set: Values, facts: Fact[]): void {
  const fields = controls.filter(({ label, kind }) => POSTCODE.test(label) && kind !== 'choice');
  const parts = facts.find(({ kind }) => kind === 'postcode')?.value.split(/[\s-]+/u) ?? [];
  if (fields.length < 2 || fields.length !== parts.length) return;
  for (const [index, field] of fields.entries()) set.set(field, parts[index] ?? '');
}

function splitPhone(controls: Control[], set: Values, facts: Fact[]): void {
  const phone = facts.find(({ kind }) => kind === 'phone')?.value;
  const code = controls.find(
    ({ kind, options }) =>
      kind === 'choice' && options.filter(({ label }) => /\+\d{1,4}\b/u.test(label)).length > 1,
  );
  if (!code || phone === undefined || !phone.startsWith('+')) return;
  const option = code.options.find(({ label }) => {
    const prefix = label.match(/\+\d{1,4}\b/u)?.[0];
    return prefix !== undefined && phone.replace(/\D/gu, '').startsWith(prefix.slice(1));
  });
  const prefix = option?.label.match(/\+\d{1,4}\b/u)?.[0];
  const field = controls.find((control) => control.kind === 'phone');
  if (!option || prefix === undefined || !field) return;
  set.set(code, option.label);
  const rest = phone.startsWith(prefix) ? phone.slice(prefix.length) : phone;
  set.set(field, rest.replace(/^[\s()-]+/u, ''));
}

/** The field for the person who fills in the form, when the card is in the same name. */
export function repeatHolder(controls: Control[], settings: Setting[]): Setting[] {
  const holder = settings.find(({ control }) =>
    HOLDER.test(`${control.label} ${control.element.autocomplete}`),
  );
  const name = controls.find(
    ({ label, kind }) => kind === 'text' && /^(?:your |full )?name$/iu.test(label) && !HOLDER.test(label),
  );
  if (!holder || !name || settings.some(({ control }) => control === name)) return settings;
  return [...settings, { control: name, value: holder.value }];
}
