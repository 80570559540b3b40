import { secretOf } from '../../wire/account-of.ts';
import { templateSource } from '../template-source.ts';

export const source = templateSource(['lightpanda.io'], ({ account }) => ({
  path: '/ws',
  query: { token: secretOf(account) },
}));
