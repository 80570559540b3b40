import { parseHTML } from 'linkedom';

const MAX_HTML_CHARS = 5_000_000;
/** Past this a page takes seconds to parse; what comes first on it is kept. */
const MAX_TAGS = 250_000;

export function parseMarkup(html: string): Document {
  const markup = cutAtTags(withoutScripts(html.slice(0, MAX_HTML_CHARS)));
  // Without these tags the parser makes no document around a fragment.
  const whole = /<html[\s>]/i.test(markup) ? markup : `<!doctype html><html><body>${markup}</body></html>`;
  return parseHTML(whole).document as unknown as Document;
}

/** Scripts and styles are often most of a page and never its content. Data in scripts stays. */
function withoutScripts(html: string): string {
  const parts: string[] = [];
  const opening = /<(script|style)\b([^>]{0,2000})>/gi;
  let from = 0;
  for (let match = opening.exec(html); match; match = opening.exec(html)) {
    const close = html.indexOf('</', opening.lastIndex);
    const end = endOf(html, match[1] ?? '', close < 0 ? html.length : close);
    if (/ld\+json/i.test(match[2] ?? '')) {
      opening.lastIndex = end;
      continue;
    }
    parts.push(html.slice(from, match.index));
    from = end;
    opening.lastIndex = end;
  }
  parts.push(html.slice(from));
  return parts.join('');
}

function endOf(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}[^>]{0,100}>`, 'gi');
  closing.lastIndex = from;
  return closing.exec(html) ? closing.lastIndex : html.length;
}

function cutAtTags(html: string): string {
  let at = -1;
  for (let count = 0; count <= MAX_TAGS; count += 1) {
    at = html.indexOf('<', at + 1);
    if (at < 0) return html;
  }
  return html.slice(0, at);
}
