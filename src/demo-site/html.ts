const markup: unique symbol = Symbol('markup');

/** Text that is already safe to put into a page. Only this file can make one, so nothing is trusted by accident. */
export interface Html {
  readonly [markup]: string;
}

type Part = Html | string | number | false | null | undefined | readonly Part[];

/** Every value is escaped, except output of `html` itself; lists are joined, and false, null and undefined vanish. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return trusted(strings.map((text, index) => text + toMarkup(parts[index])).join(''));
}

export function render(page: Html): string {
  return page[markup];
}

/** Text written in this repository (drawings, scripts), never a visitor's input. */
export function trusted(text: string): Html {
  return { [markup]: text };
}

/** A value inside a `<script>` element, where HTML escapes do not apply but `</script>` would end it. */
export function scriptJson(value: unknown): Html {
  return trusted(JSON.stringify(value).replaceAll('<', '\\u003c'));
}

function toMarkup(part: Part): string {
  if (part === undefined || part === null || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeText(String(part));
  if (isHtml(part)) return part[markup];
  return part.map(toMarkup).join('');
}

function isHtml(part: Html | readonly Part[]): part is Html {
  return markup in part;
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}
