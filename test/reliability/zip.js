import { deflateRawSync } from 'node:zlib'

/**
 * A zip archive of parts, each packed.
 * @param {Readonly<Record<string, string | Uint8Array>>} parts
 * @returns {Uint8Array}
 */
export function zip(parts) {
  const files = []
  const entries = []
  let offset = 0
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const path = Buffer.from(name)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(checksum(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(path.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, path, packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), facts, place, path]))
    files.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, directory, end])
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let word = byte
  for (let bit = 0; bit < 8; bit++) word = word & 1 ? (word >>> 1) ^ 0xedb88320 : word >>> 1
  return word
})

/**
 * The CRC-32 of bytes.
 * @param {Uint8Array} bytes
 */
function checksum(bytes) {
  let word = 0xffffffff
  for (const byte of bytes) word = table[(word ^ byte) & 0xff] ^ (word >>> 8)
  return (word ^ 0xffffffff) >>> 0
}
