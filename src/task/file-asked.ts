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
  /(?:^|[.,;:!]\s*|\b(?:and|then|please|next|finally)\s+)(?:download|export)\s+(?!links?\b|page|buttons?\b|counts?\b|numbers?\b|speed|urls?\b|stat|sizes?\b|section|manager|cent(?:er|re)|options?\b)\w/iu,
  /\b(?:save|get|fetch|send|export|give|grab|retrieve)\b.{0,60}\b(?:as (?:an? )?(?:file|pdf|csv|xlsx?|zip)|(?:the|my|an?|all|every|each) (?:[\p{L}-]+ ){0,3}(?:pdf|csv|xlsx?|spreadsheet|zip|invoice files?|files?))\b/iu,
  /^\s*(?:bitte )?lade\S* .{1,120}\bherunter\b|^\s*(?:merci de )?télécharge[rz]?\s|^\s*(?:por favor,? )?descarg(?:a|ue|ar)\s|^\s*(?:per favore,? )?scarica(?:re)?\s|^\s*(?:por favor,? )?(?:baixe|baixar|descarregue)\s|^\s*pobierz\s|^\s*скача(?:й|йте|ть)\s|^\s*请?(?:帮我)?下载(?!链接|页|量|次数|地址)|ダウンロードして|다운로드(?:해|하세요)/iu,
];
