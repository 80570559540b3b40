import type { ProviderAccounts } from '../../runners/contract.ts';
import type { RunsContext } from '../context.ts';
import type { Attempt } from '../run.ts';

/** The accounts of an attempt: the workspace's own, or the operator's. A later owner of the run asks here, too. */
export function attemptAccounts(
  { providerKeys }: Pick<RunsContext, 'providerKeys'>,
  workspaceId: string,
  { runner, isOwnKey }: Pick<Attempt, 'runner' | 'isOwnKey'>,
): Promise<ProviderAccounts> {
  return providerKeys.accountsFor(workspaceId, runner, isOwnKey);
}
