import { bearer } from '../../wire/account-of.ts';
import { templateSource } from '../template-source.ts';

/** A browser server of Playwright, of the same minor version as ours; and other servers of its protocol. */
export const source = {
  ...templateSource([], ({ account }) => ({ headers: bearer(account) })),
  isPlaywright: true,
};
