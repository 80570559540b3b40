import type { Attachment } from '../../runners/contract.ts';

const MAX_FILES = 10;
const MAX_NAME = 120;

/**
 * The files and images inside the caller's messages, in order. Parts that only link to a file, or are not files, are
 * skipped; they do not fail the request.
 */
export function readAttachments(input: unknown): Attachment[] {
  const items = Array.isArray(input) ? input : [];
  const parts = items.flatMap((item) => [item, ...partsOf(item)]);
  return parts
    .map(readPart)
    .filter((file) => file !== null)
    .slice(0, MAX_FILES);
}

function partsOf(item: unknown): unknown[] {
  const isOfCaller = isRecord(item) && (item.role === undefined || item.role === 'user');
  return isOfCaller && Array.isArray(item.content) ? item.content : [];
}

function readPart(part: unknown): Attachment | null {
  if (!isRecord(part)) return null;
  if (part.type === 'input_file') return readFile(part.file_data, part.filename, 'file');
  if (part.type === 'input_image') return readFile(part.image_url, part.filename, 'picture');
  return null;
}

function readFile(data: unknown, filename: unknown, otherwise: string): Attachment | null {
  if (typeof data !== 'string') return null;
  const isUrl = /^(?:data|https?):/iu.test(data);
  const url = /^data:(?<type>[^;,]*)(?:;[^;,]*)*?;base64,(?<base64>.*)$/isu.exec(data)?.groups;
  const base64 = (isUrl ? url?.base64 : data)?.replaceAll(/\s+/gu, '') ?? '';
  if (base64 === '' || !/^[a-z0-9+/]+={0,2}$/iu.test(base64)) return null;
  const contentType = url?.type || 'application/octet-stream';
  const given = typeof filename === 'string' ? baseName(filename) : '';
  return { name: given || `${otherwise}${extensionOf(contentType)}`, contentType, base64 };
}

/** The base name only; the caller's folder names are dropped. */
function baseName(name: string): string {
  return (name.split(/[/\\]/u).at(-1) ?? '')
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(-MAX_NAME);
}

function extensionOf(contentType: string): string {
  const subtype = /^image\/(?<kind>png|jpeg|gif|webp)$/iu.exec(contentType)?.groups?.kind;
  return subtype ? `.${subtype.toLowerCase()}` : '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
