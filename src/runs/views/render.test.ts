import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Ending, outcomeOf, statusOf } from '../ending.ts';
import { anAttempt, aRun } from '../run.fixture.ts';
import type { Attempt, Outcome, Run } from '../run.ts';
import { envelope, responseObject } from '../schema.ts';
import { asAsked, asCreated } from './past-states.ts';
import { renderEnvelope, renderResponse } from './render.ts';

const BASE = 'https://runs.example';
const date = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
const text = fc.string({ maxLength: 20 });
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const micro = fc.integer({ min: 0, max: 10_000_000_000 });
const verdict = fc.constantFrom('succeeded', 'blocked', 'failed', 'empty');
const runError = fc.record({
  code: fc.constantFrom(
    'run_timeout',
    'budget_exhausted',
    'insufficient_credits',
    'run_cancelled',
    'blocked',
    'run_failed',
    'schema_violation',
  ),
  message: text,
});
const quality = fc.record({
  verdict,
  confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  reason: text,
  source: fc.constantFrom('deterministic', 'grader'),
});
const outcome: fc.Arbitrary<Outcome> = fc.record({
  output: fc.jsonValue(),
  answer: orNull(text),
  answerPresent: fc.boolean(),
  quality,
  blockReason: orNull(fc.constant('bot_challenge')),
  deliverables: orNull(
    fc.record({ claimed: fc.nat(), delivered: fc.nat(), verdict: fc.constant('partial'), note: text }),
  ),
  finalUrl: orNull(fc.webUrl()),
  error: orNull(runError),
}) as fc.Arbitrary<Outcome>;
const step = fc.record({
  action: text,
  target: orNull(text),
  detail: orNull(text),
  url: orNull(text),
  ok: fc.boolean(),
  durationMs: fc.nat(),
});
const attempt: fc.Arbitrary<Attempt> = fc
  .record({
    runner: fc.constantFrom('first', 'second'),
    engine: orNull(text),
    phase: fc.constantFrom('planned', 'fallback', 'race', 'widened', 'probe'),
    status: fc.constantFrom('running', 'finished', 'lost', 'cancelled'),
    costMicro: orNull(micro),
    verdict: orNull(verdict),
    blockReason: orNull(text),
    fault: fc.constantFrom('none', 'runner', 'site', 'platform', 'caller'),
    error: orNull(fc.record({ code: text, message: text })),
    startedAt: date,
    finishedAt: orNull(date),
    result: orNull(
      fc.record({
        output: fc.jsonValue(),
        finalUrl: orNull(text),
        errorCode: fc.constant(null),
        judgement: fc.constant(null),
        steps: fc.array(step.chain((one) => date.map((at) => ({ ...one, at: at.toISOString() })))),
      }),
    ),
  })
  .map((changes) => anAttempt(changes as Partial<Attempt>));
const artifact = fc.record({
  id: fc.constant('art_1'),
  kind: fc.constantFrom('screenshot', 'download', 'recording'),
  name: text,
  contentType: text,
  sizeBytes: fc.nat(),
  storageKey: orNull(text),
  providerUrl: orNull(fc.webUrl()),
  unavailableReason: orNull(text),
  createdAt: date,
});
const QUESTION = {
  id: 'ia_1',
  kind: 'otp',
  prompt: 'The code?',
  channel: 'sms',
  createdAt: new Date('2026-11-15T02:00:00Z'),
  expiresAt: new Date('2026-11-15T02:04:00Z'),
};
const run: fc.Arbitrary<Run> = fc
  .record({
    createdAt: date,
    status: fc.constantFrom('running', 'needs_human', 'succeeded', 'failed', 'blocked', 'empty', 'cancelled'),
    feeRatePpm: fc.constantFrom(0, 50_000),
    maxCostMicro: orNull(micro),
    isOverdue: fc.boolean(),
    progressAt: date,
    expiresAt: date,
    runner: orNull(fc.constantFrom('first', 'second', 'third')),
    outcome,
    finishedAt: date,
    attempts: fc.array(attempt, { maxLength: 4 }),
    artifacts: fc.array(artifact, { maxLength: 3 }),
    normalize: fc.boolean(),
    timeBudgetMs: orNull(fc.integer({ min: 30_000 })),
    metadata: fc.dictionary(text, text),
    hasDecision: fc.boolean(),
  })
  .map(({ normalize, timeBudgetMs, metadata, hasDecision, ...changes }) => {
    const base = aRun();
    const isPaused = changes.status === 'needs_human';
    const isLive = changes.status === 'running' || isPaused;
    const decision = { strategy: 'fallback', reason: 'r', summary: 's', policyVersion: 'v' } as const;
    return {
      ...base,
      ...changes,
      request: { ...base.request, normalize, timeBudgetMs, metadata },
      plan: { ...base.plan, decision: hasDecision ? decision : null },
      isOverdue: isLive && changes.isOverdue,
      interaction: isPaused ? QUESTION : null,
      outcome: isLive ? null : changes.outcome,
      finishedAt: isLive ? null : changes.finishedAt,
    } as Run;
  });

