import { crc32, deflateRawSync } from 'node:zlib';

interface CraftedEntry {
  readonly name: string;
  readonly content: Buffer;
  /** The size that the headers claim, if it is not the true one. */
  readonly claimedSize?: number;
  readonly isEncrypted?: boolean;
}

/** Writes a ZIP whose headers can lie. With `copies`, the directory lists each file so many times. */
export function craftZip(entries: readonly CraftedEntry[], copies = 1): Uint8Array<ArrayBuffer> {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claimedSize = content.length, isEncrypted = false } of entries) {
    const data = deflateRawSync(content);
    // Version, flags, method, time, date, checksum, sizes, length of the name, and of the extra field.
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(isEncrypted ? 1 : 0, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt16LE((46 << 9) | (11 << 5) | 15, 8);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(claimedSize, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), data]);
    const central = Buffer.concat([
      Buffer.from('PK\x01\x02\x14\0', 'latin1'),
      fields,
      rest,
      Buffer.from(name),
    ]);
    files.push(local);
    for (let copy = 0; copy < copies; copy += 1) directory.push(central);
    offset += local.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, header) => sum + header.length, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  return Uint8Array.from(Buffer.concat([...files, ...directory, end]));
}
