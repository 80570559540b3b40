import { secretOf } from '../../wire/account-of.ts';
import { templateSource } from '../template-source.ts';

export const source = templateSource(['rebrowser.net'], ({ account }) => ({
  path: '/',
  query: { apiKey: secretOf(account) },
}));
