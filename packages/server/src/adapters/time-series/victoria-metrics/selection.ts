/** Which series of VictoriaMetrics hold the samples of series of the catalogue. Pure. */
import { monitorLabel, seriesLabel } from './lines.ts'

/** VictoriaMetrics takes queries of at most 16 KiB by default. */
const maxSeriesPerMatch = 150

/** Selectors of all these series, each of a bounded length. */
export function matchOf(
  series: readonly { readonly monitorId: string; readonly ids: readonly number[] }[],
): string[] {
  const matches: string[] = []
  for (let start = 0; start < series.length; start += maxSeriesPerMatch) {
    const part = series.slice(start, start + maxSeriesPerMatch)
    const ids = new Set(part.flatMap(each => each.ids))
    const monitors = new Set(part.map(each => each.monitorId))
    matches.push(`{${seriesLabel}=~"${[...ids].join('|')}",${monitorLabel}=~"${[...monitors].join('|')}"}`)
  }
  return matches
}
