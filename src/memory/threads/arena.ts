/** Rounds up to a multiple of 16: blocks are aligned to vector lanes. */
export function padded(bytes: number): number {
  return Math.ceil(bytes / 16) * 16
}

/** A block of kernel memory: its address for the kernels, a view for JavaScript. */
export class ArenaBlock<A extends ArrayBufferView> {
  readonly address: number
  readonly #memory: WebAssembly.Memory
  readonly #make: (buffer: ArrayBuffer) => A
  #view: A | null = null

  constructor(memory: WebAssembly.Memory, address: number, make: (buffer: ArrayBuffer) => A) {
    this.#memory = memory
    this.address = address
    this.#make = make
  }

  /** Read the view again after each allocation: memory that grows gets a new buffer. */
  get view(): A {
    if (this.#view?.buffer !== this.#memory.buffer) this.#view = this.#make(this.#memory.buffer)
    return this.#view
  }
}

/**
 * Allocates blocks of kernel memory one after the other; the memory grows as needed, by a quarter at least:
 * often by little would take long, and what is not used takes no memory of the machine.
 */
export class Arena {
  readonly #memory: WebAssembly.Memory
  readonly #whole: { readonly words: ArenaBlock<Uint32Array>; readonly bytes: ArenaBlock<Uint8Array> }
  #top: number

  constructor(memory: WebAssembly.Memory, from: number) {
    this.#memory = memory
    this.#whole = {
      words: new ArenaBlock(memory, 0, (buffer) => new Uint32Array(buffer)),
      bytes: new ArenaBlock(memory, 0, (buffer) => new Uint8Array(buffer)),
    }
    this.#top = padded(from)
  }

  /** The first free address. */
  get top(): number {
    return this.#top
  }

  /** Frees all blocks allocated since `top` was the first free address. */
  release(top: number): void {
    this.#top = top
  }

  /** All of the memory by words. A view of each of many small blocks would take longer than what is written. */
  get words(): Uint32Array {
    return this.#whole.words.view
  }

  /** All of the memory by bytes. */
  get allBytes(): Uint8Array {
    return this.#whole.bytes.view
  }

  /** The address of a new block. */
  allocate(bytes: number): number {
    const address = this.#top
    this.#top += padded(bytes)
    const { byteLength } = this.#memory.buffer
    const missing = this.#top - byteLength
    if (missing > 0) this.#memory.grow(Math.ceil(Math.max(missing, byteLength / 4) / page))
    return address
  }

  bytes(length: number): ArenaBlock<Uint8Array> {
    return this.#block(length, (buffer, address) => new Uint8Array(buffer, address, length))
  }

  integers(length: number): ArenaBlock<Uint32Array> {
    return this.#block(length * 4, (buffer, address) => new Uint32Array(buffer, address, length))
  }

  /** Whole numbers of 16 bits. */
  halves(length: number): ArenaBlock<Int16Array> {
    return this.#block(length * 2, (buffer, address) => new Int16Array(buffer, address, length))
  }

  numbers(length: number): ArenaBlock<Float64Array> {
    return this.#block(length * 8, (buffer, address) => new Float64Array(buffer, address, length))
  }

  /** Stores a class of assembly/ whose fields have 32 bits each, in order; returns its address. */
  record(...fields: readonly number[]): number {
    const block = this.integers(fields.length)
    block.view.set(fields)
    return block.address
  }

  /** A block with a copy of the values. */
  copyOf(values: Float64Array): ArenaBlock<Float64Array> {
    const block = this.numbers(values.length)
    block.view.set(values)
    return block
  }

  /**
   * A block with a copy of bytes and `beyond` zeros behind it. It starts at the same place of a word as they
   * do: shared memory is then copied word by word, which is four times as fast.
   */
  copyOfBytes(bytes: Uint8Array, beyond: number): ArenaBlock<Uint8Array> {
    const shift = bytes.byteOffset % 8
    const length = bytes.length + beyond
    const words = this.bytes(shift + length)
    words.view.set(new Uint8Array(bytes.buffer, bytes.byteOffset - shift, shift + bytes.length))
    words.view.fill(0, shift + bytes.length)
    const address = words.address + shift
    return new ArenaBlock(this.#memory, address, (buffer) => new Uint8Array(buffer, address, length))
  }

  #block<A extends ArrayBufferView>(
    bytes: number,
    make: (buffer: ArrayBuffer, address: number) => A,
  ): ArenaBlock<A> {
    const address = this.allocate(bytes)
    return new ArenaBlock(this.#memory, address, (buffer) => make(buffer, address))
  }
}

const page = 65_536
