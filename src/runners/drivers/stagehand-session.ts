import { Worker } from 'node:worker_threads';
import { createJournal, type Journal, SPEND_CEILING } from '../../agent/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Llm, LlmAsk, LlmReply } from '../../platform/llm.ts';
import type { LlmFailure } from '../../platform/llm-refusal.ts';
import { threadEnvironment, threadFile } from '../../platform/thread-environment.ts';
import type { AttemptScope, Question } from '../contract.ts';
import type { DrivenBrowser } from './driven-browser.ts';
import { askOf, generatedOf, withoutPictures } from './stagehand-model.ts';
import { lineOf } from './stagehand-script.ts';
import type { FromWorker, StagehandEnd, StagehandJob, StagehandStep, ToWorker } from './stagehand-worker.ts';

const TIME_LIMIT_MS = 15 * 60_000;
/** The most repetitions of one action without any effect. */
const MAX_ALIKE = 7;

interface SessionOptions {
  llm: Llm;
  clock: Clock;
  browser: DrivenBrowser;
  scope: AttemptScope;
  spendMicroUsd: number;
}

export type JobEnd =
  | { kind: 'ended'; end: StagehandEnd }
  | { kind: 'unopened'; problem: string }
  | { kind: 'spent'; reason: string }
  | { kind: 'unanswered' }
  | { kind: 'broken' };

/** One thread at work: its browser traffic, its questions to the model, its steps, its end. */
export class StagehandSession {
  costMicroUsd = 0;
  /** The model's last failure; it ends the work. */
  failure: LlmFailure | null = null;
  /** Steps and script, and the secrets hidden in everything that leaves the attempt. */
  readonly journal: Journal;
  /** False once an action has no line in a script. */
  isWhole = true;
  readonly #options: SessionOptions;
  readonly #stop = new AbortController();
  readonly #outcome = Promise.withResolvers<JobEnd>();
  #picture: Uint8Array | null = null;
  #dearest = 0;
  #round = '';
  #alike = 0;
  #stepSince: number;
  #timeLeftMs = TIME_LIMIT_MS;
  #stopClock: () => void = () => undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#stepSince = options.clock.mono();
    this.journal = createJournal((step) =>
      options.scope.onStep({ ...step, picture: Promise.resolve(this.#picture) }),
    );
  }

  async work(job: StagehandJob): Promise<JobEnd> {
    const { scope, browser } = this.#options;
    const { signal } = scope;
    const thread = new Worker(threadFile('stagehand-worker', import.meta.url), {
      workerData: job,
      env: threadEnvironment(),
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: 1_024 },
    });
    const post = (message: ToWorker) => thread.postMessage(message);
    thread.on('message', (message: FromWorker) => this.#hear(message, post));
    thread.on('error', () => this.#outcome.resolve({ kind: 'broken' }));
    thread.on('exit', () => this.#outcome.resolve({ kind: 'broken' }));
    scope.onCamera({ watch: (isWatched) => post({ kind: 'watch', isWatched }) });
    browser.onMessage = (text) => post({ kind: 'cdp', text });
    browser.onClose = () => post({ kind: 'closed' });
    const onAbort = () => this.#outcome.resolve({ kind: 'broken' });
    signal.addEventListener('abort', onAbort, { once: true });
    this.#stopClock = this.#startClock();
    try {
      return await this.#outcome.promise;
    } finally {
      this.#stopClock();
      signal.removeEventListener('abort', onAbort);
      this.#stop.abort();
      await thread.terminate();
    }
  }

  #hear(message: FromWorker, post: (message: ToWorker) => void): void {
    switch (message.kind) {
      case 'cdp':
        this.#options.browser.send(message.text);
        break;
      case 'ask':
        void this.#answer(message.id, message.options, post);
        break;
      case 'step':
        this.#step(message.step);
        break;
      case 'deed': {
        const line = lineOf(message.deed);
        if (line) this.journal.line(line);
        else this.isWhole = false;
        break;
      }
      case 'frame':
        this.#options.scope.onFrame(message.picture);
        break;
      case 'question':
        void this.#askOwner(message.id, message.question, post);
        break;
      case 'unopened':
        this.#outcome.resolve(message);
        break;
      case 'end':
        this.#outcome.resolve({ kind: 'ended', end: message.end });
    }
  }

  async #answer(id: number, options: unknown, post: (message: ToWorker) => void): Promise<void> {
    const { llm, scope, spendMicroUsd } = this.#options;
    const ask = askOf(options, AbortSignal.any([scope.signal, this.#stop.signal]));
    const likely = Math.max(this.#dearest, llm.leastMicroUsd(ask));
    if (this.costMicroUsd + likely > spendMicroUsd) {
      this.#outcome.resolve({ kind: 'spent', reason: SPEND_CEILING });
      return;
    }
    const { redactor } = this.journal;
    // The page may show the owner's answer.
    const messages = redactor.isEmpty ? ask.messages : redactor.scrubDeep(withoutPictures(ask.messages));
    const reply = await llm.ask({ ...ask, messages });
    this.costMicroUsd += reply.costMicroUsd;
    this.#dearest = Math.max(this.#dearest, reply.costMicroUsd);
    if (reply.ok && this.#goesRound(ask, reply))
      this.#outcome.resolve({ kind: 'spent', reason: 'the model did the same over and over' });
    else if (reply.ok) post({ kind: 'answer', id, answer: generatedOf(reply) });
    else {
      this.failure = reply;
      this.#outcome.resolve({ kind: 'broken' });
    }
  }

  /** The same call as before, after the same result. */
  #goesRound(ask: LlmAsk, { calls }: LlmReply): boolean {
    const last = ask.messages.at(-1);
    const results =
      last?.role === 'tool' ? last.content.map((part) => 'output' in part && part.output) : null;
    const round = JSON.stringify([calls.map(({ name, input }) => [name, input]), results]);
    this.#alike = calls.length > 0 && round === this.#round ? this.#alike + 1 : 0;
    this.#round = round;
    return this.#alike >= MAX_ALIKE;
  }

  async #askOwner(id: number, question: Question, post: (message: ToWorker) => void): Promise<void> {
    this.#stopClock();
    const picture = async () => this.#picture;
    const reply = await this.#options.scope.ask({ ...question, picture });
    this.#stopClock = this.#startClock();
    if (reply.answered) {
      const value = reply.value.trim();
      if (question.kind !== 'confirm')
        this.journal.hide(value, question.kind === 'otp' ? '{{totp}}' : '{{answer}}');
      post({ kind: 'answer', id, answer: value });
    } else if (question.kind === 'confirm' && reply.reason === 'not_allowed')
      post({ kind: 'answer', id, answer: null });
    else this.#outcome.resolve({ kind: 'unanswered' });
  }

  /** The time in which the owner thinks is not the task's. */
  #startClock(): () => void {
    const { clock } = this.#options;
    const startedAt = clock.mono();
    const cancelTimer = clock.after(this.#timeLeftMs, () =>
      this.#outcome.resolve({ kind: 'spent', reason: 'the time for the task was over' }),
    );
    return () => {
      cancelTimer();
      this.#timeLeftMs -= clock.mono() - startedAt;
    };
  }

  #step({ action, target, ok, url, picture }: StagehandStep): void {
    const now = this.#options.clock.mono();
    const durationMs = now - this.#stepSince;
    this.#stepSince = now;
    if (picture) this.#options.scope.onFrame(picture);
    this.#picture = picture;
    this.journal.step({ action, target, detail: null, url, ok, durationMs });
  }
}
