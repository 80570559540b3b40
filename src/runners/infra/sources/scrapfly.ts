import { secretOf } from '../../wire/account-of.ts';
import { templateSource } from '../template-source.ts';

export const source = templateSource(['scrapfly.io'], ({ account, seconds, attemptId }) => ({
  query: { api_key: secretOf(account), session: attemptId, timeout: String(Math.min(seconds, 1_800)) },
}));
