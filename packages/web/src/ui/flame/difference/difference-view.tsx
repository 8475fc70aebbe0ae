/** Both profiles as one diagram coloured by what changed, and the methods by their change. */
import { type Profile, totalsOf } from '@pone/profiles/model/profile.ts'
import {
  type Difference,
  type DifferenceMode,
  differenceOf,
  methodChanges,
  type ServedRequests,
  scaleOf,
} from '@pone/profiles/views/difference.ts'
import { flameTree } from '@pone/profiles/views/layout.ts'
import { Segmented } from 'antd'
import { useCallback, useMemo } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { nameOfNode } from '../flame-drawing.ts'
import { FlameView } from '../flame-view.tsx'
import { differenceColor } from '../frame-colors.ts'
import { shareText, useWeightText } from '../weight-text.ts'
import { ChangeTable } from './change-table.tsx'
import type { DifferenceState } from './difference-state.ts'

export function DifferenceView(props: {
  readonly before: Profile
  readonly after: Profile
  readonly requests: ServedRequests | null
  readonly name: string
  readonly mode: DifferenceMode
  readonly state: DifferenceState
  readonly onChange: (changes: Partial<DifferenceState>) => void
}) {
  const { before, after, requests, mode, state, onChange } = props
  const t = useT()
  const scale = scaleOf(before, after, mode, requests)
  const difference = useMemo(() => differenceOf(before, after, scale), [before, after, scale])
  const changes = useMemo(() => methodChanges(difference, scale), [difference, scale])
  const isByBefore = state.by === 'before'
  const tree = useMemo(
    () => flameTree(isByBefore ? { ...difference, self: difference.before } : difference),
    [difference, isByBefore],
  )
  const sides = useSides(difference)
  const titleOf = useTitle(difference, sides)
  return (
    <div className="flame-split">
      <div>
        <FlameView
          tree={tree}
          unit={difference.unit}
          name={props.name}
          state={state}
          onChange={onChange}
          colorOf={sides.colorOf}
          titleOf={titleOf}
        >
          <Segmented
            aria-label={t('flame.widthBy')}
            value={isByBefore ? 'before' : 'after'}
            options={(['before', 'after'] as const).map(value => ({
              value,
              label: `${t('flame.widthBy')}: ${t(`flame.${value}`)}`,
            }))}
            onChange={by => onChange({ by, root: -1 })}
          />
          <span className="flame-legend">
            <span>
              <i style={{ background: differenceColor(0, 1) }} />
              {t('flame.more')}
            </span>
            <span>
              <i style={{ background: differenceColor(1, 0) }} />
              {t('flame.less')}
            </span>
          </span>
        </FlameView>
      </div>
      <ChangeTable changes={changes} unit={difference.unit} />
    </div>
  )
}

interface Sides {
  readonly before: Float64Array
  readonly after: Float64Array
  readonly colorOf: (node: number) => string
}

/** Weights of every frame with all that it calls, on both sides. */
function useSides(difference: Difference): Sides {
  return useMemo(() => {
    const before = totalsOf({ ...difference, self: difference.before })
    const after = totalsOf(difference)
    return { before, after, colorOf: node => differenceColor(before[node] ?? 0, after[node] ?? 0) }
  }, [difference])
}

function useTitle(difference: Difference, { before, after }: Sides): (node: number) => string {
  const t = useT()
  const weightText = useWeightText()
  return useCallback(
    node => {
      const sum = (weights: Float64Array) => weights.reduce((total, weight) => total + weight, 0)
      const name = nameOfNode(difference, node, t('flame.all'))
      const was = node < 0 ? sum(difference.before) : (before[node] ?? 0)
      const is = node < 0 ? sum(difference.self) : (after[node] ?? 0)
      const change = was > 0 ? shareText(is - was, was) : ''
      return [
        name,
        `${t('flame.before')}: ${weightText(difference.unit, was)}`,
        `${t('flame.after')}: ${weightText(difference.unit, is)}`,
        ...(change === '' ? [] : [`${t('flame.change')}: ${change}`]),
      ].join('\n')
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- weightText is made of t
    [difference, before, after, t],
  )
}
