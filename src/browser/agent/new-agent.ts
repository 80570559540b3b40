import type { Clock } from '../../platform/clock.ts';
import type { BrowserRun } from '../browser-run.ts';
import type { SiteLogin } from '../site-login.ts';
import type { Agent, Attachment } from './agent-context.ts';
import type { Journal } from './journal.ts';
import { tellingNames } from './language/telling-names.ts';
import { toldDeeds } from './language/told-deeds.ts';

export interface AgentOptions {
  run: BrowserRun;
  clock: Clock;
  signal: AbortSignal;
  journal: Journal;
  /** Told which page asks. */
  ask(question: Parameters<Agent['ask']>[0] & { url: string }): ReturnType<Agent['ask']>;
  login?: SiteLogin | null;
  attachments?: readonly Attachment[];
  timeLimitMs?: number;
}

const TIME_LIMIT_MS = 150_000;

export function newAgent(instruction: string, options: AgentOptions): Agent {
  const { run, clock, signal, journal, ask } = options;
  const { login = null, attachments = [], timeLimitMs = TIME_LIMIT_MS } = options;
  const agent: Agent = {
    run,
    clock,
    signal,
    journal,
    // Time spent waiting for a person is not the task's.
    async ask(question) {
      const askedAt = clock.mono();
      const reply = await ask({ ...question, url: run.front.url() });
      agent.deadline += clock.mono() - askedAt;
      return reply;
    },
    instruction,
    remembered: null,
    about: null,
    sought: null,
    foundNothing: null,
    unsaved: null,
    pressed: null,
    presses: new Map(),
    isEditing: false,
    declinesDialogs: false,
    isSendAhead: false,
    parts: [],
    unheeded: new Set(tellingNames(instruction)),
    undone: new Set(toldDeeds(instruction)),
    filled: new Set(),
    attachments,
    login,
    deadline: clock.mono() + timeLimitMs,
    acts: 0,
    traces: [],
    oldSign: '',
    glance: null,
    explored: null,
  };
  run.onPopup = (page) => {
    if (run.context.pages().length <= 4) run.front = page;
  };
  return agent;
}
