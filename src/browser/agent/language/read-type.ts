import { isFieldName } from './field-names.ts';
import type { Entry, Intent, Value } from './intent.ts';
import { restore } from './protect.ts';
import { readTarget, strip } from './read-target.ts';
import type { Reading, Tokens } from './reading.ts';

export function typeIntent(entries: Entry[], source: string): Intent {
  return { kind: 'type', entries, source };
}

const FIELD_WORD =
  /\b(?:fields?|box(?:es)?|inputs?|text ?areas?|textbox(?:es)?|editor|text ?field|area|form|search bar|bar|page|document)\b/iu;

export function readType(said: string, at: Reading): Intent | Intent[] {
  const rest = said.replace(
    /,?\s+(?:with|using|on)\s+(?:the\s+|an?\s+)?(?:on-?\s?screen\s+|virtual\s+)?(?:keyboard|key ?pad|number pad|keys)(?:\s+below)?$|,?\s+(?:one|a single)\s+(?:digit|letter|character|sign|number)\s+(?:in|into|per|for)\s+(?:each|every|one)?(?:\s+(?:box|field))?(?:\s+each)?$/iu,
    '',
  );
  if (at.means !== '' && !/\s(?:in|into)\s/iu.test(rest))
    return typeIntent([{ value: readValue(rest, at.tokens), ...fieldOf(at.means, at.tokens) }], at.source);
  const pattern = rest.match(
    /^(?:an?|any|the)\s+(?:\w+\s+)?(?:item|word|value|entry|name|option|country|one)s?\s+(?:that|which)\s+(.+)$/iu,
  );
  if (pattern?.[1] && /\b(?:start|begin|end|contain)/iu.test(pattern[1])) {
    const part = (word: string) =>
      restore(
        pattern[1]?.match(new RegExp(`${word}s?(?:\\s+with)?\\s+([\\ue000-\\uf8ff]|\\S+)`, 'iu'))?.[1] ?? '',
        at.tokens,
      );
    return typeIntent(
      [
        {
          value: {
            kind: 'pattern',
            starts: part('start') || part('begin'),
            ends: part('end'),
            contains: part('contain'),
          },
          field: '',
          target: null,
          isEverywhere: false,
        },
      ],
      at.source,
    );
  }
  const between = rest.match(
    /^(the\s+(?:text|words?|value|sentence|number|content|name|code)\s+(?:in|inside|from|of)\s+(?:the|this|that)\s+.+?)\s+(?:into|to|in)\s+((?:the|this|that)\s+.+)$/iu,
  );
  if (between?.[1] && between[2])
    return typeIntent(
      [
        {
          value: { kind: 'lookup', phrase: strip(restore(between[1], at.tokens)) },
          ...fieldOf(between[2], at.tokens),
        },
      ],
      at.source,
    );
  if (EACH_LABEL.test(rest)) return { kind: 'fill', verb: 'submit', source: at.source };
  const several = severalOf(rest, at.tokens);
  if (several) return typeIntent(several, at.source);
  // Each part may have its own field ("X in the name field and Y in the town field"), or all share the last one.
  const parts = rest.split(/\s*,\s*(?:and\s+)?(?=\S)|\s+and\s+/iu);
  const entries: Entry[] = [];
  let pending: string[] = [];
  for (const part of parts) {
    const split = part.match(
      /^(.*?)\s*(?:\b(?:in|into|inside|to|on)\s+(?!all\b|upper|lower|capital)((?:the|both|each|all|a|an|its|your)?\s*.+)|\b(?:as|for)\s+(?!all\b|upper|lower|capital)((?:the|your|a)\s+.+|[\p{L}][\p{L}\p{N}\s-]*))$/iu,
    );
    const where = split?.[2] ?? split?.[3];
    const isField =
      where !== undefined &&
      (split?.[3] !== undefined ||
        FIELD_WORD.test(restore(where, [])) ||
        /^(?:the|both|each)\b/iu.test(where) ||
        /^\p{Lu}/u.test(where));
    if (!isField) {
      pending.push(part);
      continue;
    }
    const value = split?.[1] ?? '';
    const shared = fieldOf(where ?? '', at.tokens);
    const all = [...pending, value].filter((text) => text.trim() !== '');
    const isList = all.length > 1 && all.every((text) => labelledValue(text, at.tokens) !== null);
    if (isList) entries.push(...all.map((text) => labelledEntry(text, at.tokens)));
    else if (
      pending.length > 0 &&
      entries.length === 0 &&
      all.length > 1 &&
      all.some((text) => labelledValue(text, at.tokens))
    )
      entries.push(...all.map((text) => labelledEntry(text, at.tokens)));
    else
      entries.push({
        value: readValue(all.join(' and '), at.tokens),
        ...(labelledValue(value, at.tokens) && shared.field === ''
          ? { ...shared, field: labelledValue(value, at.tokens)?.label ?? '' }
          : shared),
        ...(labelledValue(value, at.tokens)
          ? { value: readValue(labelledValue(value, at.tokens)?.value ?? '', at.tokens) }
          : {}),
      });
    pending = [];
  }
  if (pending.length > 0) {
    const isLabelled = pending.every((text) => labelledValue(text, at.tokens) !== null);
    if (isLabelled) entries.push(...pending.map((text) => labelledEntry(text, at.tokens)));
    else
      entries.push({
        value: readValue(pending.join(', '), at.tokens),
        field: '',
        target: null,
        isEverywhere: false,
      });
  }
  return typeIntent(entries, at.source);
}

