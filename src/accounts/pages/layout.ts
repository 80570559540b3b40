import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Answer } from '../../platform/http/route.ts';
import { Html, html } from './html.ts';

const STYLE = ['../../platform/http/tokens.css', './page.css']
  .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
  .join('');
const SCRIPT = readFileSync(new URL('./page.js', import.meta.url), 'utf8');
// The theme that was chosen in the console, before the first paint.
const THEME =
  "const theme = localStorage.getItem('theme'); if (theme) document.documentElement.dataset.theme = theme;";

/** Our own style and script, requests to ourselves, and nothing else. */
const POLICY = [
  "default-src 'none'",
  `style-src '${hashOf(STYLE)}'`,
  `script-src '${hashOf(SCRIPT)}' '${hashOf(THEME)}'`,
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

export interface Page {
  title: string;
  body: Html;
  /** On the right of the top line. */
  menu?: Html;
  csrf?: string;
  status?: number;
}

export function pageAnswer({ title, body, menu, csrf, status = 200 }: Page, isSecure: boolean): Answer {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${csrf === undefined ? null : html`<meta name="csrf" content="${csrf}">`}
<title>${title} · Switchyard</title>
<link rel="icon" href="/console/icon.svg">
<script>${new Html(THEME)}</script>
<style>${new Html(STYLE)}</style>
</head>
<body>
<header><strong><a class="brand" href="/"><img src="/console/icon.svg" alt="" width="20" height="20">Switchyard</a></strong>${menu ?? null}</header>
${body}
<script type="module">${new Html(SCRIPT)}</script>
</body>
</html>
`;
  return {
    status,
    bytes: Buffer.from(page.text),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      // Some of these addresses are keys.
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      ...(isSecure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
    },
  };
}

export function redirect(to: string): Answer {
  return { status: 303, headers: { location: to, 'cache-control': 'no-store' }, bytes: new Uint8Array() };
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
