import { buildRecording, type RecordedFrame, type RecordedStep } from '../../../artifacts/recording.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { AttemptScope, CapturedFile, Step } from '../../../runners/contract.ts';
import type { View } from './store.ts';

/** Base64 adds a third, and a file may have 30 MB. */
const MAX_BYTES = 20_000_000;
const PUBLISH_EVERY_MS = 300;
const WATCHED_FOR_MS = 10_000;
const RENEW_MS = 60_000;

type TimedStep = Step & { at: string };
type Camera = Parameters<AttemptScope['onCamera']>[0];

interface ShowOptions {
  clock: Clock;
  /** Grows while the attempt goes on. */
  steps: readonly TimedStep[];
  publish(view: View): Promise<void>;
  onClosed(): void;
}

/** The pictures of one running attempt: kept for the recording, and published while somebody watches. */
export class Show {
  readonly #options: ShowOptions;
  readonly #startedMono: number;
  readonly #startedAt: number;
  #frames: RecordedFrame[] = [];
  #bytes = 0;
  #camera: Camera | null = null;
  #unwatch: (() => void) | null = null;
  #publishing: Promise<void> | null = null;
  #publishedMono = 0;
  #publishedSteps = 0;
  #isStale = false;
  #isOver = false;

  constructor(options: ShowOptions) {
    this.#options = options;
    this.#startedMono = options.clock.mono();
    this.#startedAt = options.clock.now().getTime();
  }

  /** Callbacks for the runner. */
  readonly scope: Pick<AttemptScope, 'onFrame' | 'onCamera'> = {
    onFrame: (jpeg) => {
      if (this.#isOver || this.#frames.at(-1)?.jpeg === jpeg) return;
      this.#frames.push({ ms: Math.round(this.#options.clock.mono() - this.#startedMono), jpeg });
      this.#bytes += jpeg.length;
      if (this.#bytes > MAX_BYTES) this.#thinOut();
      this.#changed();
    },
    onCamera: (camera) => {
      this.#camera = camera;
      camera.watch(this.#unwatch !== null);
    },
  };

  /** Called every few seconds while somebody watches. */
  watched(): void {
    const isNew = this.#unwatch === null;
    this.#unwatch?.();
    this.#unwatch = this.#options.clock.after(WATCHED_FOR_MS, () => {
      this.#unwatch = null;
      this.#camera?.watch(false);
    });
    if (isNew) this.#camera?.watch(true);
    const hasNewSteps = this.#options.steps.length !== this.#publishedSteps;
    // A new watcher gets a picture even if the page does not change.
    const isOld = this.#options.clock.mono() - this.#publishedMono > RENEW_MS;
    if (isNew || isOld || hasNewSteps) this.#changed();
  }

  /** Stops publishing; the recording is complete. */
  async close(): Promise<void> {
    this.#isOver = true;
    this.#unwatch?.();
    await this.#publishing;
    this.#options.onClosed();
  }

  recording(): CapturedFile[] {
    if (this.#frames.length === 0) return [];
    const bytes = buildRecording(this.#frames, this.#steps());
    return [{ kind: 'recording', name: 'recording.html', contentType: 'text/html', bytes }];
  }

  #changed(): void {
    this.#isStale = true;
    if (this.#unwatch !== null && !this.#isOver) this.#publishing ??= this.#publish();
  }

  async #publish(): Promise<void> {
    const { clock, publish } = this.#options;
    while (this.#isStale && !this.#isOver && this.#unwatch !== null) {
      this.#isStale = false;
      this.#publishedMono = clock.mono();
      this.#publishedSteps = this.#options.steps.length;
      const frame = this.#frames.at(-1)?.jpeg ?? null;
      await publish({
        ms: Math.round(clock.mono() - this.#startedMono),
        frame,
        steps: this.#steps(),
      });
      await clock.sleep(PUBLISH_EVERY_MS);
    }
    this.#publishing = null;
  }

  #steps(): RecordedStep[] {
    return this.#options.steps.map(({ at, action, target, detail, url, ok }) => {
      return { ms: Math.max(0, Date.parse(at) - this.#startedAt), action, target, detail, url, ok };
    });
  }

  /** Drops every second frame, so that a long recording keeps its length. */
  #thinOut(): void {
    this.#frames = this.#frames.filter((_, index) => index % 2 === 0);
    this.#bytes = this.#frames.reduce((sum, { jpeg }) => sum + jpeg.length, 0);
  }
}