/** "the value that corresponds with each label": told by the form, not by the sentence. */
const EACH_LABEL =
  /^(?:the\s+|its\s+)?(?:\p{Ll}+\s+)?(?:values?|answers?|data|entry|entries)\s+(?!.*[\ue000-\uf8ff]).*\b(?:each|every)\s+(?:of\s+the\s+)?(?:labels?|fields?|headings?|names?)\b/iu;

/** "the year and country of Ann into the text fields": each into the field of its name. */
function severalOf(rest: string, tokens: Tokens): Entry[] | null {
  const match = rest.match(
    /^the\s+((?:\p{Ll}[\p{Ll} ]*,\s*)*\p{Ll}[\p{Ll} ]*?),?\s+and\s+(?:the\s+)?(\p{Ll}[\p{Ll} ]*?)\s+(?:of|for)\s+(.+?)(?:\s+(?:in|into)\s+(?:the|their|its)\s+(?:\p{L}+\s+)*(?:fields|boxes|form|inputs))?$/u,
  );
  if (!match?.[1] || !match[2] || !match[3] || /\s(?:in|into)\s/u.test(match[3])) return null;
  const owner = restore(match[3], tokens);
  return [...match[1].split(/\s*,\s*(?:the\s+)?/u), match[2]].map((label) => ({
    value: { kind: 'lookup', phrase: `${label} of ${owner}` },
    field: label,
    target: null,
    isEverywhere: false,
  }));
}

