interface Limits {
  /** In bytes. */
  readonly maxSize: number;
  readonly ms: number;
}

/** Reads the body of a response from a server that may send too much, or never end it. */
export async function readLimited({ body }: Response, { maxSize, ms }: Limits): Promise<Buffer> {
  if (!body) return Buffer.alloc(0);
  const reader = body.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  let isOver = false;
  const stop = () => {
    isOver = true;
    // Ends a read that is waiting.
    reader.cancel().catch(() => {});
  };
  const timer = setTimeout(stop, ms);
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > maxSize) stop();
      else parts.push(part.value);
    }
  } finally {
    clearTimeout(timer);
  }
  if (isOver) throw new Error(`The response has more than ${maxSize} bytes, or takes too long.`);
  return Buffer.concat(parts);
}
