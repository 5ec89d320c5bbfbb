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
  /** Sends the remaining spans. */
  stop(): Promise<void>;
}

interface TracingOptions {
  /** The collector, as in OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly endpoint: string;
  readonly serviceName: string;
  readonly onError: (error: unknown) => void;
}

/** A hanging collector must not delay the stop. */
const FLUSH_TIMEOUT_MS = 1_500;

/**
 * Creates one span per request, with a child span per statement. Every trace starts here: an incoming
 * `traceparent` is ignored, because proxies pass on what any client sends.
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
        // A stream stays open for hours.
        if (request.routeOptions.config.isStream) return done();
        const span = startRequest(request);
        spans.set(request, span);
        current.run(span, done);
      });
      // After the body was read, the async context is that of the connection.
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
      // Statements of the job queue belong to no request.
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
      const timeout = sleep(FLUSH_TIMEOUT_MS, undefined, { ref: false });
      await Promise.race([provider.shutdown(), timeout]).catch(onError);
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
          // The same ID as in the log.
          'vitrine.request.id': id,
        },
      },
      ROOT_CONTEXT,
    );
  }
}

/** The verb and the table of a statement. Its other parts are not sent. */
function describe(text: string): { verb: string; table: string | undefined } {
  const verb = /^\s*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
  const table = /\b(?:from|into|update)\s+"?([a-z_]+(?:\.[a-z_]+)?)/i.exec(text)?.[1];
  return { verb, table };
}

/** Reports a failing collector once, and again only after it has recovered. */
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
