/** Reads the tokens of an answer of TDS: rows as records, errors as data. @see MS-TDS 2.2.7 */
import { maxRecords, type TargetRecord } from '../../../reading/records.ts'
import { TargetFault } from '../../../target-fault.ts'
import { EndOfBytes, TdsReader } from './tds-reader.ts'
import { type ReadValue, readType } from './tds-values.ts'

/** An error as the server sends it; from class 20 on the server closes the connection. */
export interface TdsError {
  readonly number: number
  readonly message: string
  readonly class: number
}

export interface TdsAnswer {
  /** Of the first result with columns. */
  readonly records: TargetRecord[]
  /** Whether rows are missing, because there were too many or the bytes end within one. */
  readonly isCut: boolean
  readonly errors: readonly TdsError[]
  readonly isSignedIn: boolean
  /** Bytes of packets that the server wants from now on. */
  readonly packetSize: number | undefined
  /** Host and port to which the server sends its clients. */
  readonly routedTo: string | undefined
}

interface Column {
  readonly name: string
  readonly read: ReadValue
}

const tokens = {
  columns: 0x81,
  error: 0xaa,
  signedIn: 0xad,
  features: 0xae,
  row: 0xd1,
  sparseRow: 0xd2,
  environment: 0xe3,
  sessionState: 0xe4,
} as const

/** Tokens of a fixed length: the state that a procedure returns, and ends of results. */
const fixedLengths: Readonly<Record<number, number>> = { 0x79: 4, 0xfd: 12, 0xfe: 12, 0xff: 12 }
/** Tokens with their length in two bytes whose content says nothing here: information, order, names of tables. */
const skipped = new Set([0xa4, 0xa5, 0xa9, 0xab, 0xed])

const noColumns = 0xffff
const packetSizeChanged = 4
const routed = 20

/** `isPart`: the answer was too long, and its end is missing. @throws TargetFault `malformed` */
export function readTokens(bytes: Buffer, isPart: boolean): TdsAnswer {
  const tokenReader = new TokenReader(new TdsReader(bytes))
  try {
    tokenReader.readAll()
  } catch (error) {
    if (!(error instanceof EndOfBytes)) throw error
    if (!isPart) throw new TargetFault('malformed', error.message)
  }
  return isPart ? { ...tokenReader.answer, isCut: true } : tokenReader.answer
}

class TokenReader {
  readonly #reader: TdsReader
  readonly #records: TargetRecord[] = []
  readonly #errors: TdsError[] = []
  #columns: readonly Column[] = []
  #resultCount = 0
  #isCut = false
  #isSignedIn = false
  #packetSize: number | undefined
  #routedTo: string | undefined

  constructor(reader: TdsReader) {
    this.#reader = reader
  }

  get answer(): TdsAnswer {
    return {
      records: this.#records,
      isCut: this.#isCut,
      errors: this.#errors,
      isSignedIn: this.#isSignedIn,
      packetSize: this.#packetSize,
      routedTo: this.#routedTo,
    }
  }

  readAll(): void {
    while (!this.#reader.isAtEnd) this.#token(this.#reader.uint8())
  }

  #token(token: number): void {
    const reader = this.#reader
    const length = fixedLengths[token]
    if (length !== undefined) reader.bytes(length)
    else if (skipped.has(token)) reader.bytes(reader.uint16())
    else if (token === tokens.columns) this.#readColumns()
    else if (token === tokens.row) this.#row(() => false)
    else if (token === tokens.sparseRow) this.#sparseRow()
    else if (token === tokens.error) this.#error()
    else if (token === tokens.environment) this.#environment(new TdsReader(reader.bytes(reader.uint16())))
    else if (token === tokens.signedIn) {
      reader.bytes(reader.uint16())
      this.#isSignedIn = true
    } else if (token === tokens.features) this.#features()
    else if (token === tokens.sessionState) reader.bytes(reader.uint32())
    else throw new TargetFault('malformed', `TDS token 0x${token.toString(16)}`)
  }

  #readColumns(): void {
    const reader = this.#reader
    const count = reader.uint16()
    if (count === noColumns) return
    this.#resultCount++
    this.#columns = Array.from({ length: count }, () => {
      reader.bytes(6)
      const read = readType(reader)
      return { name: reader.shortText(), read }
    })
  }

  /** A bit per column says whether it is NULL. */
  #sparseRow(): void {
    const bits = this.#reader.bytes(Math.ceil(this.#columns.length / 8))
    this.#row(at => (((bits[at >> 3] ?? 0) >> (at & 7)) & 1) === 1)
  }

  #row(isNull: (at: number) => boolean): void {
    const record: Record<string, string> = {}
    for (const [at, { name, read }] of this.#columns.entries()) {
      const value = isNull(at) ? null : read(this.#reader)
      if (value !== null) record[name] = value
    }
    if (this.#resultCount !== 1) return
    if (this.#records.length < maxRecords) this.#records.push(record)
    else this.#isCut = true
  }

  #error(): void {
    const part = new TdsReader(this.#reader.bytes(this.#reader.uint16()))
    const number = part.int32()
    part.uint8()
    const severity = part.uint8()
    this.#errors.push({ number, class: severity, message: part.text(part.uint16()) })
  }

  #environment(part: TdsReader): void {
    const type = part.uint8()
    if (type === packetSizeChanged) this.#packetSize = Number(part.shortText())
    if (type !== routed) return
    // Its length, and TCP as the only protocol.
    part.bytes(3)
    const port = part.uint16()
    this.#routedTo = `${part.text(part.uint16())}:${port}`
  }

  #features(): void {
    while (this.#reader.uint8() !== 0xff) this.#reader.bytes(this.#reader.uint32())
  }
}
