import { secretOf } from '../../account-of.ts';
import { basicAuth, templateSource } from '../template-source.ts';

/** Bright Data's Browser API: the zone's user name and password; wishes are suffixes of the name. */
export const source = templateSource(['brd.superproxy.io'], ({ account, options }) => ({
  headers: basicAuth(
    `${secretOf(account, 'browser_username')}${options.suffix ?? ''}`,
    secretOf(account, 'browser_password'),
  ),
}));
