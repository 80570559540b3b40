import { secretOf } from '../../wire/account-of.ts';
import { templateSource } from '../template-source.ts';

export const source = templateSource(['evomi.com'], ({ account }) => ({ query: { key: secretOf(account) } }));
