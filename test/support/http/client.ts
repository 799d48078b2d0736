import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A response as text, because two adapters are compared byte for byte. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/**
 * A client that sends a path exactly as it is written. Others take the URL apart first, and encode or cut what they
 * think should be; here that is what is tested.
 */
export class HttpClient {
  private readonly agent = new http.Agent({ keepAlive: true, maxSockets: 8 });

  constructor(private readonly server: http.Server) {}

  get(path: string): Promise<Answer> {
    return this.send('GET', path);
  }

  /** @param body JSON, as text: some of what is tested no serializer would write */
  post(path: string, body: string): Promise<Answer> {
    return this.send('POST', path, body);
  }

  /** @param more further headers; one that is undefined is not sent */
  send(method: string, path: string, body?: string, more: http.OutgoingHttpHeaders = {}): Promise<Answer> {
    const { port } = this.server.address() as AddressInfo;
    const content =
      body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const all = Object.entries({ ...content, ...more });
    const headers = Object.fromEntries(all.filter(([, value]) => value !== undefined));
    return new Promise((resolve, reject) => {
      const request = http.request({ host: '127.0.0.1', port, method, path, headers, agent: this.agent });
      request.on('error', reject);
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', text });
        });
      });
      request.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
