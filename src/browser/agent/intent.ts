import type { Condition } from './condition.ts';
import type { Kind, Target } from './read-target.ts';

/** A value to put somewhere: given in the task, or to be taken from the page. */
export type Value =
  | { kind: 'literal'; text: string }
  | { kind: 'lookup'; phrase: string }
  /** "it", "your answer": what was found, copied or worked out before. */
  | { kind: 'remembered' }
  | { kind: 'pattern'; starts: string; ends: string; contains: string };

export interface Entry {
  value: Value;
  /** The field's name in the task's words; '' when none is given. */
  field: string;
  /** Which field, when it is told by kind or number only. */
  target: Target | null;
  /** "both fields", "all the boxes". */
  isEverywhere: boolean;
}

/** One thing to do. `source` is the clause it was read from, with everything put back that was protected. */
export type Intent = { source: string } & (
  | { kind: 'click'; target: Target; times: number }
  /** Everything that answers the target, each once. */
  | { kind: 'each'; target: Target; isShade: boolean; order: 'page' | 'up' | 'down'; limit: number }
  | { kind: 'until'; target: Target; condition: Condition }
  | { kind: 'when'; target: Target; condition: Condition }
  | { kind: 'name-figure' }
  | { kind: 'resize'; target: Target; axis: 'width' | 'height'; isMore: boolean }
  | { kind: 'step'; field: string; by: number }
  | { kind: 'rate'; stars: number; of: string }
  /** New entries for a list; `place` names it when the task does. */
  | { kind: 'add'; values: string[]; place: string }
  | { kind: 'guess' }
  | { kind: 'key'; key: string }
  | { kind: 'type'; entries: Entry[] }
  | { kind: 'choose'; values: string[]; target: Target; field: string; hint: Kind | 'date' | null }
  | { kind: 'tick'; names: string[]; isAll: boolean; isOn: boolean; except: string[] }
  | { kind: 'set'; pairs: { field: string; value: string }[]; hint: Kind | null }
  | { kind: 'open'; target: Target }
  | { kind: 'close'; target: Target }
  | { kind: 'scroll'; to: 'top' | 'bottom'; target: Target }
  | { kind: 'hover'; target: Target }
  | { kind: 'drag'; from: Target; to: Target; isAll: boolean }
  | { kind: 'copy'; from: Target }
  | { kind: 'search'; query: string }
  | { kind: 'sort'; by: string; isDescending: boolean; isDrag: boolean }
  | { kind: 'login'; username: string; password: string }
  | { kind: 'focus'; target: Target }
  | { kind: 'highlight'; target: Target }
  | { kind: 'find'; target: Target; phrase: string }
  | { kind: 'solve'; phrase: string }
  | { kind: 'classify' }
  | { kind: 'goto'; url: string }
  | { kind: 'back' }
  | { kind: 'wait' }
  | { kind: 'download'; target: Target }
  | { kind: 'upload'; field: string; content: string }
  | { kind: 'act'; verb: string; object: Target; phrase: string }
  | { kind: 'fill'; verb: string }
  | { kind: 'submit'; verb: string }
  | { kind: 'ask' }
  | { kind: 'follow' }
);
