import { captureFile } from '../../../artifacts/capture.ts';
import { insertArtifactStatement, type NewArtifact } from '../../../artifacts/store.ts';
import { DatabaseAway, type Statement } from '../../../platform/db.ts';
import { newId } from '../../../platform/ids.ts';
import type { Question, Reply } from '../../../runners/contract.ts';
import { KeyServiceAway } from '../../../vault/key-service.ts';
import { emitStatement, hasDeliveries } from '../../../webhooks/outbox.ts';
import type { AttemptContext } from '../../context.ts';
import type { Interaction, Run } from '../../run.ts';
import { appendProgressStatement } from '../../store.ts';
import { renderResponse } from '../../views/render.ts';
import type { AtWork, ExecutedRun } from '../executed-run.ts';
import { noted } from '../note.ts';
import { channelOf, safePrompt } from './channel.ts';
import {
  type AnswerState,
  closeInteractionsStatement,
  loadAnswer,
  openInteractionStatement,
  resumeRunStatement,
  takeAnswerStatement,
} from './store.ts';

/** Finds an answer whose hint was lost this soon: it must let the run go on within a second. */
const LOOK_EVERY_MS = 500;

/** Pauses the run for a question of the site and waits for the owner's answer, given on any instance. */
export async function askOwner(ctx: AttemptContext, work: AtWork, question: Question): Promise<Reply> {
  const { liveRun, liveAttempt } = work;
  if (!mayAsk(liveRun.run)) return { answered: false, reason: 'not_allowed' };
  liveAttempt.isAsking = true;
  const reply = await liveRun.inTurn(() => askNow(ctx, work, question));
  liveAttempt.isAsking = false;
  liveRun.progressed(liveAttempt, ctx.clock.mono());
  return reply;
}

/** The probes of a sweep never pause it. */
export function mayAsk(run: Pick<Run, 'request' | 'isSweep'>): boolean {
  return run.request.allowInteraction !== false && !run.isSweep;
}

async function askNow(
  ctx: AttemptContext,
  { liveRun, liveAttempt }: AtWork,
  question: Question,
): Promise<Reply> {
  if (liveAttempt.signal.aborted) return { answered: false, reason: 'expired' };
  const interaction = await open(ctx, liveRun, liveAttempt.id, question);
  let answeredMono: number | null = null;
  for (;;) {
    liveRun.progressed(liveAttempt, ctx.clock.mono());
    const answer = await lookForAnswer(ctx, liveRun.run, interaction.id);
    if (answer.state === 'answered') {
      const value = await openAnswer(ctx, answer.sealed, sealContext(liveRun.run.id, interaction.id));
      answeredMono ??= ctx.clock.mono();
      if (value !== null) {
        await goOn(ctx, liveRun, [takeAnswerStatement(liveRun.run, interaction.id)]);
        return { answered: true, value };
      }
    }
    const patienceMs = liveRun.run.request.interactionTimeoutMs;
    const isOver = answeredMono !== null && ctx.clock.mono() - answeredMono > patienceMs;
    if (answer.state === 'expired' || isOver || liveAttempt.signal.aborted) {
      await goOn(ctx, liveRun, [resumeRunStatement(liveRun.run), closeInteractionsStatement(liveRun.run)]);
      return { answered: false, reason: 'expired' };
    }
    await ctx.watch.next(liveRun.run.id, { progressEvents: -1 }, LOOK_EVERY_MS, liveAttempt.signal);
  }
}

/** A database that is away for a moment must not cost the owner's patience: the question stays open. */
async function lookForAnswer(ctx: AttemptContext, run: Run, interactionId: string): Promise<AnswerState> {
  try {
    return await loadAnswer(ctx.db, run, interactionId);
  } catch (error) {
    if (error instanceof DatabaseAway) return { state: 'waiting' };
    throw error;
  }
}

/** Null while the key service is away: an answer that was taken is not lost for it, and waits as long as a question. */
async function openAnswer(ctx: AttemptContext, sealed: Buffer, context: string): Promise<string | null> {
  try {
    return await ctx.secrets.open(sealed, context);
  } catch (error) {
    if (error instanceof KeyServiceAway) return null;
    throw error;
  }
}

export function sealContext(runId: string, interactionId: string): string {
  return `interaction|${runId}|${interactionId}`;
}

async function open(
  ctx: AttemptContext,
  liveRun: ExecutedRun,
  attemptId: string,
  question: Question,
): Promise<Interaction> {
  const prompt = safePrompt(question.prompt);
  const asked = { id: newId('ia'), kind: question.kind, prompt, channel: channelOf(prompt) };
  // An answer after the end of the run would reach no one.
  const leftMs = Math.max(0, liveRun.windowEndsMono - ctx.clock.mono());
  const waitMs = Math.min(liveRun.run.request.interactionTimeoutMs, leftMs);
  const shown = await shownPage(ctx, question);
  const answers = await ctx.db.batch([
    openInteractionStatement(liveRun.run, attemptId, asked, waitMs),
    announceStatement(liveRun.run, asked.id),
    ...shown.map((file) =>
      insertArtifactStatement(
        { runId: liveRun.run.id, workspaceId: liveRun.run.workspaceId },
        { ...file, attemptId },
      ),
    ),
  ]);
  const [rows] = answers;
  const row = rows?.[0] as { created_at: Date; expires_at: Date };
  const interaction = { ...asked, createdAt: row.created_at, expiresAt: row.expires_at };
  const pictures = shown.map((file) => ({
    ...file,
    attemptId,
    isExpired: false,
    createdAt: interaction.createdAt,
  }));
  await liveRun.note({ kind: 'asked', interaction, pictures });
  await ctx.db.query(appendProgressStatement(liveRun.run, renderResponse(liveRun.run, ctx.baseUrl())));
  ctx.watch.changed(liveRun.run.id);
  if (hasDeliveries(answers)) ctx.webhooks.sender.poke(liveRun.run.workspaceId);
  return interaction;
}

/** The page that asks, for the owner; a picture that cannot be had stops no question. */
async function shownPage({ files, log }: AttemptContext, { picture }: Question): Promise<NewArtifact[]> {
  const bytes = await picture?.().catch(() => null);
  if (!bytes) return [];
  const file = { kind: 'screenshot', name: 'question.jpg', contentType: 'image/jpeg', bytes } as const;
  return [await captureFile(files, file, log)].filter(({ storageKey }) => storageKey !== null);
}

function announceStatement(run: Run, interactionId: string): Statement {
  return emitStatement({
    workspaceId: run.workspaceId,
    runId: run.id,
    type: 'response.requires_action',
    discriminator: interactionId,
    sequence: null,
    eventId: newId('evt'),
    body: null,
  });
}

/** The run is under way again, and its streams tell so. */
async function goOn(ctx: AttemptContext, liveRun: ExecutedRun, statements: Statement[]): Promise<void> {
  const note = { kind: 'answered' } as const;
  const response = renderResponse(
    { ...noted(liveRun.run, note), progressAt: ctx.clock.now() },
    ctx.baseUrl(),
  );
  await ctx.db.batch([...statements, appendProgressStatement(liveRun.run, response)]);
  await liveRun.note(note);
  ctx.watch.changed(liveRun.run.id);
}
