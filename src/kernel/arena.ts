/** Blocks start at multiples of 16, so that they load in whole lanes. */
export function padded(bytes: number): number {
  return Math.ceil(bytes / 16) * 16
}

/** A stretch of kernel memory: its address for the kernels, its view for us. */
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

  /** Memory that grows is a new buffer, so a view is to be asked for again after more was laid out. */
  get view(): A {
    if (this.#view?.buffer !== this.#memory.buffer) this.#view = this.#make(this.#memory.buffer)
    return this.#view
  }
}

/** Lays out a kernel's memory, one block after the other; it grows as needed. */
export class Arena {
  readonly #memory: WebAssembly.Memory
  #top: number

  constructor(memory: WebAssembly.Memory, from: number) {
    this.#memory = memory
    this.#top = padded(from)
  }

  /** How far the memory is laid out. */
  get top(): number {
    return this.#top
  }

  /** Forgets every block laid out since the memory was laid out so far only. */
  release(top: number): void {
    this.#top = top
  }

  bytes(length: number): ArenaBlock<Uint8Array> {
    return this.#block(length, (buffer, address) => new Uint8Array(buffer, address, length))
  }

  integers(length: number): ArenaBlock<Uint32Array> {
    return this.#block(length * 4, (buffer, address) => new Uint32Array(buffer, address, length))
  }

  numbers(length: number): ArenaBlock<Float64Array> {
    return this.#block(length * 8, (buffer, address) => new Float64Array(buffer, address, length))
  }

  /** Lays out a class of assembly/ whose fields have 32 bits each, in their order; says where. */
  record(...fields: readonly number[]): number {
    const block = this.integers(fields.length)
    block.view.set(fields)
    return block.address
  }

  /** A block that holds a copy of numbers. */
  copyOf(values: Float64Array): ArenaBlock<Float64Array> {
    const block = this.numbers(values.length)
    block.view.set(values)
    return block
  }

  #block<A extends ArrayBufferView>(
    bytes: number,
    make: (buffer: ArrayBuffer, address: number) => A,
  ): ArenaBlock<A> {
    const address = this.#top
    this.#top += padded(bytes)
    const missing = this.#top - this.#memory.buffer.byteLength
    if (missing > 0) this.#memory.grow(Math.ceil(missing / page))
    return new ArenaBlock(this.#memory, address, (buffer) => make(buffer, address))
  }
}

const page = 65_536
