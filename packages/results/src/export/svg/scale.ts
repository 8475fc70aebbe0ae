/** Axes of charts: round ticks that people expect, and where values lie. */

/** What ticks are round in: any decimals, whole things, or bytes in binary units. */
export type TickKind = 'decimal' | 'whole' | 'bytes'

/** Ticks from 0 to a round number not below `max`, about `count` of them. */
export function valueTicks(max: number, count: number, kind: TickKind = 'decimal'): number[] {
  if (!(max > 0)) return [0, 1]
  const raw = kind === 'whole' ? Math.max(1, max / count) : max / count
  const unit = kind !== 'bytes' ? 1 : 1_024 ** Math.max(0, Math.floor(Math.log(raw) / Math.log(1_024)))
  const power = 10 ** Math.floor(Math.log10(raw / unit)) * unit
  const steps = kind === 'whole' ? [1, 2, 5, 10] : [1, 2, 2.5, 5, 10]
  const step = (steps.find(each => each * power >= raw * 0.999) ?? 10) * power
  const ticks: number[] = []
  for (let index = 0; ; index++) {
    ticks.push(Number((index * step).toPrecision(12)))
    if (index * step >= max * 0.999) return ticks
  }
}

const clockSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 43_200, 86_400]

/** Seconds between `from` and `to` on steps of a clock, at most `count` of them. */
export function clockTicks(from: number, to: number, count: number): number[] {
  const step =
    clockSteps.find(each => (to - from) / each <= count) ?? 86_400 * Math.ceil((to - from) / 86_400 / count)
  const ticks: number[] = []
  for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) ticks.push(tick)
  return ticks
}

/** A function from a domain to pixels. */
export const linear =
  (domain: readonly [number, number], range: readonly [number, number]) =>
  (value: number): number =>
    domain[1] === domain[0]
      ? range[0]
      : range[0] + ((value - domain[0]) / (domain[1] - domain[0])) * (range[1] - range[0])

/** Two digits after the point are finer than any screen. */
export const pixel = (value: number): number => Math.round(value * 100) / 100
