import { secretOf } from '../../wire/account-of.ts';
import { templateSource } from '../template-source.ts';

/** Browserless in its cloud or on a server of one's own: the browser goes with the connection. The option `path` names its kind. */
export const source = templateSource(['browserless.io'], ({ account, seconds, options }) => ({
  path: options.path ?? '/chromium',
  query: {
    ...(account.secrets.api_key && { token: secretOf(account) }),
    timeout: String(seconds * 1_000),
  },
}));
