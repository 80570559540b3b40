import { secretOf } from '../../wire/account-of.ts';
import { templateSource } from '../template-source.ts';

export const source = templateSource(['spider.cloud'], ({ account }) => ({
  path: '/v1/browser',
  query: { token: secretOf(account) },
}));
