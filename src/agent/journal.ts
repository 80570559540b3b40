import { Redactor } from '../platform/redactor.ts';

/** What the agent did, as steps for people and as a script for a replay. Secrets leave no trace in either. */
interface AgentStep {
  action: string;
  target: string | null;
  detail: string | null;
  url: string | null;
  ok: boolean;
  durationMs: number;
  thought?: string | null;
  tokens?: StepTokens | null;
  observation?: string | null;
}

/** The model call that led to a step. */
interface StepTokens {
  inputTokens: number;
  cachedTokens: number;
  outputTokens: number;
  costMicroUsd: number;
}

/** The model's part of the next steps. */
interface Turn {
  thought: string;
  /** For the first step alone. */
  tokens: StepTokens | null;
  observation: string | null;
}

export interface ScriptLine {
  action:
    | 'goto'
    | 'click'
    | 'fill'
    | 'select'
    | 'press'
    | 'check'
    | 'upload'
    | 'hover'
    | 'scroll'
    | 'drag'
    | 'highlight'
    | 'wait'
    | 'extract'
    | 'download';
  role: string | null;
  name: string | null;
  selector: string | null;
  /**
   * What was typed or chosen, the key and how often, how often or how it was clicked (`3`, `double`, `right`), the end scrolled to, or where a drag began in the element and how
   * far it went (`12,8 140,0`). `model` for an answer that only a model could give. `{{credential.username}}`, `{{credential.password}}` and `{{totp}}` stand for secrets.
   */
  value: string | null;
  /** The page it happened on. */
  url: string | null;
  /** The model's reason for the step, by which a later run finds its element again. */
  intent?: string;
  /** A model found the element again. */
  healed?: true;
  /** Name of a healed element when it was recorded, by which the task knows it. */
  was?: string;
}

export interface Journal {
  script: ScriptLine[];
  /** Everything hidden so far. */
  redactor: Redactor;
  /** From now on this value shows as its placeholder everywhere. */
  hide(secret: string, placeholder: string, asWord?: number): void;
  /** The text without any of the hidden values. */
  scrub(text: string): string;
  /** The model's part of the steps that follow; null when the model has none in them. */
  turn: Turn | null;
  /** Number of steps so far. */
  steps: number;
  step(step: AgentStep): void;
  line(line: Partial<ScriptLine> & Pick<ScriptLine, 'action'>): void;
}

const MAX_LINES = 500;

export function createJournal(
  onStep: (step: AgentStep) => void,
  onSecret?: (secret: string, isName: boolean) => void,
): Journal {
  const redactor = new Redactor();
  const script: ScriptLine[] = [];
  const scrub = (text: string) => redactor.scrub(text);
  const clean = (text: string | null | undefined) => (text == null ? null : scrub(text).slice(0, 500));
  const journal: Journal = {
    turn: null,
    steps: 0,
    script,
    redactor,
    scrub,
    hide(secret, placeholder, asWord) {
      if (secret.length === 0) return;
      redactor.hide(secret, placeholder, asWord);
      onSecret?.(secret, asWord !== undefined);
    },
    step(step) {
      const { turn } = journal;
      journal.steps += 1;
      if (turn) journal.turn = { ...turn, tokens: null, observation: null };
      onStep({
        ...step,
        ...(turn && {
          thought: clean(turn.thought) || null,
          tokens: turn.tokens,
          observation: turn.observation && scrub(turn.observation),
        }),
        target: clean(step.target),
        detail: clean(step.detail),
        url: clean(step.url),
        durationMs: Math.round(step.durationMs),
      });
    },
    line({ action, role = null, name = null, selector = null, value = null, url = null }) {
      if (script.length < MAX_LINES)
        script.push({
          action,
          role,
          name: clean(name),
          selector: clean(selector),
          value: value === null ? null : scrub(value).slice(0, 5_000),
          url: clean(url),
          ...(journal.turn?.thought ? { intent: clean(journal.turn.thought) ?? '' } : {}),
        });
    },
  };
  return journal;
}
