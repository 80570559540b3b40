import type { ProviderAccounts } from '../../runners/contract.ts';
import type { RunsContext } from '../context.ts';
import { ownKeyWorkspace } from '../store.ts';

/** The accounts of an attempt; a later owner of the run asks here, too. */
export async function attemptAccounts(
  { db, providerKeys }: Pick<RunsContext, 'db' | 'providerKeys'>,
  { id, runner }: { id: string; runner: string },
): Promise<ProviderAccounts> {
  return providerKeys.accountsFor(await ownKeyWorkspace(db, id), runner);
}
