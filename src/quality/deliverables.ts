import { fileAsked, isOfKind } from '../task/index.ts';
import { DOWNLOADED_ABROAD } from './other-languages.ts';

export interface Deliverables {
  claimed: number;
  delivered: number;
  verdict: 'delivered' | 'partial' | 'not_delivered';
  note: string;
}

interface NamedFile {
  kind: string;
  name: string;
}

/** Files that were seen but not captured. */
export interface OtherFiles {
  /** Too large to keep. */
  tooLarge?: readonly NamedFile[];
  /** Offered by the runner's provider, which did not hand them over. */
  notFetched?: readonly NamedFile[];
  /** Received, but our store failed. */
  notStored?: readonly NamedFile[];
  /** Received, but the run already had its maximum of files. */
  noRoom?: readonly NamedFile[];
  /** Downloads that pages started, finished or not. */
  begunDownloads?: number;
}

/** The most downloads that a browser run keeps: two of its ten files are the screenshot and the recording. */
const KEPT_DOWNLOADS = 8;

/** Compares claimed files with captured ones; null for a task without files. Expects a canonical output. */
export function readDeliverables(
  goal: string,
  output: unknown,
  files: NamedFile[],
  { tooLarge = [], notFetched = [], notStored = [], noRoom = [], begunDownloads = 0 }: OtherFiles = {},
): Deliverables | null {
  const delivered = filesMeant(goal, files).length;
  const lost = filesMeant(goal, notStored);
  const large = filesMeant(goal, tooLarge);
  const kept = filesMeant(goal, notFetched);
  const came = delivered + large.length + kept.length + lost.length + filesMeant(goal, noRoom).length;
  // An unrequested download of the page does not count as claimed.
  const begun = delivered > 0 || asksForFile(goal) ? begunDownloads : 0;
  const claimed = Math.max(claimedFiles(goal, output), came, begun);
  if (claimed === 0 && !asksForFile(goal)) return null;
  if (lost.length + large.length + kept.length > 0) {
    const note =
      lost.length > 0 ? notStoredNote(lost) : large.length > 0 ? tooLargeNote(large) : notFetchedNote(kept);
    return { claimed, delivered, verdict: delivered === 0 ? 'not_delivered' : 'partial', note };
  }
  const other = files.find(({ kind }) => kind === 'download');
  if (delivered === 0) {
    const note = other
      ? `The file that came is of another kind than the task asks for: ${other.name.slice(0, 200)}.`
      : begun > 0
        ? 'A download began, but the file did not come to its end.'
        : claimed > 0
          ? 'The runner claims a download, but no file was captured.'
          : 'The task asks for a file, but none was captured.';
    return { claimed, delivered, verdict: 'not_delivered', note };
  }
  if (delivered < claimed) {
    const why =
      delivered < KEPT_DOWNLOADS ? '' : '; a run keeps ten at most, its picture and its recording among them';
    return {
      claimed,
      delivered,
      verdict: 'partial',
      note: `${delivered} of ${claimed} files were captured${why}.`,
    };
  }
  return { claimed, delivered, verdict: 'delivered', note: 'Every claimed file was captured.' };
}

/** Whether a requested file was captured: then the task is done, even against the runner's own report. */
export function isAskedFileThere(goal: string, files: readonly NamedFile[]): boolean {
  return asksForFile(goal) && filesMeant(goal, files).some(({ kind }) => kind === 'download');
}

function notStoredNote(lost: readonly NamedFile[]): string {
  const came = lost.length === 1 ? 'The file came, but it' : 'The files came, but they';
  return `${came} could not be stored: ${namesOf(lost)}.`;
}

function tooLargeNote(tooLarge: readonly { name: string }[]): string {
  return `A file may have 30 MB at most to be kept; this is more: ${namesOf(tooLarge)}.`;
}

function notFetchedNote(kept: readonly NamedFile[]): string {
  return `The provider did not hand over what it names: ${namesOf(kept)}.`;
}

function namesOf(files: readonly { name: string }[]): string {
  return files.map(({ name }) => name.slice(0, 200)).join(', ');
}

/** The runner's text, with the delivered files appended unless it names them. */
export function withFileList(spoken: string, goal: string, files: NamedFile[]): string {
  const names = filesMeant(goal, files).map((file) => file.name);
  if (spoken !== '' && names.every((name) => spoken.includes(name))) return spoken;
  return `${spoken === '' ? '' : `${spoken}\n\n`}Delivered ${names.length === 1 ? '1 file' : `${names.length} files`}: ${names.join(', ')}`;
}

