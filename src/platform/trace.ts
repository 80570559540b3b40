import { type Attributes, context, SpanStatusCode, trace } from '@opentelemetry/api';
import { systemClock } from './clock.ts';
import { loadOptional } from './optional-packages.ts';

const tracer = trace.getTracer('switchyard');
const PACKAGES = ['sdk-trace', 'context-async-hooks', 'exporter-trace-otlp-http', 'resources'].map(
  (name) => `@opentelemetry/${name}`,
);
let isOn = false;

/** A span around some work, below the span that is open now. Costs nothing where traces are off. */
export async function traced<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (!isOn) return work();
  return tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      // The message may hold a caller's words; the name of the error is enough.
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Work that took a while and is over. */
export function tracedStep(name: string, attributes: Attributes, durationMs: number): void {
  if (!isOn) return;
  const endTime = systemClock.now().getTime();
  tracer.startSpan(name, { attributes, startTime: endTime - durationMs }).end(endTime);
}

/** Sends traces to an OTLP endpoint until it is disposed of. The SDK is loaded only here. */
export async function startTracing(endpoint: string): Promise<AsyncDisposable> {
  const [{ BatchSpanProcessor, TracerProvider }, { AsyncLocalStorageContextManager }, otlp, resources] =
    await loadOptional('OTEL_EXPORTER_OTLP_ENDPOINT is set', PACKAGES, () =>
      Promise.all([
        import('@opentelemetry/sdk-trace'),
        import('@opentelemetry/context-async-hooks'),
        import('@opentelemetry/exporter-trace-otlp-http'),
        import('@opentelemetry/resources'),
      ]),
    );
  const exporter = new otlp.OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': 'switchyard' }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  isOn = true;
  return {
    async [Symbol.asyncDispose]() {
      isOn = false;
      await provider.shutdown().catch(() => undefined);
    },
  };
}
