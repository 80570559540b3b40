import type { ErrorCode } from '../errors.ts';

/** The remedies of the API name paths and headers. A model has tools. */
const REMEDIES: Partial<Record<ErrorCode, string>> = {
  invalid_api_key:
    'Ask the user to connect Switchyard again, or to set another key in the settings of this client.',
  invalid_routing: 'Call list_runners for the slugs; smart needs no slug.',
  credential_not_found: 'Call list_credentials for the ids.',
  response_not_found: 'Use the id in the result of run_task or fetch_page.',
  runner_unavailable: 'Call list_runners for the available runners, or leave routing out.',
  not_waiting_for_input: 'Call get_run for the state of the run.',
};

/** A line about an error: its problem and its remedy, in words of the tools. */
export function toolError(error: unknown, taskArgument: 'task' | 'question', ownRemedy?: string): string {
  const { code, message, remediation } = error as {
    code?: ErrorCode;
    message?: string;
    remediation?: string;
  };
  const remedy = ownRemedy ?? (code && REMEDIES[code]) ?? remediation;
  return [message ?? String(error), remedy]
    .flatMap((text) => (text ? [inToolWords(text, taskArgument)] : []))
    .join(' ');
}

/** Arguments instead of members of a request; a sentence about paths or headers is left out. */
export function inToolWords(text: string, taskArgument: 'task' | 'question' = 'task'): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .split(/(?<=[.!?]) /)
    .filter((sentence) => !OF_HTTP.test(sentence))
    .join(' ')
    .replaceAll('`input`', `\`${taskArgument}\``);
}

const OF_HTTP =
  /\b(?:GET|POST|PUT|PATCH|DELETE) \/|\/v1\/|\b(?:header|Authorization|x-api-key|Idempotency-Key|User-Agent)\b/i;
