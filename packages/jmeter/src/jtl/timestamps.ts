/** Times of results: epoch milliseconds, or dates in the formats of JMeter and of locales. */

export interface TimestampOptions {
  /** Offset east of UTC, for dates without a zone. */
  readonly utcOffsetMinutes: number
  /** null = as the date shows. */
  readonly dateOrder: 'dayFirst' | 'monthFirst' | null
}

/** Not a time, or one whose day and month are ambiguous. */
export type TimestampProblem = 'none' | 'ambiguous'

const dateTime =
  /^(\d{1,4})([-/.]|年)(\d{1,2})(?:[-/.]|月)(\d{1,4})日?(?:[T ]+| ?, ?)(上午|下午|午前|午後|오전|오후)? ?(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:[.,](\d{1,9}))?(?: ?([AaPp])\.?[Mm]\.?)?(?: ?(Z|UTC|GMT|[+-]\d{2}:?\d{2}))?$/
const compact = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{3})?$/
const afternoon = /下午|午後|오후|[Pp]/
/** Where the digits of other scripts begin: Arabic, Persian, Devanagari, Bengali, Thai, full width. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10]

/** Epoch ms of a text that is not already epoch ms. */
export function dateText(text: string, options: TimestampOptions): number | TimestampProblem {
  const plain = withPlainDigits(text.trim())
  const [, year, month, day, hour, minute, second, millis] = compact.exec(plain) ?? []
  if (year !== undefined) {
    const time = { hour, minute, second, millis }
    return epochOf(
      { year: Number(year), month: Number(month), day: Number(day) },
      time,
      options.utcOffsetMinutes,
    )
  }
  const match = dateTime.exec(plain)
  if (match === null) return 'none'
  const date = dateOf(match[1] ?? '', match[2] ?? '', match[3] ?? '', match[4] ?? '', options)
  if (typeof date === 'string') return date
  const hours = hourOf(Number(match[6]), match[5] ?? match[10])
  if (hours === null) return 'none'
  const fraction = match[9] === undefined ? undefined : match[9].padEnd(3, '0').slice(0, 3)
  const time = { hour: String(hours), minute: match[7], second: match[8], millis: fraction }
  return epochOf(date, time, offsetOf(match[11]) ?? options.utcOffsetMinutes)
}

interface CalendarDate {
  year: number
  month: number
  day: number
}

function dateOf(
  a: string,
  separator: string,
  b: string,
  c: string,
  { dateOrder }: TimestampOptions,
): CalendarDate | TimestampProblem {
  if (a.length === 4) return { year: Number(a), month: Number(b), day: Number(c) }
  if (a.length > 2 || (c.length !== 2 && c.length !== 4)) return 'none'
  const year = c.length === 4 ? Number(c) : 2_000 + Number(c)
  const dayFirst = { year, month: Number(b), day: Number(a) }
  const monthFirst = { year, month: Number(a), day: Number(b) }
  if (dateOrder !== null) return dateOrder === 'dayFirst' ? dayFirst : monthFirst
  if (separator === '.' || Number(a) > 12) return dayFirst
  // The format of JMeter before 2.4, MM/dd/yy, does not occur in a locale with four digits.
  if (Number(b) > 12 || (separator === '/' && c.length === 2)) return monthFirst
  return Number(a) === Number(b) ? dayFirst : 'ambiguous'
}

function hourOf(hour: number, mark: string | undefined): number | null {
  if (mark === undefined) return hour
  if (hour > 12) return null
  return (hour % 12) + (afternoon.test(mark) ? 12 : 0)
}

function offsetOf(zone: string | undefined): number | null {
  if (zone === undefined) return null
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? []
  const offset = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  return sign === '-' ? -offset : offset
}

type Clock = Record<'hour' | 'minute' | 'second' | 'millis', string | undefined>

function epochOf(date: CalendarDate, clock: Clock, offsetMinutes: number): number | TimestampProblem {
  const { year, month, day } = date
  // Other calendars have other years: Buddhist ones are in the 26th century.
  if (year < 1970 || year > 2200) return 'none'
  const [hour, minute, second] = [Number(clock.hour), Number(clock.minute), Number(clock.second ?? 0)]
  if (hour > 23 || minute > 59 || second > 59) return 'none'
  const midnight = Date.UTC(year, month - 1, day)
  const there = new Date(midnight)
  if (there.getUTCMonth() !== month - 1 || there.getUTCDate() !== day) return 'none'
  return midnight + ((hour * 60 + minute - offsetMinutes) * 60 + second) * 1_000 + Number(clock.millis ?? 0)
}

function withPlainDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, digit => {
    const code = digit.codePointAt(0) ?? 0
    const zero = zeros.find(start => code >= start && code < start + 10)
    return zero === undefined ? digit : String(code - zero)
  })
}