test('a run in any state renders as an object of the contract', () => {
  fc.assert(
    fc.property(run, (one) => {
      const sent = JSON.parse(JSON.stringify(renderResponse(one, BASE)));
      expect(responseObject.safeParse(sent).error).toBeUndefined();
      expect(envelope.safeParse(JSON.parse(JSON.stringify(renderEnvelope(one, BASE)))).error).toBeUndefined();
      expect(
        responseObject.safeParse(JSON.parse(JSON.stringify(renderResponse(asCreated(one), BASE)))).error,
      ).toBeUndefined();
    }),
  );
});

test('a run past its time budget shows no attempt as running', () => {
  fc.assert(
    fc.property(run, (one) => {
      const overdue = {
        ...one,
        status: 'running' as const,
        isOverdue: true,
        outcome: null,
        finishedAt: null,
      };
      const { routing_attempts: attempts } = renderEnvelope(overdue, BASE);
      expect((attempts ?? []).map(({ status }) => status)).not.toContain('running');
    }),
  );
});

test('the text is that of the parts, errors are on failures only, and usage is there at the end', () => {
  fc.assert(
    fc.property(run, (one) => {
      const sent = renderResponse(one, BASE);
      expect(sent.output_text).toBe(
        sent.output.flatMap((item) => item.content.map((part) => part.text)).join(''),
      );
      const doc = sent.error && `${BASE}/docs/errors#${sent.error.code}`;
      expect([sent.error?.doc_url, sent.svc.error?.doc_url]).toEqual([doc ?? undefined, doc ?? undefined]);
      const isLive = sent.status === 'in_progress' || sent.status === 'requires_action';
      expect(sent.usage === null).toBe(isLive);
      expect(sent.completed_at !== null).toBe(sent.status === 'completed');
      expect(sent.svc.progress !== undefined).toBe(isLive);
      expect(sent.required_action !== undefined).toBe(sent.status === 'requires_action');
      expect(sent.svc.required_action !== null).toBe(sent.status === 'requires_action');
      expect(sent.svc.cost.total_usd).toBeCloseTo(
        sent.svc.cost.runner_usd + sent.svc.cost.platform_fee_usd,
        9,
      );
    }),
  );
});

const FILE = {
  id: 'art_1',
  kind: 'download' as const,
  name: 'report.pdf',
  contentType: 'application/pdf',
  sizeBytes: 1,
  storageKey: 'key',
  providerUrl: null,
  unavailableReason: null,
  isExpired: false,
  createdAt: new Date('2026-11-15T02:00:00Z'),
};

test('every link is absolute', () => {
  const steps = [
    {
      action: 'click',
      target: null,
      detail: null,
      url: null,
      ok: true,
      durationMs: 1,
      at: '2026-11-15T02:00:00Z',
      screenshot: 'art_2',
    },
  ];
  const result = { finalUrl: null, steps, judgement: null, errorCode: null };
  const attempts = [anAttempt({ runner: 'local-chromium', result })];
  const artifacts = [
    FILE,
    { ...FILE, kind: 'screenshot' as const },
    { ...FILE, kind: 'recording' as const, contentType: 'text/html' },
  ];
  const interaction = QUESTION as Run['interaction'];
  const sent = renderResponse(aRun({ status: 'needs_human', interaction, attempts, artifacts }), BASE);
  const live = `${BASE}/live/${'0'.repeat(64)}`;
  const file = `${BASE}/api/v1/responses/${sent.id}/artifacts/art_1`;
  expect(sent.required_action?.submit_input).toMatchObject({
    live_view: live,
    replay_url: live,
    screenshot: file,
  });
  expect(sent.svc).toMatchObject({ live_view: live, replay_url: live, screenshot: file });
  expect(sent.svc.session).toMatchObject({ live_url: live, replay_url: live });
  expect(sent.svc.artifacts.map(({ url }) => url)).toEqual([file, file, file]);
  expect(sent.svc.steps[0]?.screenshot).toBe(`${BASE}/api/v1/responses/${sent.id}/artifacts/art_2`);
});

test('a file that was not captured has the address of its provider and the reason', () => {
  const missed = {
    ...FILE,
    storageKey: null,
    providerUrl: 'https://provider.example/f/1',
    unavailableReason: 'The provider did not send it.',
  };
  expect(renderResponse(aRun({ artifacts: [missed] }), BASE).svc.artifacts[0]).toMatchObject({
    url: 'https://provider.example/f/1',
    unavailable_reason: 'The provider did not send it.',
  });
});

