import { parseModelJson, withoutThoughts } from './model-json.ts';

/** A call that a model wrote as text. */
interface Written {
  name: string;
  input: unknown;
}

/** Longer answers hold no call that is looked for. */
const MAX_CHARS = 200_000;
const MAX_FOUND = 20;

type Reader = (text: string, names: readonly string[]) => Written[];

/** Calls in a text, in the styles of Hermes, Qwen, GLM, Anthropic, Kimi, DeepSeek, Mistral, Llama and plain JSON. */
export function writtenCalls(text: string, names: readonly string[]): Written[] {
  const said = withoutThoughts(text).slice(0, MAX_CHARS);
  for (const read of READERS) {
    const found = read(said, names);
    if (found.length > 0) return found.slice(0, MAX_FOUND);
  }
  return [];
}

/** Parts between two marks; the last one may be open. */
function between(text: string, opening: string, closing: string): string[] {
  const parts: string[] = [];
  for (let at = text.indexOf(opening); at >= 0 && parts.length < MAX_FOUND; at = text.indexOf(opening, at)) {
    const begin = at + opening.length;
    const end = text.indexOf(closing, begin);
    parts.push(text.slice(begin, end < 0 ? text.length : end));
    at = end < 0 ? text.length : end + closing.length;
  }
  return parts;
}

/** `<function=click><parameter=n>4</parameter></function>`, or with JSON inside. */
const functionTags: Reader = (text) =>
  between(text, '<function=', '</function>').flatMap((part) => {
    const end = part.indexOf('>');
    if (end < 0) return [];
    const body = part.slice(end + 1);
    const fields = between(body, '<parameter=', '</parameter>').flatMap((field) => pairOf(field, '>'));
    return [
      {
        name: part.slice(0, end).trim(),
        input: fields.length > 0 ? Object.fromEntries(fields) : body.trim(),
      },
    ];
  });

/** `<invoke name="click"><parameter name="n">4</parameter></invoke>` */
const invokeTags: Reader = (text) =>
  between(text, '<invoke name="', '</invoke>').flatMap((part) => {
    const [name] = part.split('"', 1);
    const fields = between(part, '<parameter name="', '</parameter>').flatMap((field) => pairOf(field, '">'));
    return name ? [{ name, input: Object.fromEntries(fields) }] : [];
  });

function pairOf(field: string, mark: string): [string, string][] {
  const at = field.indexOf(mark);
  return at < 0 ? [] : [[field.slice(0, at).trim(), field.slice(at + mark.length).trim()]];
}

/** `<tool_call>{"name": "click", "arguments": {"n": 4}}</tool_call>`, or GLM's pairs of keys and values inside. */
const toolCallTags: Reader = (text, names) =>
  between(text, '<tool_call>', '</tool_call>').flatMap((part) => {
    const keys = between(part, '<arg_key>', '</arg_key>');
    const values = between(part, '<arg_value>', '</arg_value>');
    if (keys.length > 0) {
      const [name = ''] = part.trim().split(/[\s<]/, 1);
      return [
        { name, input: Object.fromEntries(keys.map((key, index) => [key.trim(), values[index]?.trim()])) },
      ];
    }
    const body = part.trim();
    return names.includes(body) ? [{ name: body, input: {} }] : json(body);
  });

/** `<|tool_call_begin|>functions.click:0<|tool_call_argument_begin|>{"n": 4}<|tool_call_end|>` */
const kimi: Reader = (text) =>
  between(text, '<|tool_call_begin|>', '<|tool_call_end|>').flatMap((part) =>
    pairOf(part, '<|tool_call_argument_begin|>').map(([id, input]) => ({
      name: id.replace(/:\d+$/, ''),
      input,
    })),
  );

/** `<｜tool▁call▁begin｜>click<｜tool▁sep｜>{"n": 4}<｜tool▁call▁end｜>`; older ones with `function` before the name. */
const deepseek: Reader = (text) =>
  between(text, '<｜tool▁call▁begin｜>', '<｜tool▁call▁end｜>').flatMap((part) =>
    pairOf(part, '<｜tool▁sep｜>').map(([name, rest]) => {
      if (name !== 'function') return { name, input: parseModelJson(rest) ?? {} };
      const [inner = ''] = rest.split('\n', 1);
      return { name: inner.trim(), input: parseModelJson(rest.slice(inner.length)) ?? {} };
    }),
  );

