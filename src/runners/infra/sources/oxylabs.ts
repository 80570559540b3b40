import { basicAuth, secretOf } from '../../wire/account-of.ts';
import { templateSource } from '../template-source.ts';

/** Oxylabs' unblocking browser. Its credentials are made for an address, so some keep them encoded for one. */
export const source = templateSource(['oxylabs.io'], ({ account }) => ({
  headers: basicAuth(
    decoded(secretOf(account, 'browser_username')),
    decoded(secretOf(account, 'browser_password')),
  ),
}));

function decoded(credential: string): string {
  try {
    return decodeURIComponent(credential);
  } catch {
    // Malformed percent-encoding: the credential contains a plain `%`.
    return credential;
  }
}
