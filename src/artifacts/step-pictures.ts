import { createHash } from 'node:crypto';
import type { Log } from '../platform/log.ts';
import { captureFile } from './capture.ts';
import type { FileStore } from './file-store.ts';
import type { NewArtifact } from './store.ts';

const MAX_PICTURES = 60;
const MAX_TOTAL_BYTES = 10_000_000;
const AT_A_TIME = 8;

const FORMS = {
  picture: { name: 'step.jpg', contentType: 'image/jpeg' },
  observation: { name: 'observation.txt', contentType: 'text/plain; charset=utf-8' },
};

/** Stores what an attempt's steps show; for every step the file to show, or null. Equal ones are kept once. */
export async function keepStepFiles(
  store: FileStore,
  form: keyof typeof FORMS,
  pictures: Array<Uint8Array | null>,
  log: Log,
): Promise<{ files: NewArtifact[]; ofStep: Array<string | null> }> {
  const digests = pictures.map((picture) => picture && createHash('sha256').update(picture).digest('hex'));
  const distinct = new Map<string, Uint8Array>();
  let total = 0;
  for (const [index, picture] of pictures.entries()) {
    const digest = digests[index];
    if (!picture || !digest || distinct.has(digest)) continue;
    if (distinct.size >= MAX_PICTURES || total + picture.length > MAX_TOTAL_BYTES) continue;
    distinct.set(digest, picture);
    total += picture.length;
  }
  const kept = new Map<string, NewArtifact>();
  const waiting = [...distinct];
  await Promise.all(
    Array.from({ length: AT_A_TIME }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [digest, bytes] = next;
        const file = { kind: 'step' as const, ...FORMS[form], bytes };
        const artifact = await captureFile(store, file, log);
        if (artifact.storageKey !== null) kept.set(digest, artifact);
      }
    }),
  );
  return {
    files: [...kept.values()],
    ofStep: digests.map((digest) => (digest && kept.get(digest)?.id) || null),
  };
}
