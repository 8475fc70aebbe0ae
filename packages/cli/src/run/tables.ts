/** Columns of text for the terminal, and numbers formatted for reading. */

/** Cells under their titles, the first column left-aligned, the others right-aligned; a cell that is too long is cut. */
export function formatTable(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  widthCells: number,
): string[] {
  const widths = titles.map((title, column) =>
    Math.max(...[titles, ...rows].map(row => cellsOf(row[column] ?? '')), cellsOf(title)),
  )
  const others = widths.slice(1).reduce((sum, width) => sum + width + 2, 0)
  const first = Math.max(8, Math.min(widths[0] ?? 0, widthCells - others - 2))
  return [titles, ...rows].map(row =>
    row
      .map((cell, column) => {
        if (column === 0) return padded(cut(cell, first), first)
        return ' '.repeat(Math.max(0, (widths[column] ?? 0) - cellsOf(cell))) + cell
      })
      .join('  ')
      .trimEnd(),
  )
}

const isWide = (character: string): boolean =>
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u.test(
    character,
  )

/** Terminal cells that a text takes: Chinese characters take two. */
export function cellsOf(text: string): number {
  let cells = 0
  for (const character of text) cells += isWide(character) ? 2 : 1
  return cells
}

/** The beginning of a text that fits, with … where something is left out. */
export function cut(text: string, maxCells: number): string {
  if (cellsOf(text) <= maxCells) return text
  let kept = ''
  let cells = 1
  for (const character of text) {
    cells += isWide(character) ? 2 : 1
    if (cells > maxCells) break
    kept += character
  }
  return `${kept}…`
}

const padded = (text: string, cells: number): string => text + ' '.repeat(Math.max(0, cells - cellsOf(text)))

/** E.g. `0.85 ms`, `12.3 ms`, `1.24 s`. */
export function formatMs(ms: number): string {
  if (ms >= 1_000) return `${(ms / 1_000).toFixed(ms >= 100_000 ? 0 : 2)} s`
  return `${ms.toFixed(ms >= 100 ? 0 : ms >= 10 ? 1 : 2)} ms`
}

/** E.g. `1,204,500`. */
export const formatCount = (count: number): string => Math.round(count).toLocaleString('en')

/** E.g. `0.5`, `12.3`, `1,204`. */
export const formatRate = (rate: number): string => (rate >= 100 ? formatCount(rate) : rate.toFixed(1))

/** E.g. `1.2 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  while (value >= 1_000 && unit < units.length - 1) {
    value /= 1_000
    unit += 1
  }
  return `${value >= 100 || unit === 0 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`
}

const bars = '▁▂▃▄▅▆▇█'

/** The last values as small bars; the highest one has full height. */
export function sparkline(values: readonly number[], widthCells: number): string {
  const shown = values.slice(-widthCells)
  const highest = Math.max(...shown, Number.MIN_VALUE)
  return shown
    .map(value => bars[Math.min(bars.length - 1, Math.floor((value / highest) * bars.length))])
    .join('')
}
