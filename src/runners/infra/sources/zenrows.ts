import { secretOf } from '../../wire/account-of.ts';
import { templateSource } from '../template-source.ts';

export const source = templateSource(['zenrows.com'], ({ account, seconds }) => ({
  query: { apikey: secretOf(account), session_ttl: `${seconds}s` },
}));
