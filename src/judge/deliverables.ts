import { fileAsked, fileType, isOfKind, stemsOf } from '../task/index.ts';

export interface Deliverables {
  claimed: number;
  delivered: number;
  verdict: 'delivered' | 'partial' | 'not_delivered';
  note: string;
}

interface NamedFile {
  kind: string;
  name: string;
  contentType?: string;
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
  /** Downloads that pages started, finished or not; absent where the runner cannot tell its own files from those of a site. */
  begunDownloads?: number | undefined;
}

/** Compares claimed files with those that arrived; null unless the task asks for a file. Expects a canonical output. */
export function readDeliverables(
  goal: string,
  output: unknown,
  files: readonly NamedFile[],
  others: OtherFiles = {},
): Deliverables | null {
  if (!asksForFile(goal)) return null;
  const meant = (some: readonly NamedFile[] = []) => filesMeant(goal, some, others.begunDownloads);
  const [beyond, large, away, lost] = [
    others.noRoom,
    others.tooLarge,
    others.notFetched,
    others.notStored,
  ].map(meant) as [NamedFile[], NamedFile[], NamedFile[], NamedFile[]];
  const delivered = meant(files).length;
  const came = delivered + beyond.length + large.length + away.length + lost.length;
  const strays = files.filter(({ kind }) => kind === 'download').length - delivered;
  const begun = Math.max(0, (others.begunDownloads ?? 0) - strays);
  const claimed = Math.max(claimedFiles(output), came, begun);
  const missing =
    lost.length > 0
      ? notStoredNote(lost)
      : large.length > 0
        ? tooLargeNote(large)
        : away.length > 0
          ? notFetchedNote(away)
          : null;
  if (delivered === 0) {
    const note = missing ?? nothingNote(goal, files, begun, claimed);
    return { claimed, delivered, verdict: 'not_delivered', note };
  }
  if (missing !== null || delivered < claimed) {
    const why =
      beyond.length > 0 ? '; a run keeps ten at most, its picture and its recording among them' : '';
    const note = missing ?? `${delivered} of ${claimed} files were captured${why}.`;
    return { claimed, delivered, verdict: 'partial', note };
  }
  return { claimed, delivered, verdict: 'delivered', note: 'Every claimed file was captured.' };
}

function nothingNote(goal: string, files: readonly NamedFile[], begun: number, claimed: number): string {
  const other = files.find(({ kind }) => kind === 'download');
  if (other && !PICTURE_GOAL.test(goal))
    return `The file that came is of another kind than the task asks for: ${other.name.slice(0, 200)}.`;
  if (begun > 0) return 'A download began, but the file did not come to its end.';
  if (claimed > 0) return 'The runner claims a download, but no file was captured.';
  return 'The task asks for a file, but none was captured.';
}

/** Whether a requested file was captured: then the task is done, even against the runner's own report. */
export function isAskedFileThere(input: { goal: string; files: readonly NamedFile[] } & OtherFiles): boolean {
  return filesMeant(input.goal, input.files, input.begunDownloads).length > 0;
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
export function withFileList(
  spoken: string,
  { goal, files, begunDownloads }: { goal: string; files: readonly NamedFile[] } & OtherFiles,
): string {
  const names = filesMeant(goal, files, begunDownloads).map((file) => file.name);
  if (spoken !== '' && names.every((name) => spoken.includes(name))) return spoken;
  return `${spoken === '' ? '' : `${spoken}\n\n`}Delivered ${names.length === 1 ? '1 file' : `${names.length} files`}: ${names.join(', ')}`;
}

/**
 * The files that the task asks for: of the type that it names, or else what the site delivered. A runner that cannot tell its
 * own notes from a site's files (`begunDownloads` is missing) does not deliver by a text of its own.
 */
export function filesMeant<T extends NamedFile>(
  goal: string,
  files: readonly T[],
  begunDownloads?: number | undefined,
): T[] {
  const asked = fileAsked(goal);
  const isPicture = PICTURE_GOAL.test(goal);
  return files.filter(({ kind, name, contentType = '' }) => {
    if (kind === 'screenshot') return isPicture;
    if (kind !== 'download' || asked === null) return false;
    if (asked !== 'any') return isOfKind(name, asked, contentType);
    const isNote = NOTES.test(fileType(name, contentType) ?? '');
    return !isNote || begunDownloads !== undefined || isNamedIn(goal, name);
  });
}

const NOTES = /^(?:md|log|txt|json|html)$/;

function isNamedIn(goal: string, name: string): boolean {
  const asked = new Set(stemsOf(goal));
  return stemsOf(name.replace(/\.\w{1,4}$/, '').replace(/[_-]+/g, ' ')).some((word) => asked.has(word));
}

/**
 * A runner's `download_succeeded` only means that a download started; `file_delivered` says whether we captured it: the file
 * that the item names, or any where it names none.
 */
export function withFileFacts(output: unknown, files: readonly NamedFile[]): unknown {
  if (Array.isArray(output)) return output.map((item) => withFileFacts(item, files));
  if (output === null || typeof output !== 'object') return output;
  const entries = Object.entries(output);
  const named = entries.flatMap(([, value]) =>
    typeof value === 'string' ? (value.slice(0, 1_000).match(FILE_NAMES) ?? []) : [],
  );
  const isDelivered =
    named.length > 0 ? named.some((name) => files.some((file) => file.name === name)) : files.length > 0;
  return Object.fromEntries(
    entries.flatMap(([key, value]) =>
      key === 'download_succeeded'
        ? [
            ['download_triggered', value],
            ['file_delivered', isDelivered],
          ]
        : [[key, withFileFacts(value, files)]],
    ),
  );
}

function claimedFiles(output: unknown): number {
  if (typeof output === 'string') return claimedInText(output);
  if (Array.isArray(output)) return output.slice(0, 1000).filter((item) => claimedFiles(item) > 0).length;
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

/** The files that a text names in a sentence that says, not conditions, that something was fetched. */
function claimedInText(text: string): number {
  const claims = text
    .slice(0, 4000)
    .split(/(?<=[.!?])\s+|\n/)
    .filter((sentence) => CLAIM.test(sentence) && !CONDITION.test(sentence));
  const names = new Set(claims.flatMap((claim) => claim.match(FILE_NAMES) ?? []));
  return claims.length === 0 ? 0 : Math.max(names.size, 1);
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
  /\b(?:downloaded|exported|saved|stored)\b|\bdownload (?:is |was |has |been |successfully ){0,3}(?:completed?|succeeded|finished|successful)\b|heruntergeladen|gespeichert|téléchargée?s?|descargad[oa]s?|scaricat[oaei]|baixad[oa]s?|pobran[aoey]/i;
const CONDITION =
  /\b(?:not|cannot|unable|failed|if|how to|can be|you can|(?:once|after|when|until|before) you)\b|n't\b|\b(?:nicht|kein\w*|wenn|konnte)\b/i;
const PICTURE_GOAL =
  /(?:^|[.,;:!]\s*|\b(?:and|then|please|next|finally)\s+)(?:(?:take|make|capture|grab|create|get|give|return|send|save|produce|provide|show)\s+(?:me\s+)?(?:(?:an?|the|one)\s+)?(?:[\w-]+\s+){0,2}screen[- ]?(?:shot|capture|grab)s?\b|screen-?shot\s+(?:the|this|that|it)\b)/i;
