import type { Redactor } from '../../../platform/redactor.ts';
import type { AttemptResult, CapturedFile } from '../../../runners/contract.ts';

/** The result of an attempt without any of its secrets: pages echo, and providers quote. */
export function scrubResult(result: AttemptResult, redactor: Redactor): AttemptResult {
  if (redactor.isEmpty) return result;
  const { files, ...facts } = result;
  return {
    ...redactor.scrubDeep(facts),
    files: files.map((file) => scrubFile(file, redactor)),
  } as AttemptResult;
}

const TEXT = /^text\/|[/+](?:json|xml|html|csv|javascript|yaml)\b/;

function scrubFile(file: CapturedFile, redactor: Redactor): CapturedFile {
  const named = { ...file, name: redactor.scrub(file.name) };
  const bytes = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength);
  if (!TEXT.test(file.contentType) && !isPlain(bytes)) return named;
  const text = bytes.toString('utf8');
  const scrubbed = redactor.scrub(text);
  return scrubbed === text ? named : { ...named, bytes: Buffer.from(scrubbed, 'utf8') };
}

/** A file of no known kind is taken for text when nothing in its beginning speaks against it. */
function isPlain(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 4_096);
  return head.every((byte) => byte === 9 || byte === 10 || byte === 13 || byte >= 32);
}
