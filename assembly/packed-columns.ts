/**
 * Packs `rows` rows, a multiple of 16, of at most 128 columns with at most `levels` levels. Codes have a byte
 * each; columns are `stride` bytes apart. `scratch` has 1280 bytes.
 */
export function packColumns(
  codes: usize,
  stride: usize,
  count: u32,
  rows: usize,
  levels: u32,
  pack: usize,
  scratch: usize,
): void {
  const kept = levels - 1
  const rowBytes = kept << 4
  for (let row: usize = 0; row < rows; row += 16) {
    let level: u32 = 0
    for (; level + 4 <= kept; level += 4) {
      for (let byte: u32 = 0; byte < 16; byte++) bitsOfFour(codes + row, stride, count, byte, level, scratch)
      for (let i: u32 = 0; i < 4; i++) {
        transpose(scratch + (i << 8), pack + ((level + i) << 4), rowBytes, scratch + 1024)
      }
    }
    for (; level < kept; level++) {
      for (let byte: u32 = 0; byte < 16; byte++) bitsOfOne(codes + row, stride, count, byte, level, scratch)
      transpose(scratch, pack + (level << 4), rowBytes, scratch + 1024)
    }
    pack += rowBytes << 4
  }
}

/**
 * The bits of byte `byte` of a pack for sixteen rows and four levels. The columns of that byte are added from
 * the last, the highest bit, to the first: the bits so far are doubled, and the comparison adds one.
 */
function bitsOfFour(codes: usize, stride: usize, count: u32, byte: u32, level: u32, lines: usize): void {
  const level0 = i8x16.splat(<i8>level)
  const level1 = i8x16.splat(<i8>(level + 1))
  const level2 = i8x16.splat(<i8>(level + 2))
  const level3 = i8x16.splat(<i8>(level + 3))
  let bits0 = i8x16.splat(0)
  let bits1 = bits0
  let bits2 = bits0
  let bits3 = bits0
  for (let columns = columnsOfByte(count, byte); columns > 0; columns--) {
    const code = v128.load(codes + (byte + ((columns - 1) << 4)) * stride)
    bits0 = i8x16.sub(i8x16.add(bits0, bits0), i8x16.eq(code, level0))
    bits1 = i8x16.sub(i8x16.add(bits1, bits1), i8x16.eq(code, level1))
    bits2 = i8x16.sub(i8x16.add(bits2, bits2), i8x16.eq(code, level2))
    bits3 = i8x16.sub(i8x16.add(bits3, bits3), i8x16.eq(code, level3))
  }
  const line = lines + (byte << 4)
  v128.store(line, bits0)
  v128.store(line, bits1, 256)
  v128.store(line, bits2, 512)
  v128.store(line, bits3, 768)
}

/** The same for one level. */
function bitsOfOne(codes: usize, stride: usize, count: u32, byte: u32, level: u32, lines: usize): void {
  const wanted = i8x16.splat(<i8>level)
  let bits = i8x16.splat(0)
  for (let columns = columnsOfByte(count, byte); columns > 0; columns--) {
    const code = v128.load(codes + (byte + ((columns - 1) << 4)) * stride)
    bits = i8x16.sub(i8x16.add(bits, bits), i8x16.eq(code, wanted))
  }
  v128.store(lines + (byte << 4), bits)
}

/** The number of columns with a bit in a byte. */
function columnsOfByte(count: u32, byte: u32): u32 {
  return count <= byte ? 0 : ((count - 1 - byte) >> 4) + 1
}

/**
 * Transposes sixteen lines of sixteen bytes by four perfect shuffles; the resulting lines are `apart` bytes
 * apart.
 */
function transpose(lines: usize, to: usize, apart: usize, scratch: usize): void {
  shuffle(lines, scratch, 16)
  shuffle(scratch, lines, 16)
  shuffle(lines, scratch, 16)
  shuffle(scratch, to, apart)
}

/** Interleaves the bytes of the first and the last eight lines, into lines `apart` bytes apart. */
function shuffle(from: usize, to: usize, apart: usize): void {
  for (let line: usize = 0; line < 128; line += 16) {
    const a = v128.load(from + line)
    const b = v128.load(from + line, 128)
    v128.store(to, i8x16.shuffle(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23))
    const high = i8x16.shuffle(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
    v128.store(to + apart, high)
    to += apart << 1
  }
}
