/** Samples of one series from the lines of JSON that VictoriaMetrics exports. */
import type { Samples } from './block.ts'

export interface ExportedLine {
  /** Time between two slots of its samples, ms. */
  readonly cadenceMs: number
  readonly bytes: Uint8Array
}

/**
 * Samples of the lines of one series, slots as epoch ms. Of several samples at one instant, as they are left by a crash
 * between the write to VictoriaMetrics and the commit, one is taken.
 */
export function samplesOfLines(lines: readonly ExportedLine[]): Samples {
  const all: { at: number; value: number; cadenceMs: number }[] = []
  for (const { bytes, cadenceMs } of lines) {
    const { values, timestamps } = JSON.parse(new TextDecoder().decode(bytes)) as {
      readonly values: readonly (number | null)[]
      readonly timestamps: readonly number[]
    }
    for (const [index, at] of timestamps.entries()) {
      const value = values[index]
      if (typeof value === 'number') all.push({ at, value, cadenceMs })
    }
  }
  all.sort((one, other) => one.at - other.at)
  const samples = all.filter(({ at }, index) => index === 0 || all[index - 1]?.at !== at)
  return {
    slots: Float64Array.from(samples, each => each.at),
    cadences: Float64Array.from(samples, each => each.cadenceMs),
    values: Float64Array.from(samples, each => each.value),
  }
}
