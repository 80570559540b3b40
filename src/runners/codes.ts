/** The party responsible for a failed attempt; the router learns by it. */
export type Fault = 'none' | 'runner' | 'site' | 'platform' | 'caller';

export interface CodeMeaning {
  fault: Exclude<Fault, 'none'>;
  /** The attempt costs nothing unless the provider reports a cost. */
  isFree?: true;
  /** An answer that the adapter does not understand can end an attempt so. */
  mayDiffer?: true;
  /** The error of the run where no attempt did better; `run_failed` without it. */
  error?: 'blocked';
}

/** Every code of an attempt without a result. A code has one meaning and one fault. */
export const ENDINGS = {
  /** The caller has to change something before any runner can do the task. */
  credential_off_site: { fault: 'caller' },
  forbidden_domain: { fault: 'caller' },
  login_missing: { fault: 'caller' },
  login_rejected: { fault: 'caller' },
  missing_url: { fault: 'caller', isFree: true },
  no_answer: { fault: 'caller' },
  no_script: { fault: 'caller', isFree: true },
  unsafe_url: { fault: 'caller', isFree: true },

  /** The site refuses, fails or asks for too much. */
  blocked: { fault: 'site', error: 'blocked' },
  captcha: { fault: 'site', error: 'blocked' },
  egress_cap: { fault: 'site' },
  empty_page: { fault: 'site' },
  login_required: { fault: 'site' },
  navigation_loop: { fault: 'site' },
  not_found: { fault: 'site' },
  page_crashed: { fault: 'site' },
  page_unresponsive: { fault: 'site' },
  read_too_long: { fault: 'site' },
  redirect_loop: { fault: 'site' },
  site_error: { fault: 'site' },
  site_failed: { fault: 'site' },
  site_rate_limited: { fault: 'site' },
  site_refused: { fault: 'site' },
  site_timeout: { fault: 'site' },
  site_unreachable: { fault: 'site' },
  temp_cap: { fault: 'site' },
  unsafe_redirect: { fault: 'site', isFree: true },

  /** The runner worked and did not do the task; another one may. */
  answer_not_found: { fault: 'runner' },
  form_rejected: { fault: 'runner' },
  list_not_whole: { fault: 'runner' },
  local_target: { fault: 'runner', isFree: true },
  login_failed: { fault: 'runner' },
  needs_browser: { fault: 'runner', isFree: true },
  no_output: { fault: 'runner', mayDiffer: true },
  not_achieved: { fault: 'runner' },
  /** The action was tried without proof: it may have happened, so no runner repeats it. */
  not_confirmed: { fault: 'runner' },
  not_done: { fault: 'runner' },
  not_finished: { fault: 'runner' },
  not_readable: { fault: 'runner' },
  not_signed_in: { fault: 'runner' },
  runner_failed: { fault: 'runner' },
  spend_ceiling: { fault: 'runner' },
  step_failed: { fault: 'runner' },
  /** The model repeated the same actions without any effect. */
  stuck: { fault: 'runner' },
  timeout: { fault: 'runner', mayDiffer: true },

  /** The provider, the language model, our browser or our service failed: the attempt says nothing about the runner. */
  aborted: { fault: 'platform', isFree: true },
  browser_lost: { fault: 'platform', isFree: true },
  browser_unavailable: { fault: 'platform', isFree: true, mayDiffer: true },
  cancelled: { fault: 'platform', isFree: true },
  model_auth: { fault: 'platform', isFree: true },
  model_failed: { fault: 'platform', isFree: true },
  model_garbage: { fault: 'platform', isFree: true },
  model_rate_limited: { fault: 'platform', isFree: true },
  /** The task is beyond the rules of a runner without a language model; nothing was opened. */
  model_required: { fault: 'platform', isFree: true },
  model_rejected: { fault: 'platform', isFree: true },
  model_timeout: { fault: 'platform', isFree: true },
  model_unreachable: { fault: 'platform', isFree: true },
  no_model: { fault: 'platform', isFree: true },
  provider_5xx: { fault: 'platform', isFree: true },
  provider_auth: { fault: 'platform', isFree: true },
  provider_failed: { fault: 'platform', isFree: true },
  provider_garbage: { fault: 'platform', isFree: true, mayDiffer: true },
  provider_lost: { fault: 'platform', isFree: true },
  provider_not_found: { fault: 'platform', isFree: true },
  provider_quota: { fault: 'platform', isFree: true },
  provider_rate_limited: { fault: 'platform', isFree: true },
  provider_rejected: { fault: 'platform', isFree: true },
  provider_stopped: { fault: 'platform', isFree: true },
  provider_timeout: { fault: 'platform', isFree: true, mayDiffer: true },
  provider_unreachable: { fault: 'platform', isFree: true },
  stagehand_broken: { fault: 'platform', isFree: true },

  /** The service ends the attempt in the runner's place. */
  credential_closed: { fault: 'platform', isFree: true },
  credential_gone: { fault: 'caller', isFree: true },
  custody_refused: { fault: 'platform', isFree: true },
  no_progress: { fault: 'runner', mayDiffer: true },
  result_unusable: { fault: 'platform', isFree: true },
  runner_crashed: { fault: 'platform', isFree: true },
  runner_gone: { fault: 'platform', isFree: true },
} as const satisfies Record<string, CodeMeaning>;

export type EndCode = keyof typeof ENDINGS;

/** An answer that the adapter does not understand can end an attempt with this code. */
export function mayDiffer(code: string): boolean {
  const meanings: Readonly<Record<string, CodeMeaning | undefined>> = ENDINGS;
  return meanings[code]?.mayDiffer ?? false;
}
