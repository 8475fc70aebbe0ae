/**
 * QuickJS compiled to WebAssembly: the few calls of its interface that scripts need. Its memory and its objects are its
 * own; texts and numbers are copied in and out.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Values that are passed into the engine. */
export type Primitive = string | number | undefined

/** Calls of the engine to the process around it. */
export interface QuickJsHost {
  /** The engine called a function of the host. An exception reaches the engine as an error with the message of a HostRefusal, or with none. */
  call(name: string, args: readonly string[]): Primitive
  /** Called about every 0.1 ms while code runs; true ends the code. */
  isOver(): boolean
  /** A promise was rejected without a handler, or (`isHandled`) has got one now. */
  onRejection(isHandled: boolean): void
}

/** An error that code in the engine may read. */
export class HostRefusal extends Error {}

/** An address in the engine's memory; where it is a value's, its owner frees it. */
export type Pointer = number

/** The complete state of an engine at one moment. */
export interface QuickJsImage {
  readonly memory: Uint8Array
  readonly stackPointer: number
  readonly runtime: Pointer
  readonly context: Pointer
}

interface Interface {
  readonly memory: WebAssembly.Memory
  readonly __stack_pointer: WebAssembly.Global<'i32'>
  _initialize(): void
  qjs_init(): number
  qjs_set_memory_limit(bytes: number): void
  qjs_set_max_stack_size(bytes: number): void
  qjs_set_interrupt_handler(isOn: number): void
  qjs_set_promise_rejection_handler(isOn: number): void
  qjs_get_runtime_ptr(): Pointer
  qjs_get_context_ptr(): Pointer
  qjs_set_runtime_and_context(runtime: Pointer, context: Pointer): void
  qjs_eval(code: Pointer, length: number, file: Pointer, flags: number): Pointer
  qjs_call(called: Pointer, self: Pointer, count: number, values: Pointer): Pointer
  qjs_is_exception(value: Pointer): number
  qjs_get_exception(): Pointer
  qjs_throw(value: Pointer): Pointer
  qjs_new_error(): Pointer
  qjs_new_host_function(name: Pointer, length: number, parameters: number): Pointer
  qjs_new_string(text: Pointer, length: number): Pointer
  qjs_new_number(value: number): Pointer
  qjs_get_undefined(): Pointer
  qjs_get_global(): Pointer
  qjs_set_prop_string(holder: Pointer, name: Pointer, value: Pointer): number
  qjs_is_string(value: Pointer): number
  qjs_get_string_len(value: Pointer, length: Pointer): Pointer
  qjs_free_cstring(text: Pointer): void
  qjs_free_value(value: Pointer): void
  qjs_is_job_pending(): number
  qjs_execute_pending_job(): number
  wasm_malloc(bytes: number): Pointer
  wasm_free(place: Pointer): void
}

/** Part of the 1 MiB that the module is linked with; V8's own stack is large enough for it. */
const stackBytes = 256 * 1024
const pageBytes = 65_536
const badFile = 8
const notSupported = 52

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The module's bytes. */
export function readQuickJs(): Uint8Array {
  const require = createRequire(import.meta.url)
  return readFileSync(require.resolve('quickjs-wasi/quickjs.wasm'))
}

export class QuickJs {
  readonly #x: Interface
  readonly #host: QuickJsHost
  readonly #length: Pointer
  readonly #undefined: Pointer

  /** Starts empty, with a memory limit in bytes, or from an image. */
  constructor(module: WebAssembly.Module, host: QuickJsHost, origin: number | QuickJsImage) {
    this.#host = host
    const instance = new WebAssembly.Instance(module, {
      env: this.#env(),
      wasi_snapshot_preview1: this.#system(),
    })
    this.#x = instance.exports as unknown as Interface
    if (typeof origin === 'number') this.#begin(origin)
    else this.#restore(origin)
    this.#length = this.#allocate(4)
    this.#undefined = this.#x.qjs_get_undefined()
  }

  /** Bytes of this process that the engine uses. */
  get memoryBytes(): number {
    return this.#x.memory.buffer.byteLength
  }

  /** Defines a global function that the host answers. */
  defineHostFunction(name: string): void {
    const at = this.#write(name)
    const made = this.#x.qjs_new_host_function(at.place, at.bytes, 0)
    const global = this.#x.qjs_get_global()
    this.#x.qjs_set_prop_string(global, at.place, made)
    this.#x.wasm_free(at.place)
    this.#x.qjs_free_value(made)
    this.#x.qjs_free_value(global)
  }

  /** The value of a piece of code, null when it threw or cannot be parsed: `takeFault` returns the error. */
  evaluate(code: string, file: string): Pointer | null {
    const text = this.#write(code)
    const name = this.#write(file)
    const value = this.#x.qjs_eval(text.place, text.bytes, name.place, 0)
    this.#x.wasm_free(text.place)
    this.#x.wasm_free(name.place)
    return this.#unlessThrown(value)
  }

  /** Calls a function with one value; null when it threw. */
  call(called: Pointer, value: Pointer): Pointer | null {
    const values = this.#allocate(4)
    this.#view().setUint32(values, value, true)
    const answer = this.#x.qjs_call(called, this.#undefined, 1, values)
    this.#x.wasm_free(values)
    return this.#unlessThrown(answer)
  }

