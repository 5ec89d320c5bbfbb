import { useServices } from '@vitrine/testing/services';
import { expect, test } from 'vitest';

const services = useServices();

test('logs an unavailable collector once and does not delay the stop', async () => {
  const service = await services.start({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    OTEL_EXPORTER_OTLP_TIMEOUT: '500',
    LOG_LEVEL: 'warn',
  });
  await service.waitForStatus('/readyz', 200);
  const lines = () => service.output().match(/traces cannot be sent/g) ?? [];
  await expect.poll(lines, { timeout: 20_000 }).toHaveLength(1);
  expect((await service.client().fetch('/readyz')).status).toBe(200);
  const stopped = Date.now();
  expect(await service.signal('SIGTERM')).toBe(0);
  expect(Date.now() - stopped).toBeLessThan(5_000);
});
