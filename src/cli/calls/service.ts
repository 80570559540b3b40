import { type Logger, Switchyard, VERSION } from '@switchyard/sdk';
import type { Command } from 'commander';
import { type Asked, findTarget, type Target } from '../account/target.ts';
import { readSettings, type Settings } from '../settings.ts';
import { Screen } from '../terminal/screen.ts';

/** The context of a command that calls a service. */
export interface Service {
  client: Switchyard;
  target: Target;
  screen: Screen;
  settings: Settings;
}

export async function serviceOf(command: Command): Promise<Service> {
  const asked = command.optsWithGlobals<Asked & { json?: boolean }>();
  const settings = readSettings(process.env);
  const target = await findTarget(settings, asked);
  return { client: clientFor(target), target, screen: new Screen(asked), settings };
}

export function clientFor({ server, key }: Pick<Target, 'server'> & { key?: string }): Switchyard {
  return new Switchyard({
    baseUrl: server,
    apiKey: key ?? null,
    userAgent: `switchyard-cli/${VERSION}`,
    logger,
  });
}

/** Logs go to stderr; stdout is for results. */
const logger: Logger = { debug: print, info: print, warn: print, error: print };

function print(message: string): void {
  process.stderr.write(`${message}\n`);
}
