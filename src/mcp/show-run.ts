import type { CallToolResult, ContentBlock, ResourceLink } from '@modelcontextprotocol/server';
import type { RunDetails } from '@switchyard/sdk';
import { isOver } from './follow.ts';
import { inToolWords } from './tool-errors.ts';
import type { Output } from './tool-shapes.ts';

/** Longer answers are cut; a link leads to the whole of them. */
const MAX_ANSWER = 20_000;
const MAX_LINKS = 20;

export const RUN_URI = 'switchyard://runs';

/** The data of the app; models never see `_meta`. */
const RUN_META = 'switchyard/run';

/** A run as the result of a tool: its answer or its state in words, and links to its files. */
export function showRun(run: RunDetails, origin: string): CallToolResult {
  const text = { type: 'text' as const, text: wordsOf(run, origin) };
  const content: ContentBlock[] = [text, ...linksOf(run)];
  const isError = isOver(run) && !isAnswered(run) && run.status !== 'cancelled';
  const structuredContent: Output<'run_task'> = {
    id: run.id,
    status: run.status,
    answer: run.answer,
    output: run.output,
    runner: run.runner,
    cost_usd: run.cost.total_usd,
    confidence: run.confidence,
    question: questionOf(run, origin),
    error: run.error && { code: run.error.code, message: run.error.message },
    files: filesOf(run).map(({ name, uri, mimeType }) => ({ name, uri, content_type: mimeType })),
  };
  return {
    content,
    structuredContent,
    ...(isError && { isError }),
    _meta: { [RUN_META]: factsOf(run, origin) },
  };
}

function wordsOf(run: RunDetails, origin: string): string {
  if (run.question) return `${waitingWords(run, origin)}\n${watchLine(run)}`.trim();
  if (!isOver(run))
    return [
      `${statusLine(run)} It goes on without this connection.`,
      `Call get_run with {"id":"${run.id}"} to wait for it, or cancel_run to stop it.`,
      watchLine(run),
    ]
      .join('\n')
      .trim();
  if (isAnswered(run)) return `${cut(answerOf(run), run.id)}\n\n${endLine(run)}`;
  const why = run.error ?? {
    message: run.quality?.reason ?? 'The run has no answer.',
    remediation: `Call explain_run with {"id":"${run.id}"} to see why.`,
  };
  return `${endLine(run)} ${inToolWords(why.message)} ${inToolWords(why.remediation)}`.trim();
}

/** That there is nothing is an answer, too. */
function isAnswered({ status }: RunDetails): boolean {
  return status === 'succeeded' || status === 'empty';
}

/** The work of the run up to this moment, in one line. */
export function statusLine(run: RunDetails): string {
  const [last] = run.steps.slice(-1);
  const runner = run.routing_attempts.at(-1)?.runner ?? run.progress?.attempts.at(-1)?.runner;
  const doing = last ? `: ${last.action}${last.target ? ` ${last.target}` : ''}` : '';
  const by = runner ? ` with ${runner}` : '';
  return `Run ${run.id} is running${by}${doing} (${dollars(run.progress?.spend_usd ?? run.cost.total_usd)} so far).`;
}

function waitingWords(run: RunDetails, origin: string): string {
  const { question, id } = run;
  if (!question) return '';
  const asked = `Run ${id} waits for its owner: ${question.prompt}`;
  const call = `call answer_question with {"id":"${id}","answer":"..."}`;
  return question.kind === 'otp'
    ? `${asked}\nAsk the user to enter the code at ${answerPage(origin, id)} and then call get_run; or ${call}.`
    : `${asked}\nAsk the user, then ${call}.`;
}

export function answerPage(origin: string, id: string): string {
  return `${origin}/answer/${id}`;
}

function endLine(run: RunDetails): string {
  const by = run.runner ? ` with ${run.runner}` : '';
  const time = run.timing_ms === null ? '' : ` in ${(run.timing_ms / 1_000).toFixed(1)} s`;
  const sure = run.confidence === null ? '' : `, confidence ${run.confidence.toFixed(2)}`;
  return `Run ${run.id} ${run.status}${by}${time} for ${dollars(run.cost.total_usd)}${sure}.`;
}

function watchLine({ live_view }: RunDetails): string {
  return live_view ? `Watch it: ${live_view}` : '';
}

export function answerOf({ output, answer }: RunDetails): string {
  if (typeof output === 'object' && output !== null) return JSON.stringify(output, null, 1);
  return answer ?? (output === null ? '' : String(output));
}

function cut(text: string, id: string): string {
  if (text.length <= MAX_ANSWER) return text;
  const kept = text.slice(0, MAX_ANSWER).replace(/[\ud800-\udbff]$/, '');
  return `${kept}\n[Cut at ${MAX_ANSWER} of ${text.length} characters; the whole answer is the resource ${RUN_URI}/${id}/answer.]`;
}

function linksOf(run: RunDetails): ResourceLink[] {
  const whole: ResourceLink[] =
    isOver(run) && answerOf(run).length > MAX_ANSWER
      ? [
          {
            type: 'resource_link',
            uri: `${RUN_URI}/${run.id}/answer`,
            name: 'answer',
            description: 'The whole answer',
            mimeType: 'text/plain',
          },
        ]
      : [];
  return [...whole, ...filesOf(run)];
}

function filesOf(run: RunDetails) {
  return run.artifacts
    .filter(({ unavailable_reason }) => unavailable_reason === null)
    .slice(0, MAX_LINKS)
    .map((file) => ({
      type: 'resource_link' as const,
      uri: `${RUN_URI}/${run.id}/files/${file.id}`,
      name: file.name,
      description: file.kind,
      mimeType: file.content_type,
      size: file.size_bytes,
    }));
}

function questionOf({ id, question }: RunDetails, origin: string) {
  return question && { kind: question.kind, prompt: question.prompt, page: answerPage(origin, id) };
}

/** The data that the app in the chat shows. */
function factsOf(run: RunDetails, origin: string) {
  return {
    id: run.id,
    status: run.status,
    runner: run.runner ?? run.routing_attempts.at(-1)?.runner ?? null,
    url: run.url,
    spend_usd: isOver(run) ? run.cost.total_usd : (run.progress?.spend_usd ?? run.cost.total_usd),
    max_cost_usd: run.budget.max_cost_usd,
    steps: run.steps.slice(-6).map(({ action, target, ok }) => ({ action, target, ok })),
    live_view: run.live_view,
    question: questionOf(run, origin),
    reason: run.error?.message ?? run.quality?.reason ?? null,
  };
}

export function dollars(usd: number): string {
  return `$${usd.toFixed(usd === 0 || usd >= 1 ? 2 : 4)}`;
}
