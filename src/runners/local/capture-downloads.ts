import path from 'node:path';
import type { BrowserRun } from '../../browser/browser-run.ts';
import { endsWithin } from '../../browser/ends-within.ts';
import { readPlainFile } from '../../browser/plain-file.ts';
import { isOfKind, readingOf } from '../../task/index.ts';
import type { CapturedFile, MissedFile, Task } from '../contract.ts';

/** Two of the ten places of a run are for its picture and its recording. */
export const MAX_FILES = 8;
const WAIT_MS = 60_000;

/** The files the run's pages downloaded, as far as they came whole and are not too large. */
export async function captureDownloads(run: BrowserRun, signal: AbortSignal): Promise<CapturedFile[]> {
  const files: CapturedFile[] = [];
  for (const download of run.downloads.slice(0, MAX_FILES)) {
    const arriving = download.path().catch(() => null);
    const isHere = await endsWithin(arriving, WAIT_MS, signal);
    const file = isHere ? await arriving : null;
    if (file === null) continue;
    await run.files.judged(download);
    const bytes = run.files.oversized.has(download) ? null : await readPlainFile(file);
    if (bytes === null) continue;
    const name = download.suggestedFilename();
    files.push({ kind: 'download', name, contentType: contentTypeOf(name), bytes });
  }
  return files;
}

/** A report with the files that came for the task ahead of it, and the number of those that `began` beyond the limit of a run. */
export function withFileNames(report: string, task: Task, files: readonly CapturedFile[], began = 0): string {
  const { file } = readingOf(task);
  const asked = files.filter(
    ({ kind, name, contentType }) =>
      kind === 'screenshot' || (file !== null && isOfKind(name, file, contentType)),
  );
  if (asked.length === 0) return report;
  const names = asked.map(({ name, bytes }) => `${name} (${bytes.length} bytes)`).join(', ');
  const beyond =
    began > MAX_FILES ? `, and ${began - MAX_FILES} more: a run keeps ${MAX_FILES} downloads` : '';
  return `Files: ${names}${beyond}${report === '' ? '' : `\n${report}`}`;
}

export function oversizedDownloads(run: BrowserRun): MissedFile[] {
  return [...run.files.oversized].map(([download, sizeBytes]) => {
    const name = download.suggestedFilename();
    return { kind: 'download', name, contentType: contentTypeOf(name), sizeBytes, why: 'too_large' };
  });
}

const TYPES: Record<string, string> = {
  pdf: 'application/pdf',
  csv: 'text/csv',
  txt: 'text/plain',
  json: 'application/json',
  xml: 'application/xml',
  zip: 'application/zip',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

export function contentTypeOf(name: string): string {
  return TYPES[path.extname(name).slice(1).toLowerCase()] ?? 'application/octet-stream';
}