test.each([
  ['smart', 60_000, false],
  ['smart', null, true],
  ['category', null, true],
  ['runner', null, false],
  ['chain', null, false],
] as const)('a %s run with a budget of %s says uncapped: %s', (routingClass, timeBudgetMs, uncapped) => {
  const run = aRun({ routingClass });
  const { svc } = renderResponse({ ...run, request: { ...run.request, timeBudgetMs } }, BASE);
  expect(svc).toMatchObject({ time_budget_ms: timeBudgetMs, uncapped });
});

test.each([
  ['Download the annual report', { claimed: 0, delivered: 0, verdict: 'not_delivered' }],
  ['Read the annual report', null],
])('"%s" that ended early says of its files %j', (goal, expected) => {
  const run = aRun({ status: 'failed', finishedAt: FILE.createdAt });
  const task = { ...run.request.task, goal };
  const over = { ...run, request: { ...run.request, task } };
  const ending = { kind: 'stopped', code: 'run_timeout', message: 'Over.' } as const;
  const { svc } = renderResponse({ ...over, outcome: outcomeOf(over, ending) }, BASE);
  expect(svc.deliverables).toEqual(expected && expect.objectContaining(expected));
});

test('a question that was answered meanwhile is told as it was asked', () => {
  const later = new Date('2026-11-15T02:01:00Z');
  const attempts = [
    anAttempt({ status: 'finished', verdict: 'succeeded', costMicro: 1_000, finishedAt: later }),
    anAttempt({ ordinal: 1, startedAt: later }),
  ];
  const over = aRun({
    status: 'succeeded',
    attempts,
    finishedAt: later,
    artifacts: [{ ...FILE, createdAt: later }],
  });
  const sent = renderResponse(asAsked(over, QUESTION as NonNullable<Run['interaction']>), BASE);
  expect(sent).toMatchObject({
    status: 'requires_action',
    required_action: { submit_input: { prompt: 'The code?' } },
    svc: {
      status: 'needs_human',
      artifacts: [],
      progress: { attempts: [{ status: 'running', cost_usd: null }] },
    },
  });
});

test('a file past its retention has no address, even while its bytes are being erased', () => {
  const at = new Date('2026-11-15T02:00:00Z');
  const shown = (isExpired: boolean) => {
    const artifacts = (['screenshot', 'recording'] as const).map((kind) => ({
      ...FILE,
      kind,
      contentType: kind === 'recording' ? 'text/html' : FILE.contentType,
      isExpired,
    }));
    const attempts = [anAttempt({ status: 'finished', runner: 'local-chromium' })];
    const { svc } = renderResponse(aRun({ status: 'succeeded', attempts, artifacts, finishedAt: at }), BASE);
    return [svc.replay_url, svc.session?.replay_url, svc.screenshot, ...svc.artifacts.map(({ url }) => url)];
  };
  expect(shown(false)).not.toContain(null);
  expect(shown(true)).toEqual([null, null, null, null, null]);
});

test.each([
  ['a plain answer', 'Yes', 'Yes'],
  ['an object', { price: 3 }, '{\n  "price": 3\n}'],
  ['an empty list', [], '[]'],
])('the text of %s', (_name, output, expected) => {
  const judgement = {
    output,
    answer: typeof output === 'string' ? output : JSON.stringify(output, null, 2),
    answerPresent: true,
  };
  const quality = { verdict: 'succeeded', confidence: 0.8, reason: 'fine', source: 'deterministic' } as const;
  const facts = {
    finalUrl: null,
    steps: [],
    errorCode: null,
    judgement: { ...judgement, quality, blockReason: null, deliverables: null },
  };
  const speaking = anAttempt({ status: 'finished', verdict: 'succeeded', result: facts });
  const over = aRun({
    status: 'succeeded',
    attempts: [speaking],
    finishedAt: new Date('2026-11-15T02:00:01Z'),
  });
  const sent = renderResponse(
    { ...over, outcome: outcomeOf(over, { kind: 'answered', attempt: speaking }) },
    BASE,
  );
  expect(sent).toMatchObject({
    status: 'completed',
    output_text: expected,
    error: null,
    svc: { output, answer_present: true },
  });
});

