import MarkdownIt, { type Token } from 'markdown-it';
import { type ReactNode, useMemo } from 'react';
import { DataTable } from './data-table.tsx';

/** HTML stays text. Addresses alone become links, too. */
const reader = new MarkdownIt({ html: false, linkify: true, breaks: true });

/** Foreign Markdown as elements: no HTML of it, no picture of it, and links to web addresses only. */
export function Markdown({ text }: { text: string }) {
  const tokens = useMemo(() => reader.parse(text, {}), [text]);
  return (
    <div
      dir="auto"
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 text-base [overflow-wrap:anywhere]"
    >
      {drawn(tokens)}
    </div>
  );
}

/** Tokens open and close elements; each opened one takes everything up to its end. */
function drawn(tokens: readonly Token[]): ReactNode[] {
  const nodes: ReactNode[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    if (token.nesting < 1) {
      nodes.push(leaf(token, at));
      continue;
    }
    const end = endOf(tokens, at);
    const inner = tokens.slice(at + 1, end);
    nodes.push(element(token, inner, at));
    at = end;
  }
  return nodes;
}

function endOf(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at += 1) {
    depth += (tokens[at] as Token).nesting;
    if (depth === 0) return at;
  }
  return tokens.length;
}

function leaf(token: Token, key: number): ReactNode {
  if (token.type === 'inline') return drawn(token.children ?? []);
  if (token.type === 'softbreak' || token.type === 'hardbreak') return <br key={key} />;
  if (token.type === 'hr') return <hr key={key} />;
  if (token.type === 'code_inline') return <code key={key}>{token.content}</code>;
  if (token.type === 'image')
    return (
      <Away
        key={key}
        url={String(token.attrGet('src'))}
        label={`Image: ${token.content || 'no description'}`}
      />
    );
  if (token.type === 'fence' || token.type === 'code_block')
    return (
      <pre key={key} className="bare-scroll overflow-x-auto rounded-md border bg-surface p-3 text-xs">
        <code>{token.content}</code>
      </pre>
    );
  return token.content;
}

/** Headings of the answer are below those of the page. */
const HEADINGS: Record<string, 'h3' | 'h4' | 'h5'> = { h1: 'h3', h2: 'h4' };
const LOOKS: Record<string, string> = {
  h1: 'text-lg font-semibold',
  h2: 'text-base font-semibold',
  ul: 'grid gap-1 list-disc ps-5',
  ol: 'grid gap-1 list-decimal ps-5',
  blockquote: 'grid gap-2 border-s-2 border-s-line-strong ps-3 text-muted',
};

function element(token: Token, inner: readonly Token[], key: number): ReactNode {
  const { tag } = token;
  if (tag === 'table') return <DataTable key={key} table={tableOf(inner)} label="Table" />;
  if (tag === 'a') return <Away key={key} url={String(token.attrGet('href'))} label={drawn(inner)} />;
  if (tag === 'p' && token.hidden) return <span key={key}>{drawn(inner)}</span>;
  const Tag = (/^h\d$/.test(tag) ? (HEADINGS[tag] ?? 'h5') : tag) as 'p';
  return (
    <Tag key={key} className={LOOKS[tag] ?? (/^h\d$/.test(tag) ? 'font-semibold' : undefined)}>
      {drawn(inner)}
    </Tag>
  );
}

function tableOf(tokens: readonly Token[]): { columns: string[]; rows: string[][] } {
  const rows: string[][] = [];
  for (const { type, children } of tokens) {
    if (type === 'tr_open') rows.push([]);
    if (type === 'inline') rows.at(-1)?.push((children ?? []).map(({ content }) => content).join(''));
  }
  const [columns = [], ...rest] = rows;
  return { columns, rows: rest };
}

function Away({ url, label }: { url: string; label: ReactNode }) {
  if (!/^https?:\/\//i.test(url)) return label;
  return (
    <a href={url} target="_blank" rel="noreferrer" className="text-accent underline">
      {label}
    </a>
  );
}
