import { basicAuth, secretOf } from '../../wire/account-of.ts';
import { templateSource } from '../template-source.ts';

/** Oxylabs' unblocking browser. */
export const source = templateSource(['oxylabs.io'], ({ account }) => ({
  headers: basicAuth(secretOf(account, 'browser_username'), secretOf(account, 'browser_password')),
}));
