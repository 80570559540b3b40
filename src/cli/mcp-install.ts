import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { escapePattern } from '../platform/escape-pattern.ts';
import { isObject, jsonOf } from '../platform/json.ts';
import { type Asked, findTarget } from './account/target.ts';
import { readSettings, type Settings } from './settings.ts';
import { CommandError, EXIT } from './terminal/exit-codes.ts';
import { Screen } from './terminal/screen.ts';

type Editor = 'claude-code' | 'claude-desktop' | 'codex' | 'cursor' | 'vscode' | 'windsurf' | 'zed';

interface Place {
  file: string;
  /** The name of the servers in it. */
  member: string;
  isToml?: boolean;
}

/** Where an editor keeps its MCP servers. */
function placeOf(editor: Editor, { home, appData, codexHome }: Settings): Place {
  const data = { darwin: join(home, 'Library', 'Application Support'), win32: appData }[
    process.platform as string
  ];
  const config = data ?? join(home, '.config');
  const servers = 'mcpServers';
  return {
    'claude-code': { file: join(home, '.claude.json'), member: servers },
    'claude-desktop': { file: join(config, 'Claude', 'claude_desktop_config.json'), member: servers },
    codex: { file: join(codexHome, 'config.toml'), member: 'mcp_servers', isToml: true },
    cursor: { file: join(home, '.cursor', 'mcp.json'), member: servers },
    vscode: { file: join(config, 'Code', 'User', 'mcp.json'), member: 'servers' },
    windsurf: { file: join(home, '.codeium', 'windsurf', 'mcp_config.json'), member: servers },
    zed: {
      file: join(
        process.platform === 'win32' ? join(appData, 'Zed') : join(home, '.config', 'zed'),
        'settings.json',
      ),
      member: 'context_servers',
    },
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
  const place = placeOf(editor, settings);
  const { file } = place;
  const program = fileURLToPath(new URL('../../bin/switchyard.mjs', import.meta.url));
  const entry = { command: process.execPath, args: [program, 'mcp'] };
  const env = { SWITCHYARD_BASE_URL: server, SWITCHYARD_API_KEY: key };
  const shown = { ...entry, env: { ...env, SWITCHYARD_API_KEY: `${key.slice(0, 8)}...` } };
  const add = place.isToml ? addToToml : addToJson;
  if (options.dryRun) {
    screen.one({ editor, file, entry: shown }, `Would be added to ${file}:`, add('', place, shown));
    return;
  }
  await write(file, add(await readIfThere(file), place, { ...entry, env }));
  screen.done({ editor, file, entry: shown }, `Wrote switchyard to ${file}. Restart ${editor} to use it.`);
}

interface Entry {
  command: string;
  args: string[];
  env: Record<string, string>;
}

async function readIfThere(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return '';
    throw unusable(file, 'cannot be read');
  });
}

function addToJson(text: string, { file, member }: Place, entry: Entry): string {
  const known = objectIn(text.trim() || '{}');
  const others = known && (known[member] ?? {});
  if (!known || typeof others !== 'object') throw unusable(file, 'is not a JSON object');
  const switchyard = member === 'context_servers' ? entry : { type: 'stdio', ...entry };
  return JSON.stringify({ ...known, [member]: { ...others, switchyard } }, null, 2);
}

function objectIn(text: string): Record<string, unknown> | null {
  const value = jsonOf(text);
  return isObject(value) ? value : null;
}

/** Tables are replaced as text, so that comments stay. Strings of JSON are strings of TOML, too. */
function addToToml(text: string, { file, member }: Place, { command, args, env }: Entry): string {
  const name = escapePattern(member);
  const ours = new RegExp(
    `^\\[${name}\\.switchyard(?:\\.[^\\]]*)?\\][^\\n]*\\n(?:(?!\\[)[^\\n]*\\n?)*`,
    'gm',
  );
  const others = text.replace(ours, '').trimEnd();
  if (new RegExp(`^\\s*(?:${name}|switchyard)\\s*=`, 'm').test(others))
    throw unusable(file, 'lists its servers in one line');
  const table = [
    `[${member}.switchyard]`,
    `command = ${JSON.stringify(command)}`,
    `args = ${JSON.stringify(args)}`,
    `[${member}.switchyard.env]`,
    ...Object.entries(env).map(([name, value]) => `${name} = ${JSON.stringify(value)}`),
  ].join('\n');
  return others === '' ? table : `${others}\n\n${table}`;
}

function unusable(file: string, why: string): CommandError {
  return new CommandError(
    `${file} ${why}, so nothing was changed.`,
    'Mend it (comments are not JSON), or add the output of --dry-run by hand.',
    EXIT.failed,
    'editor_file_unusable',
  );
}

/** The file now holds a key: only its owner may read it. */
async function write(file: string, text: string): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(draft, `${text}\n`, { mode: 0o600 });
  await rename(draft, file);
}
