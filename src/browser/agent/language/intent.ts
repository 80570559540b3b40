import type { Condition } from './condition.ts';
import type { Target } from './read-target.ts';
import type { Restriction } from './restrictions.ts';
import type { Kind } from './target-words.ts';

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

/** What is to be done to the files of a terminal. */
interface ShellWish {
  verb: 'delete' | 'list' | 'print';
  /** The whole name, or how it ends. */
  file: string;
  isEnding: boolean;
}

/** What becomes of a text, the rest of which stays. */
export type Change =
  | { kind: 'replace'; was: string; now: string; isAll: boolean }
  | { kind: 'join'; text: string; end: 'start' | 'end' }
  | { kind: 'letters'; to: 'upper' | 'lower' };

/** One way in which the size of something is to change; `than` is the length in pixels that is to be passed. */
export interface Resizing {
  axis: 'width' | 'height';
  isMore: boolean;
  than: number | null;
}

/** One thing to do. `source` is the clause it was read from, with everything put back that was protected. */
export type Intent = { source: string } & (
  | { kind: 'click'; target: Target; times: number; isDouble?: true }
  /** Everything that answers the target, each once. */
  | { kind: 'each'; target: Target; isShade: boolean; order: 'page' | 'up' | 'down' | 'shown'; limit: number }
  | { kind: 'until'; target: Target; condition: Condition }
  | { kind: 'when'; target: Target; condition: Condition }
  | { kind: 'name-figure' }
  /** The middle of what is drawn: of one thing, or between several. */
  | { kind: 'spot'; of: Target[]; angle: 'half' | 'right' | null }
  | { kind: 'draw'; figure: 'line' | 'circle'; axis: 'horizontal' | 'vertical'; through: Target }
  | { kind: 'if'; condition: Condition; whenTrue: Intent[]; whenFalse: Intent[] }
  | { kind: 'style'; text: string; style: string }
  /** A change within a text that a field holds; `field` is '' where whatever has such a text is meant. */
  | { kind: 'edit'; field: string; change: Change }
  | { kind: 'alike'; words: string[] }
  | { kind: 'play'; game: 'noughts' | 'pairs' }
  /** A place that only shows itself by what the page says when the pointer is there. */
  | { kind: 'feel'; word: string; target: Target }
  | { kind: 'shell'; wish: ShellWish }
  | { kind: 'command'; line: string }
  | { kind: 'context'; target: Target }
  /** The entries of a list in the order in which they are to stand. */
  | { kind: 'arrange'; names: string[] }
  /** A length that is null stays as it is. */
  | { kind: 'size'; target: Target; width: number | null; height: number | null }
  | { kind: 'resize'; target: Target; sizes: Resizing[] }
  | { kind: 'step'; field: string; by: number }
  /** An entry of a list, so many places down; less than 0 is up. */
  | { kind: 'shift'; name: string; by: number }
  /** To the place right before or after another entry of the list. */
  | { kind: 'beside'; name: string; other: string; isAfter: boolean }
  | { kind: 'rate'; stars: number; of: string }
  /** New entries for a list; `place` names it when the task does. */
  | { kind: 'add'; values: string[]; place: string }
  | { kind: 'guess' }
  | { kind: 'key'; key: string }
  | { kind: 'type'; entries: Entry[] }
  | { kind: 'choose'; values: string[]; target: Target; field: string; hint: Kind | 'date' | null }
  | {
      kind: 'tick';
      names: string[];
      /** What it is the box of, where no name says so. */
      target: Target | null;
      isAll: boolean;
      isOn: boolean;
      except: string[];
      restrictions: Restriction[];
      /** The menu entry, tab or section that it stands in. */
      place?: string;
    }
  | { kind: 'set'; pairs: { field: string; value: string }[]; hint: Kind | null }
  | { kind: 'open'; target: Target }
  | { kind: 'close'; target: Target }
  /** To an end of the target, or to the thing itself, which the next words speak of. */
  | { kind: 'scroll'; to: 'top' | 'bottom' | 'thing'; target: Target }
  | { kind: 'hover'; target: Target }
  /** A picture of the page as it is in the end; null for the page as a whole. */
  | { kind: 'picture'; target: Target | null; isWhole: boolean }
  | { kind: 'drag'; from: Target; to: Target; isAll: boolean }
  | { kind: 'copy'; from: Target; phrase: string }
  | { kind: 'search'; query: string }
  | { kind: 'sort'; by: string; isDescending: boolean; isDrag: boolean }
  | { kind: 'login'; username: string; password: string }
  | { kind: 'focus'; target: Target }
  | { kind: 'highlight'; target: Target }
  | { kind: 'find'; target: Target; phrase: string }
  | { kind: 'solve'; phrase: string }
  | { kind: 'classify' }
  /** Every number of which something is true. */
  | { kind: 'numbers' }
  | { kind: 'goto'; url: string }
  | { kind: 'back' }
  | { kind: 'wait'; until: Condition | null }
  /** `limit` is how many of those that fit, in the page's order. */
  | { kind: 'download'; target: Target; limit: number }
  | { kind: 'upload'; field: string; name: string; text: string | null }
  | { kind: 'act'; verb: string; object: Target; phrase: string }
  | { kind: 'fill'; verb: string }
  | { kind: 'submit'; verb: string }
  | { kind: 'ask' }
  /** A statement about what is asked for elsewhere: "My name is Bo", "I want it on Friday". */
  | { kind: 'detail' }
  | { kind: 'follow' }
  /** Something to do that no rule makes sense of. */
  | { kind: 'unknown' }
);

/** Any verb that has no kind of its own. */
export type Act = Extract<Intent, { kind: 'act' }>;
