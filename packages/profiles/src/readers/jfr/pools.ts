/** The constant pools of a JFR chunk: methods, classes, symbols and stacks, each read once and named by its key. */
import type { ChunkReader } from './chunk-reader.ts'
import type { JfrTypes } from './metadata.ts'
import { type JfrObject, type JfrValue, readObject } from './values.ts'

const keptPools: ReadonlySet<string> = new Set([
  'jdk.types.StackTrace',
  'jdk.types.Method',
  'jdk.types.Symbol',
  'jdk.types.ThreadState',
  'jdk.types.FrameType',
  'java.lang.Class',
  'java.lang.String',
])

const symbolTypes: ReadonlySet<string> = new Set(['Native', 'C++', 'Kernel'])

export class JfrPools {
  readonly #pools = new Map<string, Map<number, JfrValue>>()
  readonly #methodNames = new Map<number, string>()
  readonly #stacks = new Map<number, readonly string[]>()
  #hasSymbols: boolean | undefined

  put(pool: string, key: number, value: JfrValue): void {
    const known = this.#pools.get(pool) ?? new Map<number, JfrValue>()
    this.#pools.set(pool, known)
    if (!known.has(key)) known.set(key, value)
  }

  /** Frames of a stack, outermost first; empty when there is none. */
  stack(key: JfrValue | undefined): readonly string[] {
    if (typeof key !== 'number') return []
    const known = this.#stacks.get(key)
    if (known !== undefined) return known
    const frames = this.#object('jdk.types.StackTrace', key)?.['frames']
    const names = Array.isArray(frames)
      ? frames.map(frame => this.#frameName(isObject(frame) ? frame : {})).reverse()
      : []
    this.#stacks.set(key, names)
    return names
  }

  /** `java.util.HashMap`, `byte[]`; '' when it is unknown. */
  className(key: JfrValue | undefined): string {
    const name = typeof key === 'number' ? this.#object('java.lang.Class', key)?.['name'] : undefined
    return readableClass(this.#text(name))
  }

  stateName(key: JfrValue | undefined): string {
    const name = typeof key === 'number' ? this.#object('jdk.types.ThreadState', key)?.['name'] : undefined
    return this.#text(name)
  }

  /** async-profiler gives symbols of libraries the file of the library as their class. */
  #frameName({ method, type }: JfrObject): string {
    return this.#methodName(method, this.#isSymbol(type))
  }

  /** Only async-profiler has frames of the kernel; the native frames of a JVM are methods of Java. */
  #isSymbol(type: JfrValue | undefined): boolean {
    const types = this.#pools.get('jdk.types.FrameType')
    if (types === undefined || typeof type !== 'number') return false
    this.#hasSymbols ??= [...types.keys()].some(key => this.#frameType(key) === 'Kernel')
    return this.#hasSymbols && symbolTypes.has(this.#frameType(type))
  }

  #frameType(key: number): string {
    return this.#text(this.#object('jdk.types.FrameType', key)?.['description'])
  }

  #methodName(key: JfrValue | undefined, isSymbol: boolean): string {
    if (typeof key !== 'number') return '?'
    const known = this.#methodNames.get(key)
    if (known !== undefined) return known
    const method = this.#object('jdk.types.Method', key)
    const type = isSymbol ? '' : this.className(method?.['type'])
    const name = this.#text(method?.['name'])
    const full = type === '' ? name || '?' : `${type}.${name}`
    this.#methodNames.set(key, full)
    return full
  }

  #object(pool: string, key: number): JfrObject | undefined {
    const value = this.#pools.get(pool)?.get(key)
    return isObject(value) ? value : undefined
  }

  /** A text, or the one that a key of the pools of symbols or texts stands for. */
  #text(value: JfrValue | undefined): string {
    if (typeof value === 'string') return value
    if (typeof value !== 'number') return ''
    const symbol = this.#object('jdk.types.Symbol', value)?.['string']
    const text = symbol ?? this.#pools.get('java.lang.String')?.get(value)
    if (typeof text === 'number') return this.#plainText(text)
    return typeof text === 'string' ? text : ''
  }

  #plainText(key: number): string {
    const text = this.#pools.get('java.lang.String')?.get(key)
    return typeof text === 'string' ? text : ''
  }
}

const isObject = (value: JfrValue | undefined): value is JfrObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const primitives: Readonly<Record<string, string>> = {
  B: 'byte',
  C: 'char',
  D: 'double',
  F: 'float',
  I: 'int',
  J: 'long',
  S: 'short',
  Z: 'boolean',
}

/** `[B` as `byte[]`, `java/lang/String` as `java.lang.String`. */
function readableClass(name: string): string {
  const dimensions = /^\[*/.exec(name)?.[0].length ?? 0
  if (dimensions === 0) return name.replaceAll('/', '.')
  const element = name.slice(dimensions)
  const base = element.startsWith('L') ? element.slice(1, -1) : (primitives[element] ?? element)
  return `${base.replaceAll('/', '.')}${'[]'.repeat(dimensions)}`
}

/** Reads all checkpoints of a chunk, the last one first. */
export function readPools(reader: ChunkReader, types: JfrTypes, last: number): JfrPools {
  const pools = new JfrPools()
  for (let at = last; ; ) {
    reader.at = at
    reader.number() // size
    if (reader.number() !== 1) throw reader.fault()
    reader.number() // start
    reader.number() // duration
    const delta = reader.number()
    reader.byte() // kind of flush
    readCheckpoint(reader, types, pools)
    if (delta === 0) return pools
    // Towards the beginning only, so that a forged file cannot send us in a circle.
    if (delta > 0 || at + delta < 0) throw reader.fault()
    at += delta
  }
}

function readCheckpoint(reader: ChunkReader, types: JfrTypes, pools: JfrPools): void {
  const poolCount = reader.count()
  for (let pool = 0; pool < poolCount; pool++) {
    const type = types.get(reader.number())
    if (type === undefined) throw reader.fault()
    const isKept = keptPools.has(type.name)
    const count = reader.count()
    for (let each = 0; each < count; each++) {
      const key = reader.number()
      const value = type.name === 'java.lang.String' ? (reader.text() ?? '') : readObject(reader, types, type)
      if (isKept) pools.put(type.name, key, value)
    }
  }
}