/** Downloads of the kind that the task names. Every run has a screenshot; it counts only if the task asks for one. */
export function filesMeant<T extends NamedFile>(goal: string, files: readonly T[]): T[] {
  const asked = fileAsked(goal);
  return files.filter(({ kind, name }) =>
    kind === 'screenshot' ? PICTURE_GOAL.test(goal) : kind === 'download' && isOfKind(name, asked),
  );
}

/** A runner's `download_succeeded` only means that a download started; `file_delivered` says whether we captured it. */
export function withFileFacts(output: unknown, hasFile: boolean): unknown {
  if (Array.isArray(output)) return output.map((item) => withFileFacts(item, hasFile));
  if (output === null || typeof output !== 'object') return output;
  return Object.fromEntries(
    Object.entries(output).flatMap(([key, value]) =>
      key === 'download_succeeded'
        ? [
            ['download_triggered', value],
            ['file_delivered', hasFile],
          ]
        : [[key, withFileFacts(value, hasFile)]],
    ),
  );
}

function claimedFiles(goal: string, output: unknown): number {
  if (typeof output === 'string') return claimedInText(goal, output);
  if (Array.isArray(output))
    return output.slice(0, 1000).filter((item) => claimedFiles(goal, item) > 0).length;
  if (output === null || typeof output !== 'object') return 0;
  let claimed = 0;
  for (const [key, value] of Object.entries(output)) {
    const isClaimed = CLAIM_FLAG.test(key)
      ? value === true
      : STATE_KEY.test(key) &&
        typeof value === 'string' &&
        /^(?:downloaded|download_?complete)$/i.test(value);
    if (isClaimed) claimed = Math.max(claimed, 1);
    if (!CLAIM_LIST.test(key)) continue;
    if (Array.isArray(value)) claimed = Math.max(claimed, value.length);
    else if (typeof value === 'string' && FILE_NAME.test(value)) claimed = Math.max(claimed, 1);
  }
  return claimed;
}

function claimedInText(goal: string, text: string): number {
  // A long text is content and may mention downloads without claiming one.
  if (text.length > 800 && !asksForFile(goal)) return 0;
  const claims = text
    .slice(0, 4000)
    .split(/(?<=[.!?])\s+|\n/)
    .filter(isClaim);
  if (claims.length === 0) return 0;
  const names = new Set(claims.flatMap((claim) => claim.match(FILE_NAMES) ?? []));
  return Math.max(names.size, 1);
}

function isClaim(sentence: string): boolean {
  if (
    /\btimes\b|\bby (?:users|people|\d)|\b(?:not|n't|cannot|unable|failed|if|how to|can be|you can|(?:once|after|when|until|before) you)\b/i.test(
      sentence,
    )
  ) {
    return false;
  }
  return (
    CLAIM.test(sentence) ||
    DOWNLOADED_ABROAD.test(sentence) ||
    (SAVED.test(sentence) && FILE_NAME.test(sentence))
  );
}

function asksForFile(goal: string): boolean {
  return fileAsked(goal) !== null || PICTURE_GOAL.test(goal);
}

const FILE_SUFFIX =
  '\\.(?:pdf|csv|tsv|xlsx?|zip|gz|docx?|pptx?|png|jpe?g|gif|svg|webp|mp[34]|wav|txt|json|xml|ics|epub|exe|dmg)';
const FILE_NAME = new RegExp(`[\\w)\\]-]${FILE_SUFFIX}\\b`, 'i');
const FILE_NAMES = new RegExp(`[\\w()[\\]-]{1,120}${FILE_SUFFIX}\\b`, 'gi');
const CLAIM_FLAG =
  /^(?:download_?(?:succeeded|success|triggered|completed?|ed)|file_?downloaded|is_?downloaded)$/i;
const STATE_KEY = /^(?:status|state|result)$/i;
const CLAIM_LIST = /^(?:downloaded_?files?|files_?downloaded|downloads|download_?paths?|saved_?files?)$/i;
const CLAIM =
  /\b(?:i|we|agent|successfully)(?:'ve| have| has)?(?: successfully| now| also)? (?:downloaded|exported)\b|\b(?:has|have) been (?:successfully )?downloaded\b|\b(?:was|were) (?:successfully )?downloaded\b|\bdownload (?:is |was |has )?(?:been )?(?:successfully )?(?:completed?|succeeded|finished|successful)\b|^downloaded\b/i;
const SAVED = /\b(?:downloaded|saved|exported|stored)\b/i;
const PICTURE_GOAL =
  /(?:^|[.,;:!]\s*|\b(?:and|then|please|next|finally)\s+)(?:(?:take|make|capture|grab|create|get|give|return|send|save|produce|provide|show)\s+(?:me\s+)?(?:(?:an?|the|one)\s+)?(?:[\w-]+\s+){0,2}screen[- ]?(?:shot|capture|grab)s?\b|screen-?shot\s+(?:the|this|that|it)\b)/i;
