/** The target of a command, in the task's words. */
export interface Target {
  phrase: string;
  /** A name in quotes. */
  quoted: string | null;
  kind: 'button' | 'link' | 'tab' | 'field' | 'menu' | 'box' | '';
}

/** One command of a task. */
export type Command = { source: string } & (
  | { kind: 'ask' }
  /** Context for the command before or after it. */
  | { kind: 'say' }
  /** Beyond these rules: needs a language model. */
  | { kind: 'unknown' }
  /** The subject of the next commands. */
  | { kind: 'find'; target: Target }
  | { kind: 'goto'; url: string }
  | { kind: 'back' }
  | { kind: 'click' | 'open' | 'download'; target: Target }
  /** `field` is '' when the task names none. */
  | { kind: 'set'; field: string; value: string }
  | { kind: 'choose'; values: string[]; field: string }
  | { kind: 'tick'; targets: string[]; isOn: boolean }
  | { kind: 'search'; query: string }
  | { kind: 'login'; username: string; password: string }
  | { kind: 'upload'; field: string; name: string; text: string | null }
  | { kind: 'basket'; target: Target; count: number }
  | { kind: 'fill' }
  | { kind: 'submit'; verb: string }
);

export type Kind = Command['kind'];
