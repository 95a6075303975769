/** The kinds of bytes in a text: 1 beyond ASCII, 2 zero, 4 not a character of windows-1252. */
export function classifyBytes(bytes: usize, length: u32): u32 {
  let kinds: u32 = 0
  for (let at: usize = 0; at < length; at += 16) {
    const lane = v128.load(bytes + at)
    const high = <u32>i8x16.bitmask(lane)
    const zero = <u32>i8x16.bitmask(i8x16.eq(lane, i8x16.splat(0)))
    if (!(high | zero)) continue
    const rest = length - <u32>at
    const inside: u32 = rest >= 16 ? 0xffff : (1 << rest) - 1
    if (zero & inside) kinds |= 2
    if (!(high & inside)) continue
    kinds |= 1
    for (let bits = high & inside; bits; bits &= bits - 1) {
      const byte = load<u8>(bytes + at + ctz(bits))
      if (byte == 0x81 || byte == 0x8d || byte == 0x8f || byte == 0x90 || byte == 0x9d) kinds |= 4
    }
  }
  return kinds
}
