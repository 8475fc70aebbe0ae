/**
 * Inserts a counter into every loop of a WebAssembly module, so that all code in it checks regularly
 * whether its time is over: QuickJS itself checks only between steps of a script, not within a search or a long
 * division.
 * @see https://webassembly.github.io/spec/core/binary/
 */

const sections = { imports: 2, globals: 6, code: 10 } as const
const headerBytes = 8
/** Loop iterations between two checks, of all loops together; some tens of µs. */
const turnsPerQuestion = 20_000
const op = {
  loop: 0x03,
  if: 0x04,
  end: 0x0b,
  call: 0x10,
  drop: 0x1a,
  globalGet: 0x23,
  globalSet: 0x24,
  i32Const: 0x41,
  i32Eqz: 0x45,
  i32Sub: 0x6b,
} as const
const type = { i32: 0x7f, nothing: 0x40 } as const

/** The same module with the counter; `question` is the function `env.<question>` that it imports. @throws Error when it contains an unknown instruction */
export function meterLoops(module: Uint8Array, question: string): Uint8Array<ArrayBuffer> {
  const reader = new Reader(module, headerBytes)
  const out: Uint8Array[] = [module.subarray(0, headerBytes)]
  let callee = -1
  let counter = -1
  while (!reader.isAtEnd) {
    const id = reader.byte()
    const body = reader.bytes(reader.u32())
    if (id === sections.imports) callee = importedFunction(body, question)
    if (id === sections.globals) {
      counter = new Reader(body).u32()
      out.push(section(id, withCounter(body)))
    } else if (id === sections.code) out.push(section(id, withQuestions(body, ask(counter, callee))))
    else out.push(section(id, [body]))
  }
  if (callee < 0 || counter < 0) throw new Error('the module lacks what its meter needs')
  return joined(out)
}

/** The code at the beginning of each loop. */
function ask(counter: number, callee: number): Uint8Array {
  const global = leb(counter)
  const countDown = [op.globalGet, ...global, op.i32Const, 1, op.i32Sub, op.globalSet, ...global]
  const atZero = [op.globalGet, ...global, op.i32Eqz, op.if, type.nothing]
  const beginAnew = [op.i32Const, ...signedLeb(turnsPerQuestion), op.globalSet, ...global]
  const question = [op.call, ...leb(callee), op.drop, op.end]
  return Uint8Array.from([...countDown, ...atZero, ...beginAnew, ...question])
}

function withCounter(body: Uint8Array): Uint8Array[] {
  const reader = new Reader(body)
  const count = reader.u32()
  const isMutable = 1
  const global = [type.i32, isMutable, op.i32Const, ...signedLeb(turnsPerQuestion), op.end]
  return [Uint8Array.from(leb(count + 1)), body.subarray(reader.at), Uint8Array.from(global)]
}

function withQuestions(body: Uint8Array, question: Uint8Array): Uint8Array[] {
  const reader = new Reader(body)
  const count = reader.u32()
  const out: Uint8Array[] = [Uint8Array.from(leb(count))]
  for (let i = 0; i < count; i++) {
    const code = meteredFunction(reader.bytes(reader.u32()), question)
    const length = code.reduce((sum, part) => sum + part.length, 0)
    out.push(Uint8Array.from(leb(length)), ...code)
  }
  return out
}

function meteredFunction(code: Uint8Array, question: Uint8Array): Uint8Array[] {
  const reader = new Reader(code)
  for (let groups = reader.u32(); groups > 0; groups--) {
    reader.u32()
    reader.byte()
  }
  const out: Uint8Array[] = []
  let from = 0
  while (!reader.isAtEnd) {
    if (reader.instruction() !== op.loop) continue
    out.push(code.subarray(from, reader.at), question)
    from = reader.at
  }
  out.push(code.subarray(from))
  return out
}

/** Position of an imported function among all functions; -1 when there is none. @throws Error when other things than functions are imported */
function importedFunction(body: Uint8Array, name: string): number {
  const reader = new Reader(body)
  const count = reader.u32()
  let found = -1
  for (let i = 0; i < count; i++) {
    const from = reader.name()
    if (from === 'env' && reader.name() === name) found = i
    else if (from !== 'env') reader.name()
    if (reader.byte() !== 0) throw new Error('the module imports more than functions')
    reader.u32()
  }
  return found
}

function leb(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80)
  return [...bytes, rest]
}

/** For a non-negative number. */
function signedLeb(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest > 0x3f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80)
  return [...bytes, rest]
}

function section(id: number, parts: readonly Uint8Array[]): Uint8Array {
  const body = joined(parts)
  return joined([Uint8Array.from([id, ...leb(body.length)]), body])
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Reads the binary format step by step. */
class Reader {
  readonly #bytes: Uint8Array
  at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes
    this.at = at
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length
  }

  byte(): number {
    return this.#bytes[this.at++] ?? 0
  }

  bytes(length: number): Uint8Array {
    this.at += length
    return this.#bytes.subarray(this.at - length, this.at)
  }

  u32(): number {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte()
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value >>> 0
    }
  }

  name(): string {
    return new TextDecoder().decode(this.bytes(this.u32()))
  }

  /** Skips one instruction and returns its code. Most have operands that are listed in a table. */
  instruction(): number {
    const code = this.byte()
    let count = operandCounts[code] ?? unknown
    if (count === unknown) count = this.#rare(code)
    for (; count > 0; count--) while ((this.#bytes[this.at++] ?? 0) >= 0x80);
    return code
  }

  /** Operands of instructions that are not in the table, as far as they are not skipped yet. */
  #rare(code: number): number {
    // Tables of targets, and types that a selection names.
    if (code === 0x0e) return this.u32() + 1
    if (code === 0x1c) return this.u32()
    if (code === 0x43) this.at += 4
    else if (code === 0x44) this.at += 8
    else if (code === 0xfc) return this.#bulk()
    else throw new Error(`the module holds the unknown instruction 0x${code.toString(16)}`)
    return 0
  }

  /** Bulk instructions; saturating conversions have no operands. */
  #bulk(): number {
    const code = this.u32()
    if (code > 17) throw new Error(`the module holds the unknown instruction 0xfc ${code}`)
    if (code <= 7) return 0
    return [8, 10, 12, 14].includes(code) ? 2 : 1
  }
}

const unknown = 255

/** Operands of an instruction that are numbers in LEB128; null where it has others too. */
function operandCount(code: number): number | null {
  if (code <= 0x01 || code === 0x05 || code === op.end || code === 0x0f) return 0
  if (code <= 0x04 || code === 0x0c || code === 0x0d || code === op.call || code === 0x12) return 1
  if (code === 0x11 || code === 0x13) return 2
  if (code === op.drop || code === 0x1b) return 0
  if (code >= 0x20 && code <= 0x26) return 1
  if (code >= 0x28 && code <= 0x3e) return 2
  if (code >= 0x3f && code <= 0x42) return 1
  if ((code >= 0x45 && code <= 0xc4) || code === 0xd1) return 0
  if (code === 0xd0 || code === 0xd2) return 1
  return null
}

const operandCounts = Uint8Array.from({ length: 256 }, (_, code) => operandCount(code) ?? unknown)
