import { secretOf } from '../../wire/account-of.ts';
import { templateSource } from '../template-source.ts';

export const source = templateSource(['scrapeless.com'], ({ account, seconds, attemptId }) => ({
  path: '/api/v2/browser',
  query: {
    token: secretOf(account),
    sessionTTL: String(seconds),
    sessionName: attemptId,
    sessionRecording: 'false',
  },
}));
