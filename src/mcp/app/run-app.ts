import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const STYLE = readFileSync(new URL('./run-app.css', import.meta.url), 'utf8');
const SCRIPT = readFileSync(new URL('./run-app-script.js', import.meta.url), 'utf8');

/** Only parts of the page itself, and pictures that came as data. */
const POLICY = [
  "default-src 'none'",
  `style-src '${hashOf(STYLE)}'`,
  `script-src '${hashOf(SCRIPT)}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export const APP_URI = 'ui://switchyard/run';

/** A run inside the chat: live picture, spend, steps, and the box for an answer. One document that loads nothing. */
export const RUN_APP = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${POLICY}">
<title>Switchyard run</title>
<style>${STYLE}</style>
</head>
<body data-status="running">
<header><b><span class="status" id="status">starting</span></b><span id="runner"></span></header>
<div class="row"><span id="spend"></span><progress id="meter" max="1" value="0" hidden aria-label="Spend"></progress></div>
<img id="picture" alt="What the browser shows" hidden>
<ol id="steps"></ol>
<p id="reason" role="status"></p>
<section id="question" hidden>
<label id="prompt" for="answer"></label>
<div class="row"><input id="answer" maxlength="2000" autocomplete="off"><button id="send" type="button">Send</button>
<button id="yes" type="button">Yes</button><button id="no" type="button">No</button>
<button id="page" type="button">Enter the code</button></div>
</section>
<div class="row"><button id="watch" type="button" hidden>Watch</button><button id="cancel" type="button" hidden>Cancel</button></div>
<script type="module">${SCRIPT}</script>
</body>
</html>
`;

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
