/** Weights of profiles as texts with their unit. */

import { formatBytes, formatMs, formatNumber, formatPercent } from '@pone/metrics/figures.ts'
import type { ProfileUnit } from '@pone/profiles/model/profile.ts'
import { useCallback } from 'react'
import { type Translate, useT } from '../../lib/i18n.ts'

const nanosPerMs = 1e6

function weightText(t: Translate, unit: ProfileUnit, weight: number): string {
  if (unit === 'nanoseconds') return formatMs(weight / nanosPerMs)
  if (unit === 'bytes') return formatBytes(weight)
  return t(`flame.unit.${unit}`, { value: formatNumber(Math.round(weight * 100) / 100) })
}

/** Writes a weight of this unit. */
export function useWeightText(): (unit: ProfileUnit, weight: number) => string {
  const t = useT()
  return useCallback((unit, weight) => weightText(t, unit, weight), [t])
}

export const shareText = (weight: number, total: number): string =>
  formatPercent(total > 0 ? (weight / total) * 100 : null)