  /** Runs pending promise jobs until none are left; false when one of them was ended. */
  runJobs(): boolean {
    while (this.#x.qjs_is_job_pending() !== 0) {
      if (this.#x.qjs_execute_pending_job() < 0 || this.#host.isOver()) return false
    }
    return true
  }

  /** The last thrown value. */
  takeFault(): Pointer {
    return this.#x.qjs_get_exception()
  }

  /** The characters of a text; '' for other values, which are not converted. */
  textOf(value: Pointer): string {
    if (this.#x.qjs_is_string(value) === 0) return ''
    const place = this.#x.qjs_get_string_len(value, this.#length)
    if (place === 0) return ''
    const bytes = this.#view().getUint32(this.#length, true)
    const text = decoder.decode(new Uint8Array(this.#x.memory.buffer, place, bytes))
    this.#x.qjs_free_cstring(place)
    return text
  }

  free(value: Pointer): void {
    this.#x.qjs_free_value(value)
  }

  image(): QuickJsImage {
    return {
      memory: new Uint8Array(this.#x.memory.buffer).slice(),
      stackPointer: this.#x.__stack_pointer.value,
      runtime: this.#x.qjs_get_runtime_ptr(),
      context: this.#x.qjs_get_context_ptr(),
    }
  }

  #begin(memoryBytes: number): void {
    this.#x._initialize()
    if (this.#x.qjs_init() !== 0) throw new Error('the engine of scripts does not start')
    this.#x.qjs_set_memory_limit(memoryBytes)
    this.#x.qjs_set_max_stack_size(stackBytes)
    this.#x.qjs_set_interrupt_handler(1)
    this.#x.qjs_set_promise_rejection_handler(1)
  }

  #restore(image: QuickJsImage): void {
    const { memory } = this.#x
    const missing = image.memory.byteLength - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / pageBytes))
    new Uint8Array(memory.buffer).set(image.memory)
    this.#x.qjs_set_runtime_and_context(image.runtime, image.context)
    this.#x.__stack_pointer.value = image.stackPointer
  }

  #unlessThrown(value: Pointer): Pointer | null {
    if (this.#x.qjs_is_exception(value) === 0) return value
    this.#x.qjs_free_value(value)
    return null
  }

  /** Created anew each time: growing memory detaches the old buffer. */
  #view(): DataView {
    return new DataView(this.#x.memory.buffer)
  }

  #allocate(bytes: number): Pointer {
    const place = this.#x.wasm_malloc(bytes)
    if (place === 0) throw new HostRefusal('out of memory')
    return place
  }

  /** To be freed with wasm_free. Unpaired surrogates become U+FFFD. */
  #write(text: string): { place: Pointer; bytes: number } {
    const room = text.length * 3 + 1
    const place = this.#allocate(room)
    const target = new Uint8Array(this.#x.memory.buffer, place, room)
    const { written } = encoder.encodeInto(text, target)
    target[written] = 0
    return { place, bytes: written }
  }

  #value(value: Primitive): Pointer {
    if (value === undefined) return this.#x.qjs_get_undefined()
    if (typeof value === 'number') return this.#x.qjs_new_number(value)
    const text = this.#write(value)
    const made = this.#x.qjs_new_string(text.place, text.bytes)
    this.#x.wasm_free(text.place)
    return made
  }

  #answer(namePlace: Pointer, nameLength: number, count: number, values: Pointer): Pointer {
    try {
      const name = decoder.decode(new Uint8Array(this.#x.memory.buffer, namePlace, nameLength))
      const args: string[] = []
      for (let i = 0; i < count; i++) args.push(this.textOf(this.#view().getUint32(values + i * 4, true)))
      return this.#value(this.#host.call(name, args))
    } catch (error) {
      return this.#throw(error instanceof HostRefusal ? error.message : 'not possible')
    }
  }

  /** Returns the value that signals an exception of a function. */
  #throw(message: string): Pointer {
    const error = this.#x.qjs_new_error()
    const key = this.#write('message')
    const text = this.#value(message)
    this.#x.qjs_set_prop_string(error, key.place, text)
    this.#x.qjs_throw(error)
    this.#x.wasm_free(key.place)
    this.#x.qjs_free_value(text)
    this.#x.qjs_free_value(error)
    return 0
  }

  #env(): WebAssembly.ModuleImports {
    return {
      host_call: (name: Pointer, length: number, _self: Pointer, count: number, values: Pointer) =>
        this.#answer(name, length, count, values),
      host_interrupt: () => (this.#host.isOver() ? 1 : 0),
      host_promise_rejection: (promise: Pointer, reason: Pointer, isHandled: number) => {
        this.#x.qjs_free_value(promise)
        this.#x.qjs_free_value(reason)
        this.#host.onRejection(isHandled !== 0)
      },
      // There are no modules.
      host_module_normalize: () => 0,
      host_module_load: () => 0,
      host_get_timezone_offset: (high: number, low: number) => {
        const epochMs = (high * 2 ** 32 + (low >>> 0)) * 1_000
        return -new Date(epochMs).getTimezoneOffset() * 60
      },
    }
  }

  /** The operating system calls that the module was built with: it gets the time and random numbers. */
  #system(): WebAssembly.ModuleImports {
    return {
      clock_time_get: (_clock: number, _precision: bigint, target: Pointer) => {
        this.#view().setBigUint64(target, BigInt(Date.now()) * 1_000_000n, true)
        return 0
      },
      random_get: (target: Pointer, length: number) => {
        crypto.getRandomValues(new Uint8Array(this.#x.memory.buffer, target, length))
        return 0
      },
      fd_close: () => notSupported,
      fd_fdstat_get: () => badFile,
      fd_seek: () => notSupported,
      fd_write: () => badFile,
    }
  }
}