/** "the username X", "phone number 555": words in small letters, then something that can only be a value. */
function labelledValue(text: string, tokens: Tokens): { label: string; value: string } | null {
  const plain = text.trim();
  const match = plain.match(
    /^(?:the\s+|a\s+|an\s+|your\s+)?([\p{L}][\p{Ll} -]{1,40}?|\p{Lu}{2,5}(?:\s+(?:code|number))?)(?:\s*[:=]\s*|\s+(?:is\s+|of\s+)?)([\ue000-\uf8ff]|[\p{N}+$(-][^\s]*|\p{Lu}\S*(?:\s+\p{Lu}\S*)*)$/u,
  );
  if (
    !match?.[1] ||
    !match[2] ||
    /\b(?:of|for)$/iu.test(match[1].trim()) ||
    /\s(?:of|for)\s+[\p{Lu}\ue000-\uf8ff]/u.test(plain)
  )
    return null;
  if (/^(?:text|word|words|value|string|number|following|phrase|letters?)$/iu.test(match[1].trim()))
    return null;
  // "Ann Lee" is somebody; "City Oslo" is a field and its value.
  const isNamed = /^(?:the|an?|your)\s|[:=]/iu.test(plain) || !/^\p{Lu}/u.test(match[1]);
  if (!isNamed && /^\p{Lu}\p{L}/u.test(match[2]) && !isFieldName(match[1])) return null;
  return { label: strip(match[1]), value: restore(match[2], tokens) === '' ? '' : match[2] };
}

function labelledEntry(text: string, tokens: Tokens): Entry {
  const labelled = labelledValue(text, tokens);
  return {
    value: readValue(labelled?.value ?? text, tokens),
    field: labelled?.label ?? '',
    target: null,
    isEverywhere: false,
  };
}

export function fieldOf(phrase: string, tokens: Tokens): Omit<Entry, 'value'> {
  const target = readTarget(phrase, tokens);
  const isEverywhere = /^(?:both|all|each|every)\b/iu.test(phrase.trim());
  const field = isEverywhere ? '' : target.text;
  const isPlain =
    /^(?:text|input|textbox|box|answer|it|given|blank|empty|provided|page|document|following)?$/iu.test(
      field,
    );
  return { field: isPlain && !/^answer$/iu.test(field) ? '' : field, target, isEverywhere };
}

/** "the word harbor", not "the word below". */
const SAID_WORD =
  /^(?:the\s+)?(?:word|letters?|digits?)\s+((?!(?:above|below|shown|given|in|on|of|from|that|which|displayed|beside|under|inside|here|there|written|count|with|you|to)\b)[\p{L}\p{N}'’-]+)$/iu;

export function readValue(phrase: string, tokens: Tokens): Value {
  let text = phrase.trim();
  const letters = text.match(
    /\s*,?\s*(?:\b(?:in|as)\s+)?(?:\ball\s+)?(upper|lower|capital)[\s-]?(?:case)?(?:\s+letters)?\s*(?:letters)?$/iu,
  );
  if (letters?.index !== undefined)
    text = text
      .slice(0, letters.index)
      .trim()
      .replace(/\s+in(?:\s+all)?$/iu, '');
  if (
    /^(?:it|them|that|this|(?:your|the)\s+(?:answer|result|solution|sum)|the (?:right|correct) answer|the copied text|the text|that (?:word|number|value))?$/iu.test(
      text,
    )
  )
    return text === '' ? { kind: 'literal', text: '' } : { kind: 'remembered' };
  const word =
    text.match(
      /^(?:the\s+|following\s+)*(?:text|word|words|value|string|number|phrase|name|item|query|term|following)?\s*:?\s*([\ue000-\uf8ff])$/iu,
    )?.[1] ?? text.match(SAID_WORD)?.[1];
  const literal = restore(word ?? text, tokens);
  if (
    !word &&
    /^(?:the|its|their|his|her)\s+(?:\p{Ll}|\d+(?:st|nd|rd|th)\s)/u.test(text) &&
    !/[\ue000-\uf8ff]$/u.test(text)
  )
    return {
      kind: 'lookup',
      phrase: `${strip(literal.replace(/^(?:its|their|his|her)\s+/u, ''))}${letters ? ` in ${letters[1]?.toLowerCase() === 'lower' ? 'lower' : 'upper'} case` : ''}`,
    };
  if (letters)
    return {
      kind: 'literal',
      text: letters[1]?.toLowerCase() === 'lower' ? literal.toLowerCase() : literal.toUpperCase(),
    };
  return { kind: 'literal', text: literal.replace(/^(?:the\s+)?(?:text|word|value)\s+(?=\S)/iu, '') };
}
