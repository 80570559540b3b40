import { z } from 'zod';
import { ApiError } from '../../errors.ts';
import { jsonOf } from '../../platform/json.ts';
import { type Call, creates, type RunView, type Shown } from '../wrapper.ts';
import { filesOf, isOver, isSuccess, numbered, refuse, stepsOf, wordsOf } from './shared.ts';

const text = z.string({ error: 'must be a string' });

const v2Body = z.object(
  {
    task: text,
    startUrl: text.nullish(),
    structuredOutput: text.nullish(),
    systemPromptExtension: text.nullish(),
    llm: text.nullish(),
    metadata: z.unknown().optional(),
    sessionId: z.unknown().optional(),
    secrets: z.unknown().optional(),
  },
  { error: 'must be a JSON object' },
);

const stopBody = z.object(
  { action: z.enum(['stop', 'stop_task_and_session'], { error: 'must be stop or stop_task_and_session' }) },
  { error: 'must be a JSON object' },
);

const V2_STATUS: Record<RunView['svc']['status'], string> = {
  running: 'started',
  needs_human: 'started',
  succeeded: 'finished',
  empty: 'finished',
  // The official client keeps waiting after `failed`; `isSuccess` tells the outcome.
  failed: 'finished',
  blocked: 'finished',
  cancelled: 'stopped',
};

/** Tasks, of API version 2. */
export const v2Calls: Call[] = [
  creates({
    method: 'POST',
    path: '/api/v2/tasks',
    body: v2Body,
    task: ({
      task,
      startUrl,
      structuredOutput,
      systemPromptExtension,
      llm,
      metadata,
      sessionId,
      secrets,
    }) => {
      refuse({ sessionId, secrets });
      return {
        input: task,
        url: startUrl,
        instructions: systemPromptExtension,
        model: llm,
        metadata,
        ...(structuredOutput ? { output_schema: parsed(structuredOutput) } : {}),
      };
    },
    names: {
      input: 'task',
      url: 'startUrl',
      instructions: 'systemPromptExtension',
      model: 'llm',
      output_schema: 'structuredOutput',
    },
    show: ({ id }) => ({ id, sessionId: id }),
  }),
  {
    method: 'GET',
    path: '/api/v2/tasks',
    does: 'list',
    page: numbered('pageNumber', 'pageSize'),
    show: v2List,
  },
  { method: 'GET', path: '/api/v2/tasks/:id', does: 'read', show: v2Task },
  { method: 'GET', path: '/api/v2/tasks/:id/status', does: 'read', show: v2Task },
  { method: 'PATCH', path: '/api/v2/tasks/:id', does: 'stop', body: stopBody, show: v2Task },
  { method: 'GET', path: '/api/v2/sessions/:id', does: 'read', show: v2Session },
  { method: 'PATCH', path: '/api/v2/sessions/:id', does: 'stop', body: stopBody, show: v2Session },
  {
    method: 'GET',
    path: '/api/v2/files/tasks/:id/output-files/:fileId',
    does: 'read',
    show: (run, { fileId }) => {
      const file = filesOf(run).find(({ id }) => id === fileId);
      if (!file) throw new ApiError('not_found', 'File not found.');
      return { id: file.id, fileName: file.name, downloadUrl: file.url };
    },
  },
];

function parsed(json: string): unknown {
  const value = jsonOf(json);
  return value === undefined ? json : value;
}

function v2Task(run: RunView) {
  const { svc } = run;
  return {
    id: run.id,
    sessionId: run.id,
    llm: run.model,
    task: run.task,
    status: V2_STATUS[svc.status],
    createdAt: svc.created_at,
    startedAt: svc.created_at,
    finishedAt: svc.finished_at,
    metadata: run.metadata,
    steps: stepsOf(run).map((step, index) => ({
      number: index + 1,
      memory: '',
      evaluationPreviousGoal: '',
      nextGoal: wordsOf(step),
      url: step.url ?? '',
      screenshotUrl: step.screenshot,
      actions: [JSON.stringify({ [step.action]: { target: step.target, detail: step.detail } })],
    })),
    output: run.output_text || null,
    outputFiles: filesOf(run).map(({ id, name }) => ({ id, fileName: name })),
    browserUseVersion: null,
    isSuccess: isSuccess(run),
    judgement: svc.quality?.reason ?? svc.error?.message ?? null,
    judgeVerdict: isSuccess(run),
    cost: String(svc.cost.total_usd),
  };
}

function v2List(runs: RunView[], page: Shown) {
  const items = runs.map(v2Task).map(({ steps: _steps, outputFiles: _files, ...item }) => item);
  return { items, totalItems: page.total, pageNumber: page.number, pageSize: page.size };
}

function v2Session(run: RunView) {
  const { steps: _steps, outputFiles: _files, ...item } = v2Task(run);
  return {
    id: run.id,
    status: isOver(run) ? 'stopped' : 'active',
    liveUrl: run.svc.live_view,
    recordingUrl: run.svc.replay_url,
    startedAt: run.svc.created_at,
    finishedAt: run.svc.finished_at,
    tasks: [item],
    publicShareUrl: null,
    persistMemory: false,
    keepAlive: false,
    proxyUsedMb: '0',
    proxyCost: '0',
  };
}
