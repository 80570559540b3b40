import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3_600];

/** The metrics for operators, in Prometheus' words. Names of runners and codes only: nothing of a tenant. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #runs = this.#counter('svc_runs_total', 'Runs that ended, by verdict and runner', [
    'verdict',
    'runner',
  ]);
  readonly #spend = this.#counter('svc_spend_usd_total', 'Cost of executed attempts, without fees', [
    'runner',
  ]);
  readonly #runSeconds = this.#histogram('svc_run_seconds', 'Time from create to end of a run', ['verdict']);
  readonly #attempts = this.#counter('svc_attempts_total', 'Attempts that ended, by fault', [
    'runner',
    'fault',
  ]);
  readonly #deliveries = this.#counter('svc_webhook_attempts_total', 'Webhook attempts, by outcome', [
    'outcome',
  ]);
  readonly #requests = this.#histogram('svc_http_request_seconds', 'HTTP requests, by route and status', [
    'route',
    'status',
  ]);

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
  }

  runEnded(run: { verdict: string; runner: string | null; seconds: number }): void {
    this.#runs.inc({ verdict: run.verdict, runner: run.runner ?? 'none' });
    this.#runSeconds.observe({ verdict: run.verdict }, run.seconds);
  }

  attemptEnded(attempt: { runner: string; fault: string; costUsd: number }): void {
    this.#attempts.inc({ runner: attempt.runner, fault: attempt.fault });
    if (attempt.costUsd > 0) this.#spend.inc({ runner: attempt.runner }, attempt.costUsd);
  }

  webhookAttempted(isDelivered: boolean): void {
    this.#deliveries.inc({ outcome: isDelivered ? 'delivered' : 'failed' });
  }

  requestAnswered(route: string, status: number, seconds: number): void {
    this.#requests.observe({ route, status: String(status) }, seconds);
  }

  /** A gauge that is read when metrics are scraped; unreadable, it has no value and the others stay. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void {
    const gauge = new Gauge({
      name,
      help,
      registers: [this.#registry],
      async collect() {
        gauge.set(await orNaN(read));
      },
    });
  }

  async render(): Promise<{ contentType: string; text: string }> {
    return { contentType: this.#registry.contentType, text: await this.#registry.metrics() };
  }

  #counter(name: string, help: string, labelNames: string[]): Counter {
    return new Counter({ name, help, labelNames, registers: [this.#registry] });
  }

  #histogram(name: string, help: string, labelNames: string[]): Histogram {
    return new Histogram({ name, help, labelNames, buckets: SECONDS, registers: [this.#registry] });
  }
}

async function orNaN(read: () => number | Promise<number>): Promise<number> {
  try {
    return await read();
  } catch {
    return Number.NaN;
  }
}
