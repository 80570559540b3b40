import type { ConsoleSession } from '../people/console-sessions.ts';
import type { OwnedAccount } from '../people/store.ts';
import { type Html, html } from './html.ts';

export interface AccountView {
  session: ConsoleSession;
  accounts: OwnedAccount[];
}

const ALERT = html`<p role="alert"></p>`;

/** The login and the accounts that it opens; the console shows everything else about an account. */
export function accountPage({ session, accounts }: AccountView): Html {
  return html`<main class="middle">
${session.personId === null ? newLoginCard() : loginCard(session)}
${accounts.length > 1 ? accountsCard(accounts, session) : null}
<p class="below"><a href="/console">Back to the console</a></p>
</main>`;
}

export function accountMenu({ session }: Pick<AccountView, 'session'>): Html {
  return html`<a href="/docs">Docs</a><span class="quiet sometimes">${session.email}</span>
<form data-post="/api/account/sign-out" data-then="/sign-in"><button class="plain small">Sign out</button></form>`;
}

function newLoginCard(): Html {
  return html`<section class="card"><h1>Give this account a login</h1>
<p class="quiet">You signed in with a key or a link. With an e-mail address and a password you can sign in at any time.</p>
<form data-post="/api/account/login" data-then="/account">
<label>E-mail<input name="email" type="email" autocomplete="username" required></label>
<label>Password, at least 10 characters<input name="password" type="password" autocomplete="new-password" required minlength="10"></label>
${ALERT}<button>Save</button>
</form></section>`;
}

function loginCard({ email }: ConsoleSession): Html {
  return html`<section class="card"><h1>Your login</h1>
<p>You are signed in as <b>${email}</b>.</p>
<form data-post="/api/account/reset-link"><input type="hidden" name="email" value="${email}">
${ALERT}<p class="done" hidden>The link that sets a new password is on its way to you.</p>
<button class="plain">Change the password</button>
</form></section>`;
}

function accountsCard(accounts: OwnedAccount[], session: ConsoleSession): Html {
  const rows = accounts.map(
    (
      account,
    ) => html`<tr><td>${account.kind === 'agent' ? `Agent${account.client ? ` (${account.client})` : ''}` : 'Your account'}<br><code class="quiet">${account.id}</code></td>
<td class="quiet sometimes">${account.createdAt.toISOString().slice(0, 10)}</td>
<td>${
      account.id === session.accountId
        ? html`<span class="quiet">open now</span>`
        : html`<form data-post="/api/account/switch" data-then="/console"><input type="hidden" name="account_id" value="${account.id}"><button class="plain small">Open</button></form>`
    }</td></tr>`,
  );
  return html`<section class="card"><h2>Your accounts</h2><table><tbody>${rows}</tbody></table></section>`;
}
