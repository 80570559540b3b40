import { ruleText } from './rule-text.ts';
import data from './words.json' with { type: 'json' };

/** The kind of file of the site that a task wants, `any` where it names none; null for a question, also about files. */
export function fileAsked(told: string): string | null {
  const goal = ruleText(told);
  if (QUESTION.test(goal)) return null;
  const found = WANTED.map((pattern) => pattern.exec(goal)).find((match) => match !== null);
  if (!found) return null;
  const [kind] = KIND.exec(goal.slice(found.index)) ?? KIND.exec(goal) ?? [];
  return kind === undefined ? 'any' : (SAME[kind.toLowerCase()] ?? kind.toLowerCase());
}

const KIND = new RegExp(`(?<![\\p{L}])(?:${data.fileKinds})(?![\\p{L}])`, 'iu');
const SAME: Record<string, string> = {
  excel: 'xlsx',
  spreadsheet: 'xlsx',
  'word document': 'docx',
  jpeg: 'jpg',
  picture: 'image',
  photo: 'image',
};
const QUESTION = /^\s*(?:how|where|can (?:i|one|we)|is|are|does|do|what|which)\b[^.!\n]*\?\s*$/iu;
const WANTED = [
  /(?:^|[.,;:!]\s*|\b(?:and|then|please|next|finally)\s+)(?:download|export)\s+(?!links?\b|page|buttons?\b|counts?\b|numbers?\b|speed|urls?\b|stat|sizes?\b|section|manager|cent(?:er|re)|options?\b)[\p{L}\p{N}"“'‘«]/imu,
  /\b(?:save|get|fetch|find|send|export|give|grab|retrieve)\b.{0,60}\b(?:(?:as|in) (?:an? )?(?:file|pdf|csv|xlsx?|zip|excel|word)\b|(?:the|my|an?|all|every|each) (?:[\p{L}-]+ ){0,3}(?:pdf|csv|xlsx?|spreadsheet|zip|invoice files?|files?))\b/iu,
  /(?<!\p{L})(?:hole?n?|speicher\S*|sicher[en]\S*|exportier\S*|gib|schicke?|besorge?|lade)(?!\p{L}).{1,80}(?<!\p{L})als (?:datei|pdf|csv|xlsx?|excel|zip)(?!\p{L})/iu,
  /^\s*(?:bitte )?lade\S* .{1,120}\bherunter\b/iu,
];

/** Kinds that go by several extensions; any other goes by its own name. */
const EXTENSIONS: Record<string, string> = {
  xlsx: 'xlsx xls ods csv',
  docx: 'docx doc odt',
  jpg: 'jpg jpeg',
  image: 'png jpg jpeg gif webp svg',
};
const KNOWN = new Set(
  'pdf csv tsv xlsx xls ods docx doc odt txt md log json xml zip ics vcf png jpg jpeg gif webp svg mp3 mp4 epub html pptx'.split(
    ' ',
  ),
);
/** The extension of a media type that names one kind only; other types leave it to the name. */
const BY_MEDIA_TYPE: Record<string, string> = {
  'image/svg+xml': 'svg',
  'text/tab-separated-values': 'tsv',
  'text/markdown': 'md',
  'text/calendar': 'ics',
  'application/epub+zip': 'epub',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
};

/** Whether a file can be of the kind that was asked for. The media type tells more than the name; what tells no kind can be of any. */
export function isOfKind(name: string, kind: string | null, contentType = ''): boolean {
  const type = fileType(name, contentType);
  const wanted = (EXTENSIONS[kind ?? ''] ?? kind ?? '').split(' ');
  if (type === null || !wanted.some((one) => KNOWN.has(one))) return true;
  return wanted.includes(type);
}

/** The kind of a file as an extension; null where neither media type nor name tell it. */
export function fileType(name: string, contentType: string): string | null {
  const extension = /\.([a-z0-9]{2,4})$/iu.exec(name.trim())?.[1]?.toLowerCase() ?? '';
  const named = KNOWN.has(extension) ? extension : null;
  const media = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  if (media === 'text/plain') return named !== null && TEXTS.has(named) ? named : 'txt';
  const told = BY_MEDIA_TYPE[media] ?? media.split('/').at(-1) ?? '';
  return KNOWN.has(told) ? told : named;
}

const TEXTS = new Set('csv tsv txt md log json xml ics vcf html'.split(' '));
