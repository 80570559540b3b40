import type { Command } from 'commander';
import { CommandError, EXIT } from '../terminal/exit-codes.ts';
import { openInBrowser } from '../terminal/open-in-browser.ts';
import { serviceOf } from './service.ts';

/** Shows the live view or the recording of a run in the browser of this machine. */
export async function openCommand(id: string, _options: unknown, command: Command): Promise<void> {
  const { client, screen } = await serviceOf(command);
  const { live_view, replay_url, status } = await client.runs.get(id);
  const url = replay_url ?? live_view;
  if (url === null)
    throw new CommandError(
      `The run ${id} (${status}) has nothing to watch.`,
      `Its runner shows no pages. See \`switchyard show ${id}\`.`,
      EXIT.failed,
      'nothing_to_watch',
    );
  screen.one({ id, url }, url);
  if (screen.isTerminal) openInBrowser(url);
}
