/** A guest: a prepared script engine. One that was cut off is discarded; the next starts from the image of a fresh one. */
import { bootstrap, hostCalls } from './bootstrap.ts'
import { meterLoops } from './loop-meter.ts'
import { type Pointer, type Primitive, QuickJs, type QuickJsHost, type QuickJsImage } from './quickjs.ts'

/** Memory limit of a component's scripts, bytes. */
const memoryBytes = 64 * 1024 ** 2
/** A guest with more memory is not reused: its memory never shrinks. */
const keptBytes = 32 * 1024 ** 2
/** Time limit of code that was asked to end, ms; then it is cut off wherever it is. */
const graceMs = 20

/** How a pass ended: '' or the script's error, or why the guest cannot be used any more. */
export type Outcome =
  | { readonly fault: string }
  | { readonly end: 'timeout' | 'stack' | 'memory' | 'unknown' }

/** A guest ready for scripts, from which others are started. */
export interface GuestImage extends QuickJsImage {
  readonly module: WebAssembly.Module
  readonly runner: Pointer
}

/** Thrown through code that does not end when it is asked to. */
class CutOff extends Error {}

const noAnswers = () => undefined

/** Prepares the first guest of a process, some 100 ms. */
export function prepareGuest(wasm: Uint8Array): GuestImage {
  const module = new WebAssembly.Module(meterLoops(wasm, 'host_interrupt'))
  const host: QuickJsHost = { call: noAnswers, isOver: () => false, onRejection: noAnswers }
  const engine = new QuickJs(module, host, memoryBytes)
  for (const name of hostCalls) engine.defineHostFunction(name)
  const runner = engine.evaluate(bootstrap, 'bootstrap')
  if (runner === null) throw new Error(`scripts cannot be prepared: ${engine.textOf(engine.takeFault())}`)
  return { ...engine.image(), module, runner }
}

export class Guest {
  readonly #engine: QuickJs
  readonly #runner: Pointer
  #deadline = Number.POSITIVE_INFINITY
  #answer: (name: string, args: readonly string[]) => Primitive = noAnswers
  #rejections = 0

  constructor(image: GuestImage) {
    const host: QuickJsHost = {
      call: (name, args) => this.#answer(name, args),
      isOver: () => this.#isOver(),
      onRejection: isHandled => {
        this.#rejections += isHandled ? -1 : 1
      },
    }
    this.#engine = new QuickJs(image.module, host, image)
    this.#runner = image.runner
  }

  /** Whether it can be reused for the next script. */
  get isSlim(): boolean {
    return this.#engine.memoryBytes <= keptBytes
  }

  /** The function that a source evaluates to; null when the engine cannot compile it. */
  compile(source: string, timeoutMs: number): Pointer | null {
    return this.#within(timeoutMs, () => this.#engine.evaluate(source, 'script'))
  }

  /** Runs a compiled function, and its pending promise jobs. */
  run(
    script: Pointer,
    timeoutMs: number,
    answer: (name: string, args: readonly string[]) => Primitive,
  ): Outcome {
    this.#answer = answer
    this.#rejections = 0
    try {
      return this.#within(timeoutMs, () => this.#pass(script))
    } catch (error) {
      if (error instanceof CutOff) return { end: 'timeout' }
      return { end: error instanceof RangeError ? 'stack' : 'unknown' }
    } finally {
      this.#answer = noAnswers
    }
  }

  #pass(script: Pointer): Outcome {
    const answered = this.#engine.call(this.#runner, script)
    const isDone = this.#engine.runJobs()
    if (performance.now() > this.#deadline) return { end: 'timeout' }
    if (answered === null || !isDone) return { end: 'unknown' }
    const fault = this.#engine.textOf(answered)
    this.#engine.free(answered)
    if (fault === '' && this.#rejections > 0)
      return { fault: 'a promise was rejected and nothing handles it' }
    return fault.startsWith(outOfMemory) ? { end: 'memory' } : { fault }
  }

  #within<T>(timeoutMs: number, work: () => T): T {
    this.#deadline = performance.now() + timeoutMs
    try {
      return work()
    } finally {
      this.#deadline = Number.POSITIVE_INFINITY
    }
  }

  #isOver(): boolean {
    const late = performance.now() - this.#deadline
    if (late > graceMs) throw new CutOff()
    return late > 0
  }
}

const outOfMemory = 'InternalError: out of memory'
