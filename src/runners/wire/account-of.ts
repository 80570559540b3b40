import { createHash } from 'node:crypto';
import { siteOf } from '../../platform/net/site.ts';
import {
  type AttemptCredential,
  type AttemptResult,
  outOfReachMessage,
  type ProviderAccount,
  type ProviderScope,
  type RunnerFacts,
  stuck,
} from '../contract.ts';

/** The account for a family; one without any secret where the scope has none, which the provider will refuse. */
export function accountOf({ accounts }: ProviderScope, family: string): ProviderAccount {
  return accounts[family] ?? { family, secrets: {}, baseUrl: null, isOwn: false };
}

/** A part of an account, in the open: for the headers and bodies of a call and nothing else. */
export function secretOf({ secrets }: ProviderAccount, name = 'api_key'): string {
  return secrets[name]?.reveal() ?? '';
}

/** The usual header; none where the account has no key. */
export function bearer(account: ProviderAccount): Record<string, string> {
  return account.secrets.api_key ? { Authorization: `Bearer ${secretOf(account)}` } : {};
}

/** For providers that want a name and a password. */
export function basicAuth(name: string, password: string): Record<string, string> {
  return { Authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };
}

/** The parts of a login, in the open: for the body of the one call that hands it over on the runner's declared channel. */
export function loginValues({ username, password, totpSecret }: AttemptCredential) {
  return { username: username.reveal(), password: password.reveal(), totp: totpSecret?.reveal() ?? null };
}

/** Tells accounts apart and reveals nothing of them. */
export function fingerprint({ family, baseUrl, secrets }: ProviderAccount): string {
  const values = Object.values(secrets).map((secret) => secret.reveal());
  return createHash('sha256')
    .update([family, baseUrl, ...values].join('\n'))
    .digest('hex');
}

/** It is reached at an address that the operator set and that is none of the provider's: it can open pages on this network. */
export function isOwnServer({ baseUrl }: Pick<ProviderAccount, 'baseUrl'>, ownUrl: string | null): boolean {
  return baseUrl !== null && (ownUrl === null || siteOf(baseUrl) !== siteOf(ownUrl));
}

/** For a page on this network that is given to a runner elsewhere. */
export function outOfReach({ name }: RunnerFacts): AttemptResult {
  return stuck('local_target', outOfReachMessage(name));
}
