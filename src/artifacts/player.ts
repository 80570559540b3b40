import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const STYLE = readFileSync(new URL('./player.css', import.meta.url), 'utf8');
const SCRIPT = readFileSync(new URL('./player-script.js', import.meta.url), 'utf8');

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

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `${POLICY}; frame-ancestors 'self'`,
  // The address is the key to this page.
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
};

interface Page {
  html: string;
  headers: Record<string, string>;
}

/** A page that shows a run at `base` while it lives and plays its recording afterwards. */
export function playerPage(base: string): Page {
  return { html: pageOf(`<body data-base="${base}">${PLAYER}${scriptTag()}`), headers: HEADERS };
}

/** The same player as a standalone file, with the recording inside. */
export function playerFile(data: string): string {
  return pageOf(`<body>${PLAYER}\n${data}\n${scriptTag()}`);
}

/** For a token that is unknown or whose run was deleted. */
export function gonePage(): Page {
  const text = 'This run is not here. Its address is wrong, or the run was deleted.';
  return {
    html: pageOf(`<body class="gone"><header><strong>Switchyard</strong></header><p>${text}</p>`),
    headers: HEADERS,
  };
}

const PLAYER = `
<header><strong>Switchyard</strong><span id="status">Loading</span><span id="clock"></span></header>
<main>
<section>
<div id="task" hidden><h1></h1><small></small></div>
<div id="question" role="alert" hidden><b>The run waits for you</b><p></p><small></small><pre></pre></div>
<div id="browser">
<div id="address"></div>
<div id="stage"><img id="picture" alt="What the browser shows"><p id="notice">Waiting for the first picture.</p></div>
</div>
<form id="controls" hidden>
<button id="play" type="button">Play</button>
<input id="seek" type="range" min="0" max="0" value="0" step="50" aria-label="Position">
<select id="speed" aria-label="Speed"><option value="1">1×</option><option value="2">2×</option><option value="4">4×</option></select>
</form>
</section>
<aside>
<div id="result" hidden><h2>Result</h2><span class="verdict"></span><pre></pre><p></p><small></small></div>
<h2>Steps</h2><ol id="steps"></ol>
</aside>
</main>`;

function pageOf(body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>Switchyard run</title>
<style>${STYLE}</style>
</head>
${body}
</body>
</html>
`;
}

function scriptTag(): string {
  return `<script type="module">${SCRIPT}</script>`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
