/**
 * Markdown of a document in one linear pass. It judges nothing but navigation and hidden parts, so it never loses
 * content; the extraction library is better on articles but slow on large or deeply nested pages.
 */
const SKIPPED = new Set(
  'script style noscript template svg canvas nav footer aside iframe object head select button input dialog'.split(
    ' ',
  ),
);
const BLOCKS = new Set(
  'address article blockquote body dd details div dl dt fieldset figcaption figure form header hr main ol p pre section summary table tbody thead tr ul'.split(
    ' ',
  ),
);
const MAX_DEPTH = 200;

export function plainMarkdown(document: Document, url: string): string {
  const mains = document.querySelectorAll('main, [role="main"]');
  const root = (mains.length === 1 ? mains[0] : null) ?? document.body ?? document.documentElement;
  if (!root) return '';
  const writer: Writer = { parts: [], url };
  writeChildren(root, writer, 0);
  return writer.parts
    .join('')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

interface Writer {
  parts: string[];
  url: string;
}

function writeChildren(node: Node, writer: Writer, depth: number): void {
  for (const child of node.childNodes) {
    if (child.nodeType === 3) writer.parts.push((child.textContent ?? '').replace(/\s+/gu, ' '));
    else if (child.nodeType === 1) writeElement(child as Element, writer, depth + 1);
  }
}

function writeElement(element: Element, writer: Writer, depth: number): void {
  const name = element.localName;
  if (SKIPPED.has(name) || isHidden(element)) return;
  const { parts } = writer;
  if (depth > MAX_DEPTH) {
    parts.push(flat(element));
    return;
  }
  const heading = name.match(/^h([1-6])$/)?.[1];
  if (heading) parts.push(`\n\n${'#'.repeat(Number(heading))} ${flat(element)}\n\n`);
  else if (name === 'br') parts.push('\n');
  else if (name === 'pre') parts.push(`\n\n\`\`\`\n${(element.textContent ?? '').trimEnd()}\n\`\`\`\n\n`);
  else if (name === 'table' && !element.querySelector('table')) writeTable(element, writer);
  else if (name === 'a') writeLink(element, writer);
  else if (name === 'li') {
    parts.push('\n- ');
    writeChildren(element, writer, depth);
    parts.push('\n');
  } else if (BLOCKS.has(name)) {
    parts.push('\n\n');
    writeChildren(element, writer, depth);
    parts.push('\n\n');
  } else writeChildren(element, writer, depth);
}

function writeLink(element: Element, writer: Writer): void {
  const text = flat(element);
  const href = element.getAttribute('href');
  const isUsable =
    href !== null &&
    /^(?:https?:|[^a-z]|[a-z][^:]*$)/i.test(href) &&
    !href.startsWith('#') &&
    URL.canParse(href, writer.url);
  if (text) writer.parts.push(isUsable ? `[${text}](${new URL(href, writer.url).href})` : text);
}

function writeTable(table: Element, writer: Writer): void {
  const rows = [...table.querySelectorAll('tr')].map((row) =>
    [...row.children].map((cell) => flat(cell).replaceAll('|', '\\|')),
  );
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (width === 0) return;
  const lines = rows.map(
    (row) => `| ${Array.from({ length: width }, (_, index) => row[index] ?? '').join(' | ')} |`,
  );
  lines.splice(1, 0, `|${' --- |'.repeat(width)}`);
  writer.parts.push(`\n\n${lines.join('\n')}\n\n`);
}

function isHidden(element: Element): boolean {
  if (element.hasAttribute('hidden') || element.getAttribute('aria-hidden') === 'true') return true;
  return /display\s*:\s*none|visibility\s*:\s*hidden/i.test(element.getAttribute('style') ?? '');
}

function flat(element: Element): string {
  return (element.textContent ?? '').replace(/\s+/gu, ' ').trim();
}
