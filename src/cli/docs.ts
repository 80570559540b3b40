import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import pc from 'picocolors';
import { DOCS_FOLDER } from '../docs/routes.ts';
import { openSearch } from '../docs/search.ts';
import { CommandError } from './terminal/exit-codes.ts';
import { Screen } from './terminal/screen.ts';

/** Searches the documentation that came with this program, without a service. */
export async function docsSearch(words: string[], _options: object, command: Command): Promise<void> {
  const screen = new Screen(command.optsWithGlobals());
  const index = await readFile(join(DOCS_FOLDER, 'search.json'), 'utf8').catch(() => null);
  if (index === null)
    throw new CommandError('The documentation is not built here.', 'Run `npm run build:docs`.');
  const found = openSearch(index)(words.join(' '));
  if (screen.isJson) for (const one of found) screen.json(one);
  else if (found.length === 0) screen.note('Nothing found.');
  else
    for (const { id, title, heading, shown } of found)
      screen.line(
        `${pc.bold(heading ? `${title} › ${heading}` : title)}  ${pc.dim(id)}\n  ${shown.slice(0, 160)}\n`,
      );
}
