/** Names of exported files that Windows, macOS and Linux accept as they are; pure. */

/** Of the name with its ending, in UTF-8: file systems take 255, and browsers add ` (1)` to a name that exists. */
const maxNameBytes = 200
/** Names of devices on Windows, with any ending. */
const devicePattern = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i
/** Separators of paths, what Windows refuses, control characters, marks that turn the reading direction, and spaces that are none. */
const refusedPattern = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

const sizeBytes = (text: string): number => new TextEncoder().encode(text).length

/** Shortened by whole characters. */
function cutTo(text: string, bytes: number): string {
  let cut = ''
  let size = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    size += sizeBytes(segment)
    if (size > bytes) break
    cut += segment
  }
  return cut.trimEnd()
}

const clean = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(refusedPattern, '-')
    .replaceAll(/\s+/gu, ' ')
    // Windows drops them at the end; at the beginning they hide a file.
    .replaceAll(/^[. ]+|[. ]+$/g, '')

/** The parts joined by `-`, without empty ones; the first, which people chose, is shortened where the whole would be too long. `ending` is without its dot. */
export function exportFileName([first = '', ...rest]: readonly string[], ending: string): string {
  const tail = rest
    .map(clean)
    .filter(part => part !== '')
    .map(part => `-${part}`)
    .join('')
  const head = cutTo(clean(first), maxNameBytes - sizeBytes(`${tail}.${ending}`))
  const name = `${head}${tail}` || 'export'
  return `${devicePattern.test(name) ? '_' : ''}${name}.${ending}`
}

const two = (value: number): string => String(value).padStart(2, '0')

/** The day of an instant as `2026-11-23`, in the zone of the process; empty for none. */
export function dayOf(at: number | null): string {
  if (at === null) return ''
  const date = new Date(at)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** What is exported of a run: scenario, number, what it is, of a part also its seconds, and the day of its start. */
export function runFileName(
  run: { readonly scenarioName: string; readonly number: number; readonly startedAt: number | null },
  what: readonly string[],
  ending: string,
): string {
  return exportFileName([run.scenarioName, String(run.number), ...what, dayOf(run.startedAt)], ending)
}

/** The seconds of a part, e.g. `10s-30s`. */
export const partOfName = ({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): string =>
  `${fromMs / 1_000}s-${toMs / 1_000}s`
