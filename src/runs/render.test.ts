import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outcomeOf } from './finish.ts';
import { asCreated, renderEnvelope, renderResponse } from './render.ts';
import { anAttempt, aRun } from './run.fixture.ts';
import type { Attempt, Outcome, Run } from './run.ts';
import { envelope, responseObject } from './schema.ts';

const date = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
const text = fc.string({ maxLength: 20 });
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const micro = fc.integer({ min: 0, max: 10_000_000_000 });
const verdict = fc.constantFrom('succeeded', 'blocked', 'failed', 'empty');
const runError = fc.record({
  code: fc.constantFrom(
    'run_timeout',
    'budget_exhausted',
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
      const sent = JSON.parse(JSON.stringify(renderResponse(one)));
      expect(responseObject.safeParse(sent).error).toBeUndefined();
      expect(envelope.safeParse(JSON.parse(JSON.stringify(renderEnvelope(one)))).error).toBeUndefined();
      expect(
        responseObject.safeParse(JSON.parse(JSON.stringify(renderResponse(asCreated(one))))).error,
      ).toBeUndefined();
    }),
  );
});

test('the text is that of the parts, errors are on failures only, and usage is there at the end', () => {
  fc.assert(
    fc.property(run, (one) => {
      const sent = renderResponse(one);
      expect(sent.output_text).toBe(
        sent.output.flatMap((item) => item.content.map((part) => part.text)).join(''),
      );
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

test('what is past its retention has no address, even while its bytes are being erased', () => {
  const at = new Date('2026-11-15T02:00:00Z');
  const file = { id: 'art_1', name: 'x', contentType: 'x', sizeBytes: 1, storageKey: 'key', createdAt: at };
  const shown = (isExpired: boolean) => {
    const artifacts = (['screenshot', 'recording'] as const).map((kind) => ({ ...file, kind, isExpired }));
    const attempts = [anAttempt({ status: 'finished', runner: 'local-chromium' })];
    const { svc } = renderResponse(aRun({ status: 'succeeded', attempts, artifacts, finishedAt: at }));
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
  const sent = renderResponse({ ...over, outcome: outcomeOf(over, { kind: 'answered', attempt: speaking }) });
  expect(sent).toMatchObject({
    status: 'completed',
    output_text: expected,
    error: null,
    svc: { output, answer_present: true },
  });
});