/** `[TOOL_CALLS]click[ARGS]{"n": 4}`, or a list of calls after the mark. */
const mistral: Reader = (text) => {
  const [, ...parts] = text.split('[TOOL_CALLS]');
  return parts.flatMap((part) => {
    const pairs = pairOf(part, '[ARGS]').map(([name, input]) => ({
      name,
      input: parseModelJson(input) ?? {},
    }));
    return pairs.length > 0 ? pairs : json(part.trim());
  });
};

/** `[click(n=4), press("Enter")]`, `<|python_tag|>click.call(n=4)` and code blocks with such lines. */
const pythonic: Reader = (text, names) => {
  const code = text.replaceAll(
    /<\|python_tag\|>|<\|start_header_id\|>|```(?:python|py|tool_code|tool_call)?|<\/?tool_code>/g,
    '\n',
  );
  const found: Written[] = [];
  for (const line of code.split('\n')) {
    let rest = line.trim().replace(/^(?:\[|[-*] |\d+\. |print\()/, '');
    while (rest !== '' && found.length < MAX_FOUND) {
      const call = callAt(rest, names);
      if (!call) break;
      found.push(call.call);
      rest = call.rest.replace(/^[\s,;)\]]+/, '');
    }
  }
  return found;
};

function callAt(text: string, names: readonly string[]): { call: Written; rest: string } | null {
  const [, full = ''] = /^([\w.]{1,80})\s{0,3}\(/.exec(text) ?? [];
  const name = full.replace(/\.call$/, '').replace(/^.*\./, '');
  if (!names.includes(name)) return null;
  const begin = text.indexOf('(') + 1;
  const parts = partsUntil(text, begin, ')');
  if (parts.end < 0) return null;
  const named: Record<string, unknown> = {};
  const placed: unknown[] = [];
  for (const part of parts.parts) {
    const [, key, value] = /^([a-z_]\w{0,40})\s{0,3}=(?!=)([\s\S]*)$/i.exec(part.trim()) ?? [];
    if (key !== undefined) named[key] = literal(value ?? '');
    else if (part.trim() !== '') placed.push(literal(part));
  }
  const input =
    placed.length === 0 ? named : Object.keys(named).length === 0 ? placed : { ...named, value: placed[0] };
  const [only] = placed;
  const isWhole = placed.length === 1 && Object.keys(named).length === 0 && typeof only === 'object';
  return { call: { name, input: isWhole ? only : input }, rest: text.slice(parts.end + 1) };
}

/** Splits by commas up to the bracket that closes, outside of quotes and inner brackets. */
function partsUntil(text: string, begin: number, closing: string): { parts: string[]; end: number } {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let from = begin;
  for (let at = begin; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (quote !== '') {
      if (sign === '\\') at += 1;
      else if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if ('([{'.includes(sign)) depth += 1;
    else if (depth > 0 && ')]}'.includes(sign)) depth -= 1;
    else if (depth === 0 && (sign === ',' || sign === closing)) {
      parts.push(text.slice(from, at));
      from = at + 1;
      if (sign === closing) return { parts, end: at };
    }
  }
  return { parts, end: -1 };
}

/** A value of Python. */
function literal(source: string): unknown {
  const text = source.trim();
  const [, quoted] = /^(?:[rbf]?)(?:"((?:[^"\\]|\\.)*)"|'(?:[^'\\]|\\.)*')$/s.exec(text) ?? [];
  if (quoted !== undefined || /^'.*'$/s.test(text))
    return (quoted ?? text.slice(1, -1)).replaceAll(/\\(.)/gs, (_, sign: string) => ESCAPES[sign] ?? sign);
  if (text in WORDS) return WORDS[text];
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  return parseModelJson(text) ?? text;
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r' };
const WORDS: Record<string, unknown> = {
  True: true,
  False: false,
  None: null,
  true: true,
  false: false,
  null: null,
};

/** JSON: bare, fenced, as a list, or several values one after the other. */
const plainJson: Reader = (text) => (/[{[]/.test(text) ? json(text) : []);

/** The name is left to the reader of wrapped calls. */
function json(text: string): Written[] {
  const lines = text.split('\n').map((line) => line.trim());
  const each = lines.filter((line) => /^\{.*\}[,;]?$/.test(line));
  const values = each.length > 1 ? each.map((line) => parseModelJson(line)) : [parseModelJson(text)];
  return values.flatMap((value) => (value === undefined ? [] : [{ name: '', input: value }]));
}

const READERS: readonly Reader[] = [
  kimi,
  deepseek,
  mistral,
  functionTags,
  invokeTags,
  toolCallTags,
  pythonic,
  plainJson,
];
