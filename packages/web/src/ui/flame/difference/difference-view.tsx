/** Both profiles as one diagram coloured by what changed, and the methods by their change. */

import { writeCollapsedDifference } from '@pone/profiles/model/collapsed-text.ts'
import { type Profile, totalOf, totalsOf } from '@pone/profiles/model/profile.ts'
import {
  type Difference,
  type DifferenceMode,
  differenceOf,
  methodChanges,
  type ServedRequests,
  scaleOf,
} from '@pone/profiles/views/difference.ts'
import { flameTree } from '@pone/profiles/views/layout.ts'
import { exactPattern } from '@pone/profiles/views/search.ts'
import { Segmented } from 'antd'
import { useCallback, useMemo } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { nameOfNode } from '../flame-drawing.ts'
import { FlameView } from '../flame-view.tsx'
import { colorSchemes, differenceColor } from '../frame-colors.ts'
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
  const isByChange = !colorSchemes.some(scheme => scheme !== 'change' && scheme === state.colors)
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
          collapsed={() => writeCollapsedDifference(difference)}
        >
          <Segmented
            aria-label={t('flame.widthBy')}
            value={isByBefore ? 'before' : 'after'}
            options={(['before', 'after'] as const).map(value => ({
              value,
              label: t('flame.labelled', { label: t('flame.widthBy'), text: t(`flame.${value}`) }),
            }))}
            onChange={by => onChange({ by, root: -1 })}
          />
          {isByChange && (
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
          )}
        </FlameView>
      </div>
      <ChangeTable
        changes={changes}
        unit={difference.unit}
        onChoose={({ name }) => onChange({ find: exactPattern(name) })}
      />
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

/** Name, weight with all calls, and own weight of a frame, each before and after. */
function useTitle(difference: Difference, { before, after }: Sides): (node: number) => string {
  const t = useT()
  const weightText = useWeightText()
  const whole = useMemo(
    () => ({ before: totalOf({ self: difference.before }), after: totalOf(difference) }),
    [difference],
  )
  return useCallback(
    node => {
      const text = (weight: number) => weightText(difference.unit, weight)
      const line = (label: string, was: number, is: number) => {
        const change = was > 0 ? ` (${is > was ? '+' : ''}${shareText(is - was, was)})` : ''
        return t('flame.labelled', { label, text: `${text(was)} → ${text(is)}${change}` })
      }
      const [was, is] =
        node < 0 ? [whole.before, whole.after] : ([before[node] ?? 0, after[node] ?? 0] as const)
      return [
        nameOfNode(difference, node, t('flame.all')),
        line(t('flame.withCalls'), was, is),
        line(t('flame.self'), difference.before[node] ?? 0, difference.self[node] ?? 0),
      ].join('\n')
    },
    [difference, before, after, whole, t, weightText],
  )
}
