import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { accepts } from './compress.ts';
import type { Answer } from './route.ts';

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
};

const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** A file that a build wrote, in the best form that the client takes; null where there is none. */
export async function readBuilt(
  folder: string,
  name: string,
  accepted: string,
): Promise<Required<Pick<Answer, 'bytes' | 'headers'>> | null> {
  const headers = { 'content-type': TYPES[name.split('.').at(-1) ?? ''] ?? '', vary: 'accept-encoding' };
  for (const [encoding, suffix] of ENCODINGS) {
    if (!accepts(encoding, accepted)) continue;
    const bytes = await readOr(folder + name + suffix);
    if (bytes) return { bytes, headers: { ...headers, etag: tagOf(bytes), 'content-encoding': encoding } };
  }
  const bytes = await readOr(folder + name);
  return bytes && { bytes, headers: { ...headers, etag: tagOf(bytes) } };
}

function tagOf(bytes: Buffer): string {
  return `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`;
}

function readOr(path: string): Promise<Buffer | null> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

const STRICT = [
  "default-src 'none'",
  "script-src 'self'",
  "font-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/**
 * Headers of a page of ours: files of this origin and nothing else. `styles` is the source of its styles; pictures, films and
 * data also come from the origin `files`, where there is one.
 */
export function pageHeaders(
  styles: "'self'" | "'self' 'unsafe-inline'",
  isSecure: boolean,
  files: string | null = null,
): Record<string, string> {
  const from = files === null ? "'self'" : `'self' ${files}`;
  const policy = [
    ...STRICT,
    `img-src ${from} data: blob:`,
    `media-src ${from} blob:`,
    `connect-src ${from}`,
    `style-src ${styles}`,
  ];
  return {
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'same-origin',
    'cache-control': 'no-cache',
    ...(isSecure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

export const FOR_EVER = 'public, max-age=31536000, immutable';
