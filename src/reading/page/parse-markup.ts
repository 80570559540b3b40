import { parseHTML } from 'linkedom';
import { take } from './dom.ts';
import { mayFold, openPanels } from './panels.ts';
import { writePlainForms } from './plain-forms.ts';

const MAX_HTML_CHARS = 5_000_000;
/** Past this a page takes seconds to parse; what comes first on it is kept. */
const MAX_TAGS = 250_000;
const MAX_TREES = 500;

export function parseMarkup(html: string): Document {
  const content = withoutScripts(html.slice(0, MAX_HTML_CHARS));
  const markup = cutAtTags(content);
  const document = parseHTML(completed(markup)).document as unknown as Document;
  if (html.length > MAX_HTML_CHARS || markup.length < content.length) cut.add(document);
  if (/shadowrootmode|srcdoc/i.test(markup)) openTrees(document);
  if (mayFold(markup)) openPanels(document);
  writePlainForms(document, markup);
  return document;
}

/** Whether the markup was too long, and only what comes first of it is in the document. */
export function isCutShort(document: Document): boolean {
  return cut.has(document);
}

const cut = new WeakSet<Document>();

/** The visible part of trees in the markup: shadow trees and frames with their document in them. */
function openTrees(document: Document): void {
  for (const template of take(document.querySelectorAll('template[shadowrootmode]'), MAX_TREES))
    template.replaceWith(...((template as HTMLTemplateElement).content ?? template).childNodes);
  for (const frame of take(document.querySelectorAll('iframe[srcdoc]'), MAX_TREES)) {
    const section = document.createElement('section');
    section.innerHTML = withoutScripts(frame.getAttribute('srcdoc') ?? '');
    frame.replaceWith(section);
  }
}

/** HTML lets a page leave out `html`, `head` and `body`; the parser does not put them there by itself. */
function completed(markup: string): string {
  const opening = markup.match(/<html(?:\s[^>]{0,2000})?>/i);
  const rest = opening ? markup.slice((opening.index ?? 0) + opening[0].length) : markup.replace(DOCTYPE, '');
  const head = rest.match(/^\s*<head(?:\s[^>]{0,2000})?>/i);
  const headEnd = head ? endOfHead(rest) : endOfHeadTags(rest);
  const inside = head ? rest.slice(head[0].length, headEnd) : rest.slice(0, headEnd);
  const after = rest.slice(headEnd).replace(/^\s*<\/head\s*>/i, '');
  const body = /^<(?:body|frameset)[\s>]/i.test(withoutLeadingComments(after).slice(0, 20))
    ? after
    : `<body>${after}</body>`;
  return `<!doctype html>${opening?.[0] ?? '<html>'}<head>${inside}</head>${body}`;
}

const DOCTYPE = /^\s*<!doctype[^>]{0,500}>/i;

function endOfHead(rest: string): number {
  const close = rest.search(/<\/head\s*>/i);
  if (close >= 0) return close;
  const body = rest.search(/<body[\s>]/i);
  return body >= 0 ? body : endOfHeadTags(rest.replace(/^\s*<head[^>]*>/i, (tag) => ' '.repeat(tag.length)));
}

/** Where the run of elements that belong into a head ends. */
function endOfHeadTags(rest: string): number {
  const tag =
    /\s*(?:<!--[\s\S]*?-->|<!doctype[^>]*>|<(?:meta|link|base)\b[^>]*>|<(title|script|style)\b[^>]*>[\s\S]*?<\/\1\s*>)/iy;
  let end = 0;
  for (let count = 0; count < 500 && tag.exec(rest); count += 1) end = tag.lastIndex;
  return end;
}

function withoutLeadingComments(markup: string): string {
  let at = markup.search(/\S|$/);
  while (markup.startsWith('<!--', at)) {
    const end = markup.indexOf('-->', at + 4);
    if (end < 0) break;
    at = end + 3;
    while (/\s/.test(markup.charAt(at))) at += 1;
  }
  return markup.slice(at);
}

/** Scripts and styles are often most of a page and never its content. Data in scripts stays. */
function withoutScripts(html: string): string {
  const parts: string[] = [];
  const opening = /<(script|style)\b([^>]{0,2000})>/gi;
  let from = 0;
  for (let match = opening.exec(html); match; match = opening.exec(html)) {
    const close = html.indexOf('</', opening.lastIndex);
    const end = endOf(html, match[1] ?? '', close < 0 ? html.length : close);
    if (/ld\+json|type\s*=\s*["']?application\/json/i.test(match[2] ?? '')) {
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
