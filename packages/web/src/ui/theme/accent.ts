/** The accent colour as the user chose it, shifted as far as text in it and text on it need to stay readable. */
import type { Scheme } from './palette.ts'

type Channels = readonly [red: number, green: number, blue: number]

export interface Accent {
  /** For text, icons and outlines on the page background. */
  readonly ink: string
  readonly inkHover: string
  /** For areas with white text. */
  readonly fill: string
  readonly fillHover: string
}

const white: Channels = [255, 255, 255]
const black: Channels = [0, 0, 0]
/** Hover and selection tint the background, so text in the accent colour starts above the required contrast of 4.5. */
const inkContrast = 5.6
const fillContrast = 4.6
const grounds: Record<Scheme, Channels> = { light: white, dark: [22, 26, 32] }

const channelsOf = (hex: string): Channels => {
  const digits = /^#?([\da-f]{6})/i.exec(hex)?.[1] ?? '2458d3'
  const channel = (at: number) => Number.parseInt(digits.slice(at, at + 2), 16)
  return [channel(0), channel(2), channel(4)]
}
const hexOf = (color: Channels): string =>
  `#${color.map(channel => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

const mix = (from: Channels, to: Channels, share01: number): Channels => [
  from[0] + (to[0] - from[0]) * share01,
  from[1] + (to[1] - from[1]) * share01,
  from[2] + (to[2] - from[2]) * share01,
]

/** @see WCAG 2.2, relative luminance */
function luminance(color: Channels): number {
  const [red, green, blue] = color.map(channel => {
    const share01 = channel / 255
    return share01 <= 0.04045 ? share01 / 12.92 : ((share01 + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(a: Channels, b: Channels): number {
  const [darker, lighter] = [luminance(a), luminance(b)].toSorted((x, y) => x - y) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

/** Contrast of two colours written as `#rrggbb`, 1 to 21. */
export const contrastOf = (a: string, b: string): number => contrast(channelsOf(a), channelsOf(b))

/** Shifts the colour towards `pole` in small steps until the contrast with `ground` is sufficient. */
function shifted(color: Channels, pole: Channels, ground: Channels, wanted: number): Channels {
  for (let share01 = 0; share01 < 1; share01 += 0.04) {
    const candidate = mix(color, pole, share01)
    if (contrast(candidate, ground) >= wanted) return candidate
  }
  return pole
}

/** `color` is `#rrggbb`; the result keeps its hue. */
export function accentOf(scheme: Scheme, color: string): Accent {
  const chosen = channelsOf(color)
  const pole = scheme === 'light' ? black : white
  const ink = shifted(chosen, pole, grounds[scheme], inkContrast)
  const fill = shifted(chosen, black, white, fillContrast)
  return {
    ink: hexOf(ink),
    inkHover: hexOf(mix(ink, pole, 0.18)),
    fill: hexOf(fill),
    fillHover: hexOf(mix(fill, black, 0.14)),
  }
}
