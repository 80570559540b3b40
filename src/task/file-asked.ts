import data from './words.json' with { type: 'json' };

/** The kind of file of the site that a task wants, `any` where it names none; null for a question, also about files. */
export function fileAsked(goal: string): string | null {
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
  /\b(?:save|get|fetch|send|export|give|grab|retrieve)\b.{0,60}\b(?:as (?:an? )?(?:file|pdf|csv|xlsx?|zip)|(?:the|my|an?|all|every|each) (?:[\p{L}-]+ ){0,3}(?:pdf|csv|xlsx?|spreadsheet|zip|invoice files?|files?))\b/iu,
  /^\s*(?:bitte )?lade\S* .{1,120}\bherunter\b|^\s*(?:merci de )?télécharge[rz]?\s|^\s*(?:por favor,? )?descarg(?:a|ue|ar)\s|^\s*(?:per favore,? )?scarica(?:re)?\s|^\s*(?:por favor,? )?(?:baixe|baixar|descarregue)\s|^\s*pobierz\s|^\s*скача(?:й|йте|ть)\s|^\s*请?(?:帮我)?下载(?!链接|页|量|次数|地址)|ダウンロードして|다운로드(?:해|하세요)/iu,
];

/** Kinds that go by several extensions; any other goes by its own name. */
const EXTENSIONS: Record<string, string> = {
  xlsx: 'xlsx xls ods csv',
  docx: 'docx doc odt',
  jpg: 'jpg jpeg',
  image: 'png jpg jpeg gif webp svg',
};
const KNOWN = new Set(
  'pdf csv tsv xlsx xls ods docx doc odt txt json xml zip ics vcf png jpg jpeg gif webp svg mp3 mp4 epub html pptx'.split(
    ' ',
  ),
);

/** Whether a file of this name can be of the kind that was asked for; names that tell no kind can be of any. */
export function isOfKind(name: string, kind: string | null): boolean {
  const extension = /\.([a-z0-9]{2,4})$/iu.exec(name.trim())?.[1]?.toLowerCase() ?? '';
  const wanted = (EXTENSIONS[kind ?? ''] ?? kind ?? '').split(' ');
  if (!KNOWN.has(extension) || !wanted.some((one) => KNOWN.has(one))) return true;
  return wanted.includes(extension);
}
