import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { type Asked, findTarget } from './account/target.ts';
import { readSettings, type Settings } from './settings.ts';
import { CommandError, EXIT } from './terminal/exit-codes.ts';
import { Screen } from './terminal/screen.ts';

type Editor = 'claude-code' | 'claude-desktop' | 'cursor' | 'vscode' | 'windsurf';

/** Where an editor keeps its MCP servers, and under which name. */
function placeOf(editor: Editor, { home, appData }: Settings): { file: string; member: string } {
  const data = { darwin: join(home, 'Library', 'Application Support'), win32: appData }[
    process.platform as string
  ];
  const config = data ?? join(home, '.config');
  const servers = 'mcpServers';
  return {
    'claude-code': { file: join(home, '.claude.json'), member: servers },
    'claude-desktop': { file: join(config, 'Claude', 'claude_desktop_config.json'), member: servers },
    cursor: { file: join(home, '.cursor', 'mcp.json'), member: servers },
    vscode: { file: join(config, 'Code', 'User', 'mcp.json'), member: 'servers' },
    windsurf: { file: join(home, '.codeium', 'windsurf', 'mcp_config.json'), member: servers },
  }[editor];
}

/** Tells an editor to start `switchyard mcp`; everything else in its file stays as it is. */
export async function mcpInstall(
  editor: Editor,
  options: { dryRun?: boolean },
  command: Command,
): Promise<void> {
  const asked = command.optsWithGlobals<Asked & { json?: boolean }>();
  const screen = new Screen(asked);
  const settings = readSettings(process.env);
  const { server, key } = await findTarget(settings, asked);
  const { file, member } = placeOf(editor, settings);
  const program = fileURLToPath(new URL('../../bin/switchyard.mjs', import.meta.url));
  const env = { SWITCHYARD_BASE_URL: server, SWITCHYARD_API_KEY: key };
  const entry = { type: 'stdio', command: process.execPath, args: [program, 'mcp'], env };
  const shown = { ...entry, env: { ...env, SWITCHYARD_API_KEY: `${key.slice(0, 8)}...` } };
  const known = await readServers(file);
  if (options.dryRun) {
    const text = JSON.stringify({ [member]: { switchyard: shown } }, null, 2);
    screen.one({ editor, file, entry: shown }, `Would be written to ${file}:`, text);
    return;
  }
  const others = (known[member] ?? {}) as Record<string, unknown>;
  await write(file, { ...known, [member]: { ...others, switchyard: entry } });
  screen.done({ editor, file, entry: shown }, `Wrote switchyard to ${file}. Restart ${editor} to use it.`);
}

async function readServers(file: string): Promise<Record<string, unknown>> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  try {
    const value: unknown = JSON.parse(text.trim() || '{}');
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Told below, together with what is JSON but no object.
  }
  throw new CommandError(
    `${file} is no JSON object, so nothing was changed.`,
    'Mend it (comments are not JSON), or add what --dry-run prints by hand.',
    EXIT.failed,
    'editor_file_unusable',
  );
}

/** The file now holds a key: only its owner may read it. */
async function write(file: string, value: unknown): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
}
