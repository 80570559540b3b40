import { basicAuth, secretOf } from '../../wire/account-of.ts';
import { templateSource } from '../template-source.ts';

/** Bright Data's Browser API: the zone's user name and password. */
export const source = templateSource(['brd.superproxy.io'], ({ account }) => ({
  headers: basicAuth(secretOf(account, 'browser_username'), secretOf(account, 'browser_password')),
}));
