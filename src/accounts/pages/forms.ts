import { type Html, html } from './html.ts';

const EMAIL = (value = '') =>
  html`<label>E-mail<input name="email" type="email" autocomplete="username" required value="${value}"></label>`;
const PASSWORD = html`<label>Password<input name="password" type="password" autocomplete="current-password" required maxlength="1000"></label>`;
const NEW_PASSWORD = html`<label>Password<input name="password" type="password" autocomplete="new-password" required minlength="10" maxlength="1000"></label>
<p class="quiet">At least 10 characters.</p>`;
const ALERT = html`<p role="alert"></p>`;

export function signInPage(then: string): Html {
  return html`<main class="narrow"><div class="card">
<h1>Sign in</h1>
<form data-post="/api/account/sign-in" data-then="${then}">
${EMAIL()}${PASSWORD}${ALERT}
<button>Sign in</button>
</form>
</div>
<div class="card">
<h2>With a key</h2>
<form data-post="/api/account/sign-in-key" data-then="${then}">
<label>API key<input name="key" type="password" autocomplete="off" required maxlength="200"></label>${ALERT}
<button>Sign in with the key</button>
</form>
</div>
<p class="below"><a href="/sign-up">Create an account</a> · <a href="/reset">Forgot your password?</a></p>
</main>`;
}

export function signUpPage(): Html {
  return html`<main class="narrow"><div class="card">
<h1>Create an account</h1>
<p class="quiet">One API in front of every browser agent.</p>
<form data-post="/api/account/sign-up" data-then="/">
${EMAIL()}${NEW_PASSWORD}${ALERT}
<button>Create an account</button>
</form>
</div>
<p class="below">Have an account? <a href="/sign-in">Sign in</a></p>
</main>`;
}

export function claimPage(
  claim: { token: string; client: string | null; email: string | null },
  signedInAs: string | null,
): Html {
  const who = claim.client === null ? 'An agent' : html`<b>${claim.client}</b>`;
  return html`<main class="narrow"><div class="card">
<h1>Claim this account</h1>
<p class="quiet">${who} made an account on this service and gave you this link. Claim it, and its keys go on working, its
runs and its bill are yours.</p>
<form data-post="/api/account/claim" data-then="/">
<input type="hidden" name="token" value="${claim.token}">
${
  signedInAs === null
    ? html`${EMAIL(claim.email ?? '')}${NEW_PASSWORD}<p class="quiet">With a login you have already, the account is added to yours.</p>`
    : html`<p>You are signed in as <b>${signedInAs}</b>.</p>`
}${ALERT}
<button>Claim the account</button>
</form>
</div></main>`;
}

export function resetRequestPage(): Html {
  return html`<main class="narrow"><div class="card">
<h1>Set a new password</h1>
<p class="quiet">A link that works for an hour is sent to you.</p>
<form data-post="/api/account/reset-link">
${EMAIL()}${ALERT}
<p class="done" hidden>If there is a login with this address, the link is on its way.</p>
<button>Send the link</button>
</form>
</div>
<p class="below"><a href="/sign-in">Back to sign in</a></p>
</main>`;
}

export function resetPage(token: string): Html {
  return html`<main class="narrow"><div class="card">
<h1>Set a new password</h1>
<p class="quiet">Other browsers are signed out.</p>
<form data-post="/api/account/reset" data-then="/">
<input type="hidden" name="token" value="${token}">
${NEW_PASSWORD}${ALERT}
<button>Set the password</button>
</form>
</div></main>`;
}

export function linkPage(token: string): Html {
  return html`<main class="narrow"><div class="card">
<h1>Sign in to this service</h1>
<p class="quiet">This link works once.</p>
<form data-post="/api/account/sign-in-link" data-then="/">
<input type="hidden" name="token" value="${token}">${ALERT}
<button>Continue</button>
</form>
</div></main>`;
}

export function deadLinkPage(): Html {
  return html`<main class="narrow"><div class="card">
<h1>This link does not work</h1>
<p class="quiet">It is not complete, or it was used.</p>
<p><a href="/sign-in">Sign in</a></p>
</div></main>`;
}
