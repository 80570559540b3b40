import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const STYLE = readFileSync(new URL('./player.css', import.meta.url), 'utf8');
const SCRIPT = readFileSync(new URL('./player.js', import.meta.url), 'utf8');

/** Only the player's own style and script, and pictures that came with the page or from beside it. */
const POLICY = [
  "default-src 'none'",
  'img-src data: blob:',
  `style-src '${hashOf(STYLE)}'`,
  `script-src '${hashOf(SCRIPT)}'`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** A page that shows a run at `base` while it lives and plays its recording afterwards. */
export function playerPage(base: string): { html: string; headers: Record<string, string> } {
  return {
    html: pageOf(`data-base="${base}"`, ''),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${POLICY}; frame-ancestors 'self'`,
      // The address is the key to this page.
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    },
  };
}

/** The same player as a file of its own, with what it plays. */
export function playerFile(data: string): string {
  return pageOf('', data);
}

function pageOf(attributes: string, data: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>Switchyard run</title>
<style>${STYLE}</style>
</head>
<body ${attributes}>
<header><strong>Switchyard</strong><span id="status">Loading</span><span id="clock"></span></header>
<main>
<section>
<div id="address"></div>
<div id="stage"><img id="picture" alt="What the browser shows"><p id="notice">Waiting for the first picture.</p></div>
<form id="controls" hidden>
<button id="play" type="button">Play</button>
<input id="seek" type="range" min="0" max="0" value="0" step="50" aria-label="Position">
<select id="speed" aria-label="Speed"><option value="1">1×</option><option value="2">2×</option><option value="4">4×</option></select>
</form>
</section>
<aside><h1>Steps</h1><ol id="steps"></ol></aside>
</main>
${data}
<script type="module">${SCRIPT}</script>
</body>
</html>
`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
