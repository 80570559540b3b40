import type { Command } from 'commander';
import { serviceOf } from '../calls/service.ts';
import { openInBrowser } from '../terminal/open-in-browser.ts';

/** A way into the console with the key of this profile; the key itself stays here. */
export async function consoleCommand(_options: unknown, command: Command): Promise<void> {
  const { client, screen } = await serviceOf(command);
  const { url, expires_at } = await client.workspace.signInLink();
  screen.one({ url, expires_at }, url, 'It works once, within 15 minutes.');
  if (screen.isTerminal) openInBrowser(url);
}
