/** How a tree of one profile is drawn and what is said of its frames. */
import type { ProfileUnit } from '@pone/profiles/model/profile.ts'
import type { FlameTree } from '@pone/profiles/views/layout.ts'
import { useCallback, useMemo } from 'react'
import { useT } from '../../lib/i18n.ts'
import { type FlameLook, nameOfNode } from './flame-drawing.ts'
import { packageColor } from './frame-colors.ts'
import { shareText, useWeightText } from './weight-text.ts'

export interface LookOptions {
  readonly found: Uint8Array | null
  readonly isIcicle: boolean
  /** By package without it. */
  readonly colorOf?: ((node: number) => string) | undefined
}

export function useFlameLook(tree: FlameTree, options: LookOptions): FlameLook {
  const t = useT()
  const { found, isIcicle, colorOf } = options
  const byPackage = useMemo(() => packageColors(tree), [tree])
  return useMemo(
    () => ({ colorOf: colorOf ?? byPackage, found, isIcicle, all: t('flame.all') }),
    [colorOf, byPackage, found, isIcicle, t],
  )
}

/** Colours of the frames of a tree, each name looked up once. */
function packageColors(tree: FlameTree): (node: number) => string {
  const colors = new Map<number, string>()
  return node => {
    const id = tree.nameOf[node] ?? 0
    const known = colors.get(id) ?? packageColor(tree.names[id] ?? '')
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
        `${label}: ${weightText(unit, weight)} (${shareText(weight, tree.total)})`
      return [name, line(t('flame.withCalls'), total), line(t('flame.self'), own)].join('\n')
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- weightText is made of t
    [tree, unit, t],
  )
}
