import type { Target } from './target.ts';

/** One thing to do, as a clause tells it. */
export type Command = {
  source: string /** Where it is to be done, where the sentence begins with that. */;
  within?: string;
} & (
  | { kind: 'ask' }
  /** No order and no question: more about what is told before or behind it. */
  | { kind: 'say' }
  /** What the next commands are about. */
  | { kind: 'find'; target: Target }
  | { kind: 'goto'; url: string }
  | { kind: 'click'; target: Target; times: number; way: 'once' | 'double' | 'right' | 'hover' }
  | { kind: 'open'; target: Target }
  /** `field` is '' where the task names none. */
  | { kind: 'set'; field: string; value: string }
  | { kind: 'choose'; values: string[]; field: string }
  | { kind: 'tick'; targets: string[]; isOn: boolean }
  | { kind: 'search'; query: string }
  | { kind: 'sort'; by: string; isDescending: boolean }
  | { kind: 'turn'; to: 'next' | 'previous' | number }
  | { kind: 'back' }
  | { kind: 'wait' }
  | { kind: 'scroll'; to: 'top' | 'bottom' | 'down'; target: Target | null }
  | { kind: 'login'; username: string; password: string }
  | { kind: 'download'; target: Target }
  | { kind: 'upload'; field: string; name: string; text: string | null }
  | { kind: 'picture'; isWhole: boolean }
  | { kind: 'drag'; from: Target; to: Target }
  | { kind: 'basket'; target: Target; count: number }
  | { kind: 'fill' }
  | { kind: 'submit'; verb: string }
  /** Any other verb: pressed where the page has it for the thing, or the form of it is filled in and sent. */
  | { kind: 'do'; verb: string; target: Target }
);

export type Kind = Command['kind'];
