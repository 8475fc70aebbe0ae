/** How a tree of one profile is drawn and what is said of its frames. */
import type { ProfileUnit } from '@pone/profiles/model/profile.ts'
import type { FlameTree } from '@pone/profiles/views/layout.ts'
import { useCallback, useMemo } from 'react'
import { useT } from '../../lib/i18n.ts'
import { type FlameLook, nameOfNode } from './flame-drawing.ts'
import { type ColorScheme, packageColor, safeColors } from './frame-colors.ts'
import { shareText, useWeightText } from './weight-text.ts'

export interface LookOptions {
  readonly found: Uint8Array | null
  readonly isIcicle: boolean
  /** change: by `colorOf`. */
  readonly scheme?: ColorScheme
  readonly colorOf?: ((node: number) => string) | undefined
}

export function useFlameLook(tree: FlameTree, options: LookOptions): FlameLook {
  const t = useT()
  const { found, isIcicle, scheme = 'package', colorOf } = options
  const byName = useMemo(
    () => colorsByName(tree, scheme === 'safe' ? safeColors(tree) : packageColor),
    [tree, scheme],
  )
  const color = scheme === 'change' && colorOf !== undefined ? colorOf : byName
  return useMemo(
    () => ({ colorOf: color, found, isIcicle, all: t('flame.all') }),
    [color, found, isIcicle, t],
  )
}

/** Colours of the frames of a tree, each name looked up once. */
function colorsByName(tree: FlameTree, colorOf: (name: string) => string): (node: number) => string {
  const colors = new Map<number, string>()
  return node => {
    const id = tree.nameOf[node] ?? 0
    const known = colors.get(id) ?? colorOf(tree.names[id] ?? '')
    colors.set(id, known)
    return known
  }
}

/** Name, weight with all calls, and own weight of a frame, each with its share. */
export function useFrameTitle(tree: FlameTree, unit: ProfileUnit): (node: number) => string {
  const t = useT()
  const weightText = useWeightText()
  return useCallback(
    node => {
      const name = nameOfNode(tree, node, t('flame.all'))
      const total = node < 0 ? tree.total : (tree.totals[node] ?? 0)
      const own = node < 0 ? 0 : (tree.self[node] ?? 0)
      const line = (label: string, weight: number) =>
        t('flame.labelled', { label, text: `${weightText(unit, weight)} (${shareText(weight, tree.total)})` })
      return [name, line(t('flame.withCalls'), total), line(t('flame.self'), own)].join('\n')
    },
    [tree, unit, t, weightText],
  )
}
