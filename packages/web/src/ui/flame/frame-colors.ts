/** Colours of frames: by package, or by difference in a scheme that readers with colour blindness can tell apart; dark text is readable on all of them. */
import type { StackTree } from '@pone/profiles/model/profile.ts'
import { packageOf, packageWeights } from '@pone/profiles/views/methods.ts'

export const frameText = '#1b1f24'
export const foundColor = '#f5d547'
export const allColor = '#d5d9df'
const restColor = '#e3e6ea'

const channels = { neutral: [230, 232, 236], more: [242, 152, 68], less: [106, 168, 222] } as const

/** change: by the difference; package: a hue per package; safe: packages in a few colours for readers with colour blindness. */
export const colorSchemes = ['change', 'package', 'safe'] as const
export type ColorScheme = (typeof colorSchemes)[number]

/** @see Paul Tol's scheme "light"; without its yellows, which are too near to that of found frames */
export const safePalette = ['#77aadd', '#ee8866', '#44bb99', '#ffaabb', '#99ddff', '#aaaa00'] as const

/** The heaviest packages of a tree have a colour each, the others share them; what has no package is grey. */
export function safeColors(tree: StackTree): (name: string) => string {
  const packages = packageWeights(tree)
    .map(({ name }) => name)
    .filter(name => name !== '')
  const colors = new Map(packages.map((name, rank) => [name, safePalette[rank % safePalette.length]]))
  return name => colors.get(packageOf(name)) ?? restColor
}

/** The same for all frames of a package. */
export function packageColor(name: string): string {
  const of = packageOf(name)
  let hash = 7
  for (const character of of === '' ? name.slice(0, 12) : of)
    hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 360
  return `hsl(${hash} 58% ${of === '' ? 82 : 74}%)`
}

/** Orange for more, blue for less, the stronger the larger the change is against the larger weight. */
export function differenceColor(before: number, after: number): string {
  const largest = Math.max(before, after)
  if (largest <= 0) return restColor
  const change = (after - before) / largest
  const to = change > 0 ? channels.more : channels.less
  const share = Math.min(1, Math.abs(change) * 1.2)
  const mixed = channels.neutral.map((channel, at) => Math.round(channel + ((to[at] ?? 0) - channel) * share))
  return `rgb(${mixed.join(' ')})`
}
