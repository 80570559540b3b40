import { type Html, html } from './html.ts';

interface ConsentView {
  name: string;
  redirectHost: string;
  asksForVault: boolean;
  /** Of the signed-in person; null for a key or a link. */
  email: string | null;
  path: string;
}

const ALERT = html`<p role="alert"></p>`;

export function consentPage({ name, redirectHost, asksForVault, email, path }: ConsentView): Html {
  return html`<main class="narrow"><div class="card">
<h1>Connect ${name}</h1>
<p><b>${name}</b> asks for access to ${email === null ? 'this workspace' : html`the workspace of <b>${email}</b>`}.
It continues at <b>${redirectHost}</b>. Allow access only if you started this in a program that you trust.</p>
<form data-post="${path}" data-then="url">
<input type="hidden" name="answer" value="allow">
<p>It may run tasks and read your runs. You pay for its runs.</p>
${
  asksForVault
    ? html`<label class="choice"><input type="checkbox" name="vault" value="on">Also list, use and change stored logins</label>`
    : null
}
<label>Spend limit in US dollars<input name="spend_limit_usd" type="number" min="0.01" max="1000000" step="0.01" placeholder="No limit"></label>
${ALERT}
<button>Allow access</button>
</form>
<form data-post="${path}" data-then="url"><input type="hidden" name="answer" value="deny"><button class="plain">Deny</button></form>
</div>
<p class="below">You can revoke the access in the settings of the console.</p>
</main>`;
}

export function problemPage(why: string): Html {
  return html`<main class="narrow"><div class="card">
<h1>The program could not be connected</h1>
<p class="quiet">${why}</p>
<p>Start again in the program.</p>
</div></main>`;
}
