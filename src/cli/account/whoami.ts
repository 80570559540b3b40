import type { Command } from 'commander';
import pc from 'picocolors';
import { serviceOf } from '../calls/service.ts';
import { usd } from '../terminal/format.ts';

/** The service, the key's owner and the remaining credits. */
export async function whoamiCommand(_options: unknown, command: Command): Promise<void> {
  const { client, screen, target } = await serviceOf(command);
  const account = await client.workspace.account();
  screen.one(
    { server: client.baseUrl, source: target.source, account },
    `${pc.bold(account.account_id)}, workspace ${account.workspace_id}, ${account.kind}${account.claimed ? '' : `, not claimed: ${account.claim_url}`}`,
    `at ${client.baseUrl}, key from ${target.source}`,
    `${usd(account.credits_usd)} left${account.on_trial ? ' (trial)' : ''}, plan ${account.plan}`,
  );
}
