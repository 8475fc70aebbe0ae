/** Splits one record of CSV into byte ranges, by JMeter's rules: a quoted field may contain everything, any other no quote. */

const quote = 0x22
const lineFeed = 0x0a
const carriageReturn = 0x0d
const defaultFields = 64

/** How the record ended. */
export type RecordEnd =
  /** The record is complete; `next` is where the following one begins. */
  | 'whole'
  /** The bytes end within a line, or within a quoted field. */
  | 'openLine'
  | 'openQuotes'
  /** A quote where none is allowed. */
  | 'badQuotes'

/** Byte ranges of the record that was split last. */
export class CsvFields {
  starts = new Int32Array(defaultFields)
  ends = new Int32Array(defaultFields)
  /** 1 where doubled quotes mean one. */
  escaped = new Uint8Array(defaultFields)
  count = 0
  next = 0
  /** Whether line breaks may be within the record. */
  hasQuotes = false

  /** Splits bytes[from..limit); `isAll`: nothing follows, so that the end of the bytes ends a line. */
  split(bytes: Uint8Array, from: number, limit: number, separator: number, isAll: boolean): RecordEnd {
    let at = from
    this.count = 0
    this.hasQuotes = false
    for (;;) {
      if (at < limit && bytes[at] === quote) {
        this.hasQuotes = true
        const close = this.#closingQuote(bytes, at + 1, limit, isAll)
        if (close < 0) return 'openQuotes'
        this.ends[this.count++] = close
        at = close + 1
        if (at < limit && bytes[at] === carriageReturn) {
          if (at + 1 === limit && !isAll) return 'openLine'
          if (at + 1 === limit || bytes[at + 1] === lineFeed) at++
        }
      } else {
        if (this.count === this.starts.length) this.#grow()
        const start = at
        let byte = 0
        while (at < limit && (byte = bytes[at] as number) !== separator && byte !== lineFeed) {
          if (byte === quote) return 'badQuotes'
          at++
        }
        this.starts[this.count] = start
        this.escaped[this.count] = 0
        const hasReturn =
          at > start && bytes[at - 1] === carriageReturn && (at === limit || byte === lineFeed)
        this.ends[this.count++] = hasReturn ? at - 1 : at
      }
      if (at >= limit) {
        this.next = limit
        return isAll ? 'whole' : 'openLine'
      }
      const byte = bytes[at++]
      if (byte === lineFeed) {
        this.next = at
        return 'whole'
      }
      if (byte !== separator) return 'badQuotes'
    }
  }

  /** Where the quoted field that begins at `start` ends; −1 when its end has not arrived. */
  #closingQuote(bytes: Uint8Array, start: number, limit: number, isAll: boolean): number {
    if (this.count === this.starts.length) this.#grow()
    this.starts[this.count] = start
    this.escaped[this.count] = 0
    for (let at = start; ; at += 2) {
      at = bytes.indexOf(quote, at)
      if (at === -1 || at >= limit || (at + 1 === limit && !isAll)) return -1
      if (at + 1 >= limit || bytes[at + 1] !== quote) return at
      this.escaped[this.count] = 1
    }
  }

  #grow(): void {
    const size = this.starts.length * 2
    const [starts, ends, escaped] = [new Int32Array(size), new Int32Array(size), new Uint8Array(size)]
    starts.set(this.starts)
    ends.set(this.ends)
    escaped.set(this.escaped)
    Object.assign(this, { starts, ends, escaped })
  }
}
