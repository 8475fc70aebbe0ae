/** A request as an access log tells it, and the forms in which logs write times; pure. */

export interface LogEntry {
  readonly atMs: number
  /** Address of the client with what else tells it from others. */
  readonly client: string
  readonly method: string
  /** Path and query, or a whole address. */
  readonly target: string
  /** Empty if the log does not tell it. */
  readonly host: string
  /** Empty if the log does not tell it. */
  readonly scheme: string
  readonly status: number
  /** null if the log does not tell it. */
  readonly sizeBytes: number | null
}

/** Fields of one line by what they mean; absent ones are not in the log. */
export type LogFields = Partial<
  Record<
    | 'time'
    | 'client'
    | 'agent'
    | 'request'
    | 'method'
    | 'target'
    | 'query'
    | 'host'
    | 'scheme'
    | 'status'
    | 'size',
    string
  >
>
export type LogField = keyof LogFields

/** null if time, address or status are missing. */
export function entryOf(fields: LogFields): LogEntry | null {
  const { time = '', request = '', agent = '', host = '' } = fields
  const [first = '', second = ''] = request.split(' ')
  const method = (fields.method ?? first).toUpperCase()
  const path = fields.target ?? second
  const query = fields.query === undefined || fields.query === '-' ? '' : fields.query.replace(/^\??/, '?')
  const target = path.includes('?') || query === '?' ? path : path + query
  const status = Number(fields.status)
  const atMs = timeOf(time)
  if (atMs === null || !Number.isInteger(status) || status < 100 || status > 999) return null
  if (!/^[A-Z]{3,10}$/.test(method) || !/^(\/|https?:\/\/)/.test(target)) return null
  const size = fields.size === '-' ? 0 : Number(fields.size ?? Number.NaN)
  return {
    atMs,
    method,
    target,
    status,
    client: `${fields.client ?? ''} ${agent}`,
    host: host === '-' || host === '_' ? '' : host.toLowerCase(),
    scheme: fields.scheme ?? '',
    sizeBytes: Number.isFinite(size) && size >= 0 ? size : null,
  }
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const logTime =
  /^\[?(\d{1,2})\/([A-Za-z]{3})\/(\d{4}):(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?: ([+-])(\d{2})(\d{2}))?\]?$/

/** `10/Oct/2026:13:55:36 +0800`, ISO 8601, or seconds (or their thousandths and smaller parts) since 1970. */
export function timeOf(text: string): number | null {
  const parts = logTime.exec(text)
  if (parts !== null) {
    const [, day, month = '', year, hours, minutes, seconds, sign, zoneHours = '0', zoneMinutes = '0'] = parts
    const monthIndex = months.indexOf(month.toLowerCase())
    if (monthIndex < 0) return null
    const offsetMs = (Number(zoneHours) * 60 + Number(zoneMinutes)) * 60_000 * (sign === '-' ? -1 : 1)
    const utc = Date.UTC(
      Number(year),
      monthIndex,
      Number(day),
      Number(hours),
      Number(minutes),
      Number(seconds),
    )
    return utc - offsetMs
  }
  if (/^\d{9,}(\.\d+)?$/.test(text)) return fromEpoch(Number(text))
  const parsed = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text.replace(',', '.')) : Number.NaN
  return Number.isNaN(parsed) ? null : parsed
}

/** Which part of a second a number since 1970 counts tells its size. */
function fromEpoch(value: number): number {
  if (value < 1e11) return value * 1_000
  if (value < 1e14) return value
  return value < 1e17 ? value / 1e3 : value / 1e6
}
