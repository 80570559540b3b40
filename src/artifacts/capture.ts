import { codeOf } from '../platform/failure.ts';
import { newId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import type { FileStore } from './file-store.ts';
import type { Artifact, NewArtifact } from './store.ts';
import { HEAD_BYTES, trueType } from './true-type.ts';

export const MAX_FILE_BYTES = 30_000_000;
export const MAX_FILES_PER_RUN = 10;

interface CapturedFile {
  kind: Artifact['kind'];
  name: string;
  contentType: string;
  bytes: Uint8Array;
  /** Where the provider has it. */
  url?: string;
}

type MissedFile = Omit<CapturedFile, 'bytes'> & { sizeBytes: number; why: keyof typeof REASONS };

const REASONS = {
  too_large: 'The file is over the limit of 30 MB.',
  not_stored: 'The file could not be stored.',
  not_fetched: 'The provider did not hand the file over.',
};

/**
 * Stores the bytes of an attempt's files. A file that could not be stored is returned without a key, and takes no place. The
 * screenshot and the recording always have one, however many files were downloaded.
 */
export async function captureFiles(
  store: FileStore,
  files: CapturedFile[],
  log: Log,
): Promise<NewArtifact[]> {
  const lastOf = (wanted: string) => files.findLast(({ kind }) => kind === wanted);
  const own = new Set([lastOf('screenshot'), lastOf('recording')]);
  let places = MAX_FILES_PER_RUN - files.filter((file) => own.has(file)).length;
  const kept: NewArtifact[] = [];
  for (const file of files) {
    if (!own.has(file) && places === 0) continue;
    const artifact = await captureFile(store, file, log);
    if (!own.has(file) && artifact.storageKey !== null) places -= 1;
    kept.push(artifact);
  }
  return kept;
}

/** A file that could not be kept, listed with the reason. */
export function missedFile(file: MissedFile): NewArtifact {
  return {
    id: newId('art'),
    kind: file.kind,
    name: safeName(file.name),
    contentType: file.contentType,
    sizeBytes: file.sizeBytes,
    storageKey: null,
    providerUrl: file.url ?? null,
    unavailableReason: REASONS[file.why],
  };
}

export async function captureFile(store: FileStore, given: CapturedFile, log: Log): Promise<NewArtifact> {
  const file = given.kind === 'download' ? withTrueType(given) : given;
  const sizeBytes = file.bytes.length;
  if (sizeBytes > MAX_FILE_BYTES) return missedFile({ ...file, sizeBytes, why: 'too_large' });
  const storageKey = await write(store, file.bytes, log);
  const missed = missedFile({ ...file, sizeBytes, why: 'not_stored' });
  return storageKey === null ? missed : { ...missed, storageKey, providerUrl: null, unavailableReason: null };
}

function withTrueType(file: CapturedFile): CapturedFile {
  const head = Buffer.from(file.bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  return { ...file, contentType: trueType(file.name, file.contentType, head) };
}

async function write(store: FileStore, bytes: Uint8Array, log: Log): Promise<string | null> {
  try {
    return await store.write(bytes);
  } catch (error) {
    log.warn({ code: codeOf(error) }, 'could not store an artifact');
    return null;
  }
}

// Control characters, path and shell characters, and marks that reorder text on screen.
const UNSAFE = /[\p{Cc}\p{Cf}\\/:*?"<>|]/gu;
// Names of devices on one of the systems a file may be saved on, with any extension.
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const MAX_NAME_BYTES = 200;

/** The last path segment without anything that could mean something to a file system or a header. */
export function safeName(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const clean = last
    .slice(0, 10 * MAX_NAME_BYTES)
    .toWellFormed()
    .replace(UNSAFE, '')
    .replace(/^[.\s]+/, '');
  const short = firstBytes(clean, MAX_NAME_BYTES).replace(/(?<![.\s])[.\s]+$/, '');
  if (short === '') return 'file';
  return DEVICE.test(short) ? `_${short}` : short;
}

function firstBytes(text: string, limit: number): string {
  let kept = '';
  for (const character of text) {
    if (Buffer.byteLength(kept + character) > limit) break;
    kept += character;
  }
  return kept;
}
