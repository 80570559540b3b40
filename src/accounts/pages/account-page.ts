import type { UsageRow } from '../../billing/usage/store.ts';
import { usd } from '../../platform/money.ts';
import type { Key } from '../keys/store.ts';
import type { Session } from '../people/sessions.ts';
import type { OwnedAccount } from '../people/store.ts';
import { type Html, html } from './html.ts';

export interface AccountView {
  session: Session;
  accounts: OwnedAccount[];
  credits: { creditsMicro: number; heldMicro: number; isLow: boolean; onTrial: boolean };
  keys: Key[];
  /** One entry for each day, the days without usage as well. */
  days: Array<{ day: string; micro: number }>;
  runners: UsageRow[];
  sellsCredits: boolean;
  hasPaid: boolean;
}

const ALERT = html`<p role="alert"></p>`;

export function accountPage(view: AccountView): Html {
  return html`<main class="wide">
${view.session.personId === null ? loginCard() : null}
<div class="two">${creditsCard(view)}${usageCard(view)}</div>
${keysCard(view.keys)}
${view.runners.length > 0 ? runnersCard(view.runners) : null}
${view.accounts.length > 1 ? accountsCard(view) : null}
</main>`;
}

export function accountMenu({ session }: Pick<AccountView, 'session'>): Html {
  return html`<a href="/docs">Docs</a><span class="quiet sometimes">${session.email}</span>
<form data-post="/api/account/sign-out" data-then="/sign-in"><button class="plain small">Sign out</button></form>`;
}

function loginCard(): Html {
  return html`<section class="card"><h2>Give this account a login</h2>
<p class="quiet">The link that brought you here works once.</p>
<form class="row" data-post="/api/account/login" data-then="/account">
<label>E-mail<input name="email" type="email" autocomplete="username" required></label>
<label>Password, at least 10 characters<input name="password" type="password" autocomplete="new-password" required minlength="10"></label>
<button>Save</button>${ALERT}
</form></section>`;
}

function creditsCard({ credits, sellsCredits, hasPaid }: AccountView): Html {
  return html`<section class="card"><h2>Credits</h2>
<div class="figure">${dollars(credits.creditsMicro)}</div>
<p class="quiet">${credits.heldMicro > 0 ? `${dollars(credits.heldMicro)} more are held for live runs. ` : ''}${
    credits.onTrial ? 'Trial credits: no platform fee.' : 'Platform fee 5 %.'
  }</p>
${hasPaid ? html`<p class="done">Thank you. The credits are here as soon as the payment is confirmed.</p>` : null}
${credits.isLow ? html`<p class="note">Your credits are running out.</p>` : null}
${
  sellsCredits
    ? html`<form class="row" data-post="/api/billing/checkout" data-then="url">
<label>US dollars<input name="credits_usd" type="number" min="5" max="10000" step="0.01" value="25" required></label>
<button>Top up</button>${ALERT}</form>
<form data-post="/api/billing/portal" data-then="url"><p></p><button class="plain small">Invoices and ways of paying</button></form>`
    : null
}</section>`;
}

function usageCard({ days }: AccountView): Html {
  const total = days.reduce((sum, { micro }) => sum + micro, 0);
  const most = Math.max(...days.map(({ micro }) => micro), 1);
  const width = 300 / days.length;
  const bars = days.map(({ day, micro }, index) => {
    const height = micro === 0 ? 0 : Math.max(2, (micro / most) * 84);
    return html`<rect x="${(index * width + 1).toFixed(2)}" y="${(86 - height).toFixed(2)}" width="${(width - 2).toFixed(2)}" height="${height.toFixed(2)}" rx="1.5"><title>${day}: ${dollars(micro)}</title></rect>`;
  });
  return html`<section class="card"><h2>Spent in ${days.length} days</h2>
<div class="figure">${dollars(total)}</div>
<svg class="bars" viewBox="0 0 300 88" preserveAspectRatio="none" role="img" aria-label="Spent by day">${bars}<line x1="0" x2="300" y1="87" y2="87"/></svg>
<p class="ends"><span>${days[0]?.day ?? ''}</span><span>${days.at(-1)?.day ?? ''}</span></p></section>`;
}

function keysCard(keys: Key[]): Html {
  const rows = keys.map(
    (key) => html`<tr><td>${key.name || 'Unnamed'}<br><code class="quiet">svc_…${key.lastFour}</code></td>
<td class="number">${dollars(key.spentMicro)}${key.limitMicro === null ? null : html` <span class="quiet">of ${dollars(key.limitMicro)}</span>`}</td>
<td class="quiet sometimes">${key.lastUsedAt === null ? 'never used' : when(key.lastUsedAt)}</td>
<td><form data-post="/api/account/keys/${key.id}" data-method="DELETE" data-then="/account" data-question="Revoke this key? Programs that use it stop working.">
<button class="plain small">Revoke</button></form></td></tr>`,
  );
  return html`<section class="card"><h2>Keys</h2>
<p class="quiet">Programs send one as <code>Authorization: Bearer svc_…</code></p>
<table><thead><tr><th>Name</th><th class="number">Spent</th><th class="sometimes">Last used</th><th></th></tr></thead><tbody>${rows}</tbody></table>
<form class="row" data-post="/api/account/keys">
<label>Name of a new key<input name="name" required maxlength="100" placeholder="Night batch"></label>
<label>Spend limit in US dollars<input name="spend_limit_usd" type="number" min="0.01" step="0.01" placeholder="none"></label>
<button>Make a key</button>${ALERT}
</form>
<div id="new-key" hidden><p class="done">This is the key. It is shown only now.</p><code class="secret"></code>
<p></p><a href="/account">Done</a></div></section>`;
}

function runnersCard(runners: UsageRow[]): Html {
  const rows = runners.map(
    (row) => html`<tr><td>${row.runner}</td><td class="number">${row.attempts}</td>
<td class="number">${dollars(row.runner_micro + row.fee_micro + row.normalization_micro)}</td></tr>`,
  );
  return html`<section class="card"><h2>By runner</h2>
<table><thead><tr><th>Runner</th><th class="number">Attempts</th><th class="number">Spent</th></tr></thead><tbody>${rows}</tbody></table></section>`;
}

function accountsCard({ accounts, session }: AccountView): Html {
  const rows = accounts.map(
    (
      account,
    ) => html`<tr><td>${account.kind === 'agent' ? `Agent${account.client ? ` (${account.client})` : ''}` : 'Your account'}<br><code class="quiet">${account.id}</code></td>
<td class="quiet sometimes">${when(account.createdAt)}</td>
<td>${
      account.id === session.accountId
        ? html`<span class="quiet">shown here</span>`
        : html`<form data-post="/api/account/switch" data-then="/account"><input type="hidden" name="account_id" value="${account.id}"><button class="plain small">Show</button></form>`
    }</td></tr>`,
  );
  return html`<section class="card"><h2>Your accounts</h2><table><tbody>${rows}</tbody></table></section>`;
}

function dollars(micro: number): string {
  const amount = usd(micro);
  const digits = Math.abs(amount) >= 1 || amount === 0 ? 2 : 4;
  // Never more than there is.
  const shown = Math.floor(Math.abs(amount) * 10 ** digits + 1e-9) / 10 ** digits;
  return `${amount < 0 ? '−' : ''}$${shown.toFixed(digits)}`;
}

function when(moment: Date): string {
  return `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
