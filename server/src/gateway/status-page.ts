// What a process without calls answers on its port: whether it is well, and its metrics. For supervisors and monitoring.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { METRICS_PATH, mayReadMetrics } from '../http/metrics-page.ts';

export interface StatusPage {
  readonly address: string;
  close(): Promise<void>;
}

export interface Status {
  readonly ready: boolean;
  readonly role: string;
  readonly [more: string]: unknown;
}

const HEALTH_PATH = '/api/health';
const WITHIN_MS = 5_000;

export async function openStatusPage({
  host,
  port,
  status,
  metrics,
  metricsToken,
}: {
  readonly host: string;
  readonly port: number;
  readonly status: () => Status;
  readonly metrics: () => string;
  readonly metricsToken: string | undefined;
}): Promise<StatusPage> {
  const server = createServer(
    { headersTimeout: WITHIN_MS, requestTimeout: WITHIN_MS, maxHeaderSize: 8 * 1_024 },
    (request, response) => {
      const { method, url = '' } = request;
      const path = url.split('?', 1)[0];
      response.setHeader('x-content-type-options', 'nosniff');
      response.setHeader('cache-control', 'no-store');
      if (method === 'GET' && path === HEALTH_PATH) {
        const now = status();
        response.writeHead(now.ready ? 200 : 503, { 'content-type': 'application/json; charset=utf-8' });
        response.end(JSON.stringify(now));
      } else if (method === 'GET' && path === METRICS_PATH && mayReadMetrics(server, request, metricsToken)) {
        response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
        response.end(metrics());
      } else response.writeHead(404).end();
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    address: `http://${host}:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
