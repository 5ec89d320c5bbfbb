import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { StatementEnd } from '../db/client.ts';
import type { OnRequestEnd } from '../http/track-request.ts';

export interface Tracing {
  traceRequests(app: FastifyInstance): void;
  readonly endRequest: OnRequestEnd;
  readonly onStatement: (text: string, end: StatementEnd) => void;
  /** Sends what is left, if somebody takes it. */
  stop(): Promise<void>;
}

interface TracingOptions {
  /** The collector, as in OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly endpoint: string;
  readonly serviceName: string;
  readonly onError: (error: unknown) => void;
}

/** A collector that hangs does not hold up a stop. */
const FLUSH_WITHIN_MS = 1_500;

/**
 * One span a request, below it one a statement. Every trace begins here: a `traceparent` that comes
 * with a request is not read, since proxies pass on what strangers send.
 */
export function startTracing({ endpoint, serviceName, onError }: TracingOptions): Tracing {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const exporter = reportOnce(new OTLPTraceExporter({ url }), onError);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('vitrine');
  const spans = new WeakMap<FastifyRequest, Span>();
  const current = new AsyncLocalStorage<Span>();

  return {
    traceRequests(app) {
      app.addHook('onRequest', (request, _reply, done) => {
        // Whoever listens to a stream does so for hours.
        if (request.routeOptions.config.isStream) return done();
        const span = startRequest(request);
        spans.set(request, span);
        current.run(span, done);
      });
      // What follows a body is called by the connection, which knows of no request.
      app.addHook('preValidation', (request, _reply, done) => {
        const span = spans.get(request);
        if (span) current.run(span, done);
        else done();
      });
    },
    endRequest(request, { status }) {
      const span = spans.get(request);
      span?.setAttribute('http.response.status_code', status);
      if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
    },
    onStatement(text, { ms, isFailed }) {
      const parent = current.getStore();
      // What the queue asks all day belongs to nobody's request.
      if (!parent) return;
      const { verb, table } = describe(text);
      const end = Date.now();
      const span = tracer.startSpan(
        table ? `${verb} ${table}` : verb,
        {
          kind: SpanKind.CLIENT,
          startTime: end - ms,
          attributes: {
            'db.system.name': 'postgresql',
            'db.operation.name': verb,
            ...(table && { 'db.collection.name': table }),
          },
        },
        trace.setSpan(ROOT_CONTEXT, parent),
      );
      if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(end);
    },
    async stop() {
      const enough = sleep(FLUSH_WITHIN_MS, undefined, { ref: false });
      await Promise.race([provider.shutdown(), enough]).catch(onError);
    },
  };

  function startRequest({ id, method, routeOptions }: FastifyRequest): Span {
    const route = routeOptions.url;
    return tracer.startSpan(
      route ? `${method} ${route}` : method,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': method,
          ...(route && { 'http.route': route }),
          // The same as in the log.
          'vitrine.request.id': id,
        },
      },
      ROOT_CONTEXT,
    );
  }
}

/** What a statement does, and to which table: nothing else of it leaves. */
function describe(text: string): { verb: string; table: string | undefined } {
  const verb = /^\s*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
  const table = /\b(?:from|into|update)\s+"?([a-z_]+(?:\.[a-z_]+)?)/i.exec(text)?.[1];
  return { verb, table };
}

/** A collector that is away is told once, and again when it was there in between. */
function reportOnce(exporter: SpanExporter, onError: (error: unknown) => void): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error && !isFailing) onError(result.error);
        isFailing = result.error !== undefined;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
