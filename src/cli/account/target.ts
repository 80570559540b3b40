import { readFile } from 'node:fs/promises';
import type { Settings } from '../settings.ts';
import { CommandError, EXIT } from '../terminal/exit-codes.ts';
import { type Profiles, readProfiles } from './profiles.ts';

/** The service that is called, and the key for it. */
export interface Target {
  server: string;
  key: string;
  /** Where the key is from. */
  source: string;
}

export interface Asked {
  server?: string | undefined;
  profile?: string | undefined;
}

/**
 * The environment before the profiles, the profiles before the instance on this machine. A key is sent only to the
 * server that it belongs to.
 */
export async function findTarget(settings: Settings, asked: Asked): Promise<Target> {
  const server = asked.server ?? settings.server;
  const name = asked.profile ?? (settings.apiKey ? null : settings.profile);
  if (name === null && settings.apiKey)
    return { server: server ?? settings.local.address, key: settings.apiKey, source: 'SWITCHYARD_API_KEY' };
  const kept = await readProfiles(settings.profilesFile);
  if (name !== null) return ofProfile(kept, name, server);
  const fitting = server === null ? kept.current : nameFor(kept, server);
  if (fitting !== null && kept.profiles[fitting]) return ofProfile(kept, fitting, null);
  const local = await localTarget(settings);
  if (local && (server === null || isSame(server, local.server))) return local;
  throw notSignedIn(server);
}

export async function localTarget({ local }: Settings): Promise<Target | null> {
  const key = local.key ?? (await readFile(local.keyFile, 'utf8').catch(() => '')).trim();
  if (key === '') return null;
  return { server: local.address, key, source: local.key ? 'SVC_API_KEY' : local.keyFile };
}

function ofProfile({ profiles }: Profiles, name: string, server: string | null): Target {
  const profile = profiles[name];
  if (!profile)
    throw new CommandError(
      `Profile ${name} not found.`,
      `Known: ${Object.keys(profiles).join(', ') || 'none'}. Make one with \`switchyard login --profile ${name}\`.`,
      EXIT.notSignedIn,
      'no_such_profile',
    );
  if (server !== null && !isSame(server, profile.server))
    throw new CommandError(
      `The key of the profile ${name} is for ${profile.server}, not for ${server}.`,
      `Leave --server out, or sign in there with \`switchyard login --server ${server}\`.`,
    );
  return { ...profile, source: `profile ${name}` };
}

function nameFor({ current, profiles }: Profiles, server: string): string | null {
  const names = Object.keys(profiles).sort(
    (one, other) => Number(other === current) - Number(one === current),
  );
  return names.find((name) => isSame(profiles[name]?.server ?? '', server)) ?? null;
}

function isSame(one: string, other: string): boolean {
  return originOf(one) === originOf(other);
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin.replace('://localhost', '://127.0.0.1') : address;
}

function notSignedIn(server: string | null): CommandError {
  return new CommandError(
    server === null ? 'Nobody is signed in.' : `Nobody is signed in at ${server}.`,
    `Sign in with \`switchyard login${server === null ? '' : ` --server ${server}`}\`, set SWITCHYARD_API_KEY, or run this where a service keeps its DATA_DIR.`,
    EXIT.notSignedIn,
    'not_signed_in',
  );
}
