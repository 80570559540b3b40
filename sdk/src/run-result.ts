import { SwitchyardError, unexpectedAnswer } from './errors.ts';
import type { Run, RunResponse, SubmitInput } from './generated/client.schemas.ts';

/** A question to the run's owner, such as for a one-time code. */
export type Question = SubmitInput;

/** A run as read: the envelope of the service, and the fields beside it in a response. */
export type RunDetails<T = string | null> = Omit<Run, 'answer'> & {
  /** The answer; with a schema it has the schema's type. */
  answer: T;
  confidence: number | null;
  metadata: Record<string, string>;
  /** The question of the run, while its status is `needs_human`. */
  question: Question | null;
};

export function detailsOf(response: RunResponse): RunDetails {
  if (!response?.svc)
    throw unexpectedAnswer('', 'answered with JSON that is not a run', {
      status: 200,
      headers: new Headers(),
    });
  const { svc, confidence, metadata, required_action: action } = response;
  return { ...svc, confidence, metadata, question: action?.submit_input ?? null };
}

export function isOver({ status }: Pick<Run, 'status'>): boolean {
  return status !== 'running' && status !== 'needs_human';
}

/** A run ended without an answer: failed, blocked or cancelled. `run` has all details. */
export class RunFailedError extends SwitchyardError {
  readonly run: RunDetails;

  constructor(run: RunDetails) {
    const { code, message, remediation } = run.error ?? {
      code: 'run_not_successful' as const,
      message: run.quality?.reason ?? `The run ended as ${run.status}.`,
      remediation: 'See why with `runs.explain(id)`; reword the task or choose another routing.',
    };
    super({ code, message, remediation });
    this.run = run;
  }
}

/** A run waits for a person, and the call has no `onQuestion`. */
export class RunWaitingError extends SwitchyardError {
  readonly run: RunDetails;
  readonly question: Question | null;

  constructor(run: RunDetails) {
    const prompt = run.question?.prompt ?? run.required_action?.prompt ?? 'an answer';
    super({
      code: 'needs_human',
      message: `The run ${run.id} waits for a person: ${prompt}`,
      remediation: `Answer with runs.answer('${run.id}', ...) and go on with runs.wait('${run.id}'), or pass onQuestion.`,
    });
    this.run = run;
    this.question = run.question;
  }
}
