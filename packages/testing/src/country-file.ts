type Value = string | number | { readonly [key: string]: Value };

/** A file in the MMDB format, with a record for each first byte of an IPv4 address. */
export function writeCountryFile(records: ReadonlyMap<number, Value>): Buffer {
  // Each node has the next one for a bit of 0 and of 1, or a record.
  const nodes: [Edge, Edge][] = [[NONE, NONE]];
  const data: Buffer[] = [];
  let size = 0;
  for (const [byte, record] of records) {
    let node = nodes[0];
    for (let bit = 7; bit >= 0 && node; bit -= 1) {
      const side = (byte >> bit) & 1 ? 1 : 0;
      if (bit === 0) node[side] = { record: size };
      else if (typeof node[side] !== 'number' || node[side] < 0)
        node[side] = nodes.push([NONE, NONE]) - 1;
      const next: Edge = node[side];
      node = typeof next === 'number' ? nodes[next] : undefined;
    }
    const encoded = encode(record);
    data.push(encoded);
    size += encoded.length;
  }
  const tree = Buffer.alloc(nodes.length * 6);
  for (const [index, edges] of nodes.entries())
    for (const [side, edge] of edges.entries())
      tree.writeUIntBE(toRecord(edge, nodes.length), index * 6 + side * 3, 3);
  const metadata = encode({
    ...{ binary_format_major_version: 2, binary_format_minor_version: 0, build_epoch: 0 },
    ...{ database_type: 'Country', description: {}, ip_version: 4 },
    ...{ node_count: nodes.length, record_size: 24 },
  });
  const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
  return Buffer.concat([tree, Buffer.alloc(16), ...data, marker, metadata]);
}

/** The index of the next node, or where the record is in the data. */
type Edge = number | { readonly record: number };
const NONE = -1;

function toRecord(edge: Edge, nodes: number): number {
  if (typeof edge === 'number') return edge === NONE ? nodes : edge;
  return nodes + 16 + edge.record;
}

function encode(value: Value): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([Buffer.from([(2 << 5) | value.length]), Buffer.from(value)]);
  if (typeof value === 'number') return Buffer.from([(5 << 5) | 2, value >> 8, value & 255]);
  const entries = Object.entries(value);
  const parts = entries.flatMap(([key, one]) => [encode(key), encode(one)]);
  return Buffer.concat([Buffer.from([(7 << 5) | entries.length]), ...parts]);
}
