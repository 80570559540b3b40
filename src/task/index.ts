/**
 * The meaning of a task, from its words. The only file of this room that others import.
 *
 * `readTask(task)` is computed once at admission and stored with the run; router, readers and page agent go by it.
 * Where the words leave something open and a language model is set, `readByModel` computes it again before a runner goes by it.
 * Words are data (`words.json`, one line per language); a clause that is not understood is read, never guessed.
 */

export { contentStems, nameWords, snakeCase, stem, stemsOf, wordsOf } from '../platform/text/words.ts';
export type { Whole } from './asks.ts';
export {
  bareClause,
  clauseKind,
  clausesOf,
  guard,
  isNothingToDo,
  quotesIn,
  unquoted,
  withoutQuotes,
} from './clauses.ts';
export { fileAsked, fileType, isOfKind } from './file-asked.ts';
export { isUnsure, mostOfReading, readByModel } from './read-by-model.ts';
export {
  readingOf,
  readTask,
  TASK_TYPES,
  type TaskReading,
  type TaskType,
} from './read-task.ts';
export { isShortened, MOST_CHARS, ruleTask, ruleText } from './rule-text.ts';
export { loginInTask, passwordsIn, type TaskLogin } from './task-login.ts';