test('the session is that of the attempt that speaks for the run, with the facts of its provider', () => {
  const session = { id: 'bb-1', liveViewUrl: 'https://live.example/1', region: 'eu-central-1' };
  const won = anAttempt({ id: 'att_won', runner: 'won', status: 'finished', verdict: 'succeeded', session });
  const cut = anAttempt({ id: 'att_cut', runner: 'cut', status: 'cancelled', session: { id: 'bb-2' } });
  const over = { finishedAt: new Date('2026-11-15T02:01:00Z'), status: 'succeeded' as const, runner: 'won' };
  const run = aRun({ ...over, attempts: [won, cut] });
  expect(renderEnvelope(run, BASE).session).toMatchObject({
    id: 'att_won',
    provider_id: 'bb-1',
    live_url: 'https://live.example/1',
    region: 'eu-central-1',
  });
  expect(renderEnvelope(aRun({ attempts: [won, cut] }), BASE).session).toMatchObject({
    id: 'att_cut',
    region: null,
  });
});

test("a hosted browser's links are those of its run and of its question; our own page comes first for our own", () => {
  const session = { id: 'h-1', liveViewUrl: 'https://h.example/live', replayUrl: 'https://h.example/replay' };
  const hosted = anAttempt({ id: 'att_h', runner: 'hosted', session });
  const own = anAttempt({ id: 'att_o', runner: 'local-chromium' });
  const page = `${BASE}/live/${'0'.repeat(64)}`;
  const recording = { ...FILE, kind: 'recording' as const, contentType: 'text/html' };
  const paused = { status: 'needs_human' as const, interaction: QUESTION as Run['interaction'] };
  const links = (changes: Partial<Run>) => {
    const { svc, required_action } = renderResponse(aRun({ ...paused, ...changes }), BASE);
    const { live_view, replay_url } = required_action?.submit_input ?? {};
    expect({ live_view, replay_url }).toEqual({ live_view: svc.live_view, replay_url: svc.replay_url });
    return [svc.live_view, svc.replay_url];
  };
  expect(links({ attempts: [hosted] })).toEqual([session.liveViewUrl, session.replayUrl]);
  expect(links({ attempts: [own, hosted], artifacts: [recording] })).toEqual([
    session.liveViewUrl,
    session.replayUrl,
  ]);
  expect(links({ attempts: [hosted, own], artifacts: [recording] })).toEqual([page, page]);
  expect(links({ attempts: [own] })).toEqual([page, null]);
  const video = { ...recording, contentType: 'video/mp4' };
  expect(links({ attempts: [anAttempt({ session: { id: 'h-2' } })], artifacts: [video] })).toEqual([
    null,
    `${BASE}/api/v1/responses/${aRun().id}/artifacts/art_1`,
  ]);
});

test('a confidence is one number, and only about an answer', () => {
  const judged = fc.record({
    verdict: fc.constantFrom('succeeded', 'empty', 'blocked', 'failed'),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  const endings = [
    'answered',
    'failed',
    'run_timeout',
    'budget_exhausted',
    'insufficient_credits',
    'run_cancelled',
  ] as const;
  fc.assert(
    fc.property(judged, fc.constantFrom(...endings), ({ verdict, confidence }, kind) => {
      const quality = { verdict, confidence, reason: 'x', source: 'deterministic' } as const;
      const facts = {
        output: 'x',
        answer: 'x',
        answerPresent: true,
        deliverables: null,
        blockReason: 'bot_challenge',
      };
      const result = { finalUrl: null, steps: [], errorCode: null, judgement: { ...facts, quality } };
      const attempt = anAttempt({
        status: 'finished',
        verdict: verdict as Attempt['verdict'],
        result: result as Attempt['result'],
      });
      const run = aRun({ attempts: [attempt], finishedAt: new Date() });
      const ending: Ending =
        kind === 'answered' || kind === 'failed'
          ? { kind, attempt }
          : { kind: 'stopped', code: kind, message: 'Over.' };
      const sent = renderResponse(
        { ...run, status: statusOf(ending), outcome: outcomeOf(run, ending) },
        BASE,
      );
      expect(sent.confidence).toBe(kind === 'answered' ? confidence : null);
      expect(sent.svc.quality?.confidence).toBe(sent.confidence);
      expect(sent.svc.block_reason).toBe(kind === 'run_cancelled' ? null : 'bot_challenge');
    }),
  );
});

test('digits of numbers that no double can hold are numbers in the answer', () => {
  const ids = ['1786543210987654321', '9007199254740993'];
  const output = { ids, name: '1786543210987654321' };
  const outcome = {
    ...outcomeOf(aRun(), { kind: 'failed', attempt: null }),
    output,
    numbers: ['/ids/0', '/ids/1'],
  };
  const sent = renderResponse(aRun({ status: 'succeeded', finishedAt: new Date(), outcome }), BASE);
  expect(JSON.stringify(sent.svc.output)).toBe(`{"ids":[${ids}],"name":"1786543210987654321"}`);
  expect(sent.output_text.replace(/\s/g, '')).toBe(JSON.stringify(sent.svc.output));
});
