/** Instants in texts that are read elsewhere and later: exports, logs, messages; always with the zone. */

/** Whether this is a name that the time-zone database knows, e.g. `Asia/Shanghai` or `UTC`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** `2026-11-22 16:00:00 +08:00`; epoch milliseconds, in this zone or in that of the process. */
export function instantText(at: number, timeZone?: string): string {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  })
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  const day = `${part('year')}-${part('month')}-${part('day')}`
  const offset = part('timeZoneName').replace('GMT', '')
  return `${day} ${part('hour')}:${part('minute')}:${part('second')} ${offset === '' ? '+00:00' : offset}`
}
