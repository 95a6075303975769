// Threads of the platform, Node or a browser.

/** A thread that runs `worker.js`. */
export interface Thread {
  post(message: unknown): void
  /** Whether the program waits for it before it exits (Node). */
  keepAlive(isKept: boolean): void
  end(): void
}

interface NodeThreads {
  readonly Worker: new (file: URL, options: { readonly execArgv?: readonly string[] }) => NodeWorker
  readonly parentPort: NodePort | null
}
interface NodeSystem {
  availableParallelism(): number
}
interface NodeZlib {
  inflateRawSync(bytes: Uint8Array): Uint8Array<ArrayBuffer>
}
interface NodeBuffer {
  isUtf8(bytes: Uint8Array): boolean
}
interface NodePort {
  on(event: 'message', listener: (message: unknown) => void): void
  postMessage(message: unknown, transfer?: readonly ArrayBuffer[]): void
}
interface NodeWorker extends NodePort {
  on(event: 'message' | 'error', listener: (message: unknown) => void): void
  ref(): void
  unref(): void
  terminate(): void
}
interface NodeProcess {
  getBuiltinModule?(name: string): unknown
  readonly execArgv: readonly string[]
}

// Loaded by name, so that bundlers for browsers see no import of Node. The bundle for browsers omits it.
const node = globalThis.process as NodeProcess | undefined
export const nodeThreads = node?.getBuiltinModule?.('node:worker_threads') as NodeThreads | undefined

// The system takes 0.1 ms to count, longer than a small batch.
let threads: number | null = null

/** The number of threads that the machine runs at once. */
export function machineThreads(): number {
  if (threads === null) {
    const os = node?.getBuiltinModule?.('node:os') as NodeSystem | undefined
    threads = os?.availableParallelism() ?? navigator.hardwareConcurrency
  }
  return threads
}

/** Inflates bytes. Node's own function starts in a fraction of the time of a stream. */
export async function inflateRaw(bytes: Uint8Array<ArrayBuffer>): Promise<BufferSource> {
  const zlib = node?.getBuiltinModule?.('node:zlib') as NodeZlib | undefined
  if (zlib) return zlib.inflateRawSync(bytes)
  return new Response(
    new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')),
  ).arrayBuffer()
}

const buffer = node?.getBuiltinModule?.('node:buffer') as NodeBuffer | undefined

/** Whether bytes are valid UTF-8. Node's own function takes a tenth of the time of a decoder. */
export function isUtf8(bytes: Uint8Array): boolean {
  if (buffer) return buffer.isUtf8(bytes)
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/**
 * With --input-type, a program's text comes from its command line; threads refuse this option. Other options
 * are inherited.
 */
const threadOptions = node?.execArgv.some((arg) => arg.startsWith('--input-type')) ? { execArgv: [] } : {}

/** Whether threads can be started. */
export const hasThreads = nodeThreads !== undefined || typeof Worker !== 'undefined'

/** Starts a thread in Node. */
export function startInNode(
  threads: NodeThreads,
  file: URL,
  onMessage: (message: unknown) => void,
  onError: (error: Error) => void,
): Thread {
  const worker = new threads.Worker(file, threadOptions)
  worker.on('message', onMessage)
  worker.on('error', (error) => onError(error as Error))
  return {
    post: (message) => worker.postMessage(message),
    keepAlive: (isKept) => (isKept ? worker.ref() : worker.unref()),
    end: () => worker.terminate(),
  }
}

/** Starts a thread of the pool. */
export function startThread(onMessage: (message: unknown) => void, onError: (error: Error) => void): Thread {
  if (nodeThreads) {
    return startInNode(nodeThreads, new URL('../worker.js', import.meta.url), onMessage, onError)
  }
  // Bundlers recognise a worker by exactly this form.
  const worker = new Worker(new URL('../worker.js', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<unknown>) => onMessage(data)
  worker.onerror = ({ message }) => onError(new Error(message))
  return {
    post: (message) => worker.postMessage(message),
    keepAlive: () => {},
    end: () => worker.terminate(),
  }
}

/** In a thread: receives messages from the program that started it, and replies. */
export function listen(
  onMessage: (message: unknown, reply: (answer: unknown, transfer: readonly ArrayBuffer[]) => void) => void,
): void {
  const port = nodeThreads?.parentPort
  if (port) {
    port.on('message', (message) =>
      onMessage(message, (answer, transfer) => port.postMessage(answer, transfer)),
    )
    return
  }
  onmessage = ({ data }: MessageEvent<unknown>) =>
    onMessage(data, (answer, transfer) => postMessage(answer, { transfer: [...transfer] }))
}
