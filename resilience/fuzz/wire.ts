import { connect, type Socket } from 'node:net';

/** Bytes on a bare connection: what an HTTP client would refuse to send, this sends. */

const SLOWEST_MS = 10_000;

export interface Reply {
  readonly status: number;
  /** By name in small letters. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** What went wrong on the way to an answer, in words. */
export class WireFault extends Error {}

/** A connection that is kept from one request to the next, and opened anew when it was closed. */
export class Line {
  readonly #port: number;
  #socket: Socket | undefined;
  /** What went before on this connection may be why the next one fails. */
  #sent: Buffer[] = [];

  constructor(port: number) {
    this.#port = port;
  }

  /** The last requests on this connection, in a row. */
  get sent(): Buffer {
    return Buffer.concat(this.#sent);
  }

  /** Sends a whole request and waits for the one answer to it. */
  async ask(request: Buffer, method: string): Promise<Reply> {
    if (!this.#socket) {
      this.#sent = [];
      this.#socket = await open(this.#port);
    }
    const socket = this.#socket;
    this.#sent = [...this.#sent.slice(-2), request];
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    let received = Buffer.alloc(0);
    const onData = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      try {
        const read = readReply(received, method, false);
        if (read?.rest.length === 0) resolve(read.reply);
        else if (read) throw new WireFault('more came than one answer');
      } catch (error) {
        reject(error);
      }
    };
    const onClose = () => {
      reject(new WireFault(`hung up after ${received.length} bytes of an answer`));
    };
    const timer = setTimeout(() => reject(new WireFault('no answer within 10 s')), SLOWEST_MS);
    socket.on('data', onData).on('close', onClose);
    socket.write(request);
    try {
      const reply = await promise;
      if (reply.headers.get('connection') === 'close') this.close();
      return reply;
    } catch (error) {
      this.close();
      throw error;
    } finally {
      clearTimeout(timer);
      socket.off('data', onData).off('close', onClose);
    }
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }
}

/**
 * Sends what is no whole request on a connection of its own, and hangs up as a sender does that has
 * died: no answer is owed. Whatever comes is read until the other side has hung up, too.
 */
export async function shout(port: number, bytes: Buffer, method: string): Promise<Reply[]> {
  const socket = await open(port);
  const chunks: Buffer[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new WireFault('not hung up within 10 s')), SLOWEST_MS);
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('close', () => resolve());
  socket.end(bytes);
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
  const replies: Reply[] = [];
  for (let rest = Buffer.concat(chunks); rest.length > 0; ) {
    const read = readReply(rest, replies.length === 0 ? method : 'GET', true);
    // It may hang up in the middle of an answer to somebody who has.
    if (!read) break;
    replies.push(read.reply);
    rest = read.rest;
  }
  return replies;
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', ({ message }) => reject(new WireFault(message)));
  });
  // A connection that breaks is closed, too, and that is listened for.
  socket.on('error', () => {});
  return socket;
}

interface Read {
  readonly reply: Reply;
  readonly rest: Buffer<ArrayBuffer>;
}

/** The first answer in what came so far; nothing while a part of it is missing. */
function readReply(
  bytes: Buffer<ArrayBuffer>,
  method: string,
  hasEnded: boolean,
): Read | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})( |$)/.exec(first)?.[1]);
  if (Number.isNaN(status)) throw new WireFault(`not an answer: ${first.slice(0, 100)}`);
  const after = bytes.subarray(end + 4);
  if (status < 200) return readReply(after, method, hasEnded);

  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = /^([\w-]+): (.*)$/s.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new WireFault(`not a header: ${line}`);
    headers.set(name.toLowerCase(), value);
  }
  const read = (body: Buffer, rest: Buffer<ArrayBuffer>) => ({
    reply: { status, headers, body },
    rest,
  });
  if (method === 'HEAD' || status === 204 || status === 304) return read(Buffer.alloc(0), after);
  if (headers.get('transfer-encoding') === 'chunked') {
    const chunked = readChunks(after);
    return chunked && read(chunked.body, chunked.rest);
  }
  const length = headers.get('content-length');
  if (length === undefined) return hasEnded ? read(after, after.subarray(after.length)) : undefined;
  if (after.length < Number(length)) return undefined;
  return read(after.subarray(0, Number(length)), after.subarray(Number(length)));
}

function readChunks(
  bytes: Buffer<ArrayBuffer>,
): { body: Buffer; rest: Buffer<ArrayBuffer> } | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = bytes.indexOf('\r\n', at);
    if (line < 0) return undefined;
    const length = Number.parseInt(bytes.toString('latin1', at, line), 16);
    const start = line + 2;
    if (bytes.length < start + length + 2) return undefined;
    chunks.push(bytes.subarray(start, start + length));
    at = start + length + 2;
    if (length === 0) return { body: Buffer.concat(chunks), rest: bytes.subarray(at) };
  }
}
