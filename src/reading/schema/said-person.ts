import type { ExtractedPage } from '../page/page.ts';
import { schemaType } from '../values/convert-value.ts';
import { isSameWord } from '../words/concepts.ts';
import { nameWords, snakeCase, stemsOf, tokensOf } from '../words/words.ts';
import type { Schema } from './schema-shape.ts';
import type { Source } from './source.ts';

/** `ceo` of "says chief executive Ann Lee", `architect` of "designed by the engineer Carl Rye", `updated_by`. Two names are none. */
export function saidPerson(
  asked: string[],
  told: string[],
  schema: Schema,
  key: string,
  { index, facts }: Source,
): string | undefined {
  // A `vessel_name` is nobody's.
  if (!SOMEONE.test(key.replace(/_?name$/i, ''))) return undefined;
  if (schemaType(schema) !== 'string' || schema.format !== undefined || schema.enum || facts !== index.facts)
    return undefined;
  const isBy = asked.includes('by');
  const role = asked.filter((word) => word !== 'by' && word !== 'name');
  const roles = [role, told].filter((words) => words.length > 0 && words.length <= 2);
  const headed = isBy ? undefined : (personUnder(index.page, role) ?? personOfRole(index.page, role));
  if (headed !== undefined) return headed;
  const found = new Set<string>();
  for (const { text, isAside } of index.page.blocks) {
    if ((isAside && !isBy) || text.length > 2_000) continue;
    for (const words of roles) for (const name of namesBeside(text, words, isBy)) found.add(name);
  }
  const [name] = found;
  return found.size === 1 ? name : undefined;
}

/** `service` and `status` are nobody. */
const SOMEONE =
  /(?:er|or|ist|ian|ant|ent|an|on|chief|head|lead|coach|captain|chef|host|pilot|king|queen|judge|architect|spouse|wife|contact|c[a-z]o|by|who)s?$/i;

const ROLES =
  'author owner manager director editor secretary teacher tutor instructor lecturer speaker host chair chairman chairwoman chairperson president treasurer founder ceo coach captain chef doctor officer curator photographer reviewer writer designer architect engineer principal leader professor supervisor agent landlord coordinator librarian mayor headteacher'.split(
    ' ',
  );
const ROLE_STEMS = new Set(ROLES.flatMap(nameWords));

/** Whether a name on the page is one for what somebody does; by its stem an office is an officer too. */
export function endsInRole(name: string[]): boolean {
  return ROLE_STEMS.has(name.at(-1) ?? '');
}

/** Whether a key asks who does something: `owner`, `branchManager`. */
export function asksForRole(key: string): boolean {
  return ROLES.includes(snakeCase(key).toLowerCase().split(/[_-]/).at(-1) ?? '');
}

/** "Ann Lee, Director of People", "Ann Lee, ann@lee.example. Site by ...": the person; of several people none. */
export function personIn(text: string): string | undefined {
  const [whole, name] = ALONE.exec(text) ?? [];
  if (whole === undefined || name === undefined || whole.length === text.length) return undefined;
  const rest = text.slice(whole.length).trim();
  return new RegExp(`^(?:and\\s|&\\s)?${NAME}(?:$|,|\\sand\\s|\\s&\\s)`, 'u').test(rest) ? undefined : name;
}

/** "Your teacher", and under it a name alone or before a comma. */
function personUnder({ blocks }: ExtractedPage, role: string[]): string | undefined {
  const names = new Set(
    blocks.flatMap(({ text, under, isAside }, at) => {
      const heading = under.at(-1) ?? '';
      const isFirst = blocks[at - 1]?.text === heading;
      const said = stemsOf(heading.replace(/^(?:your|our|the|meet(?: your| the)?|about the)\s/i, ''));
      const isRole =
        said.length === role.length && role.every((word, place) => isSameWord(said[place] ?? '', word));
      const name = isFirst && !isAside && isRole ? ALONE.exec(text)?.[1] : undefined;
      return name === undefined ? [] : [name];
    }),
  );
  const [name] = names;
  return names.size === 1 ? name : undefined;
}

/** `ceo` of a list of people with what each of them is: "Sarah Lee", "Chief Executive Officer". */
function personOfRole({ collections }: ExtractedPage, role: string[]): string | undefined {
  const [letters = ''] = role;
  const names = new Set(
    collections.flatMap(({ items, kind }) =>
      kind === 'sections'
        ? []
        : items
            .filter(({ title, fields }) =>
              fields.some(({ value }) => {
                const said = value === title || value.length > 60 ? [] : stemsOf(value);
                const isLetters =
                  role.length === 1 && /^c[a-z]o$/.test(letters) && initials(value) === letters;
                return (
                  isLetters || (said.length === role.length && role.every((word) => said.includes(word)))
                );
              }),
            )
            .flatMap(({ title }) => ALONE.exec(title)?.[1] ?? []),
    ),
  );
  const [name] = names;
  return names.size === 1 ? name : undefined;
}

function initials(text: string): string {
  return text
    .split(/\s(?:(?:of|and|the|&)\s)?/)
    .map((word) => word[0]?.toLowerCase() ?? '')
    .join('');
}

/** The names that stand right behind the words of a role, or behind "by" after them. */
export function namesBeside(text: string, role: string[], isBy = false): string[] {
  const last = role.at(-1) ?? '';
  return tokensOf(text).flatMap((token) => {
    if (!isSameWord(token.stem, last)) return [];
    const before = stemsOf(text.slice(Math.max(0, token.at - 40), token.end));
    if (!role.every((word) => before.some((each) => isSameWord(each, word)))) return [];
    const rest = text.slice(token.end, token.end + 120);
    const name = (isBy ? undefined : BEHIND.exec(rest)?.[1]) ?? BY.exec(rest)?.[1];
    return name === undefined ? [] : [name];
  });
}

const NAME =
  "((?:(?:Dr|Prof|Sir|Dame|Dott|Ing|Mr|Mrs|Ms)\\.?\\s)*\\p{Lu}[\\p{Ll}'’]+(?:-\\p{Lu}\\p{Ll}+)?(?:\\s(?:\\p{Lu}\\.|\\p{Lu}[\\p{Ll}'’]+(?:-\\p{Lu}\\p{Ll}+)?|de|van|von|der|la|el|bin|al)){1,3})(?!\\p{L})";
const ALONE = new RegExp(`^${NAME}(?:$|,)`, 'u');
const BEHIND = new RegExp(`^,?\\s${NAME}`, 'u');
const BY = new RegExp(
  `^[^.!?]{0,40}?\\s(?:by|von|par|por|da|door|przez)\\s(?:(?:the|der|dem|el|il|o|de|a|an)\\s)?(?:\\p{Ll}[\\p{L}-]+\\s){0,2}${NAME}`,
  'u',
);
