/** View state of the page, kept in the address: a change of the selection adds a history entry, a change of the display does not. */
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useUrlState } from '../../lib/navigation/url-state.ts'
import { defaultTolerancePercent } from './changes/change-verdict.ts'
import { type Chosen, readChosen, writeChosen } from './model/comparison-address.ts'

export const trendLengths = [10, 20, 50] as const

const viewDefaults = {
  metric: 'p95Ms' as string,
  tolerance: defaultTolerancePercent,
  search: '',
  kind: 'all' as string,
  notable: false,
  sort: 'plan' as string,
  descending: true,
  trend: 20,
}

export function useChosen() {
  const [query, setQuery] = useSearchParams()
  const chosen = useMemo(() => readChosen(query), [query])
  return {
    chosen,
    /** Key of the label whose figures, curves and trend are shown; null: all requests. */
    label: query.get('label'),
    isPicking: query.get('pick') === 'true',
    choose: (changes: Partial<Chosen>) =>
      setQuery(before => {
        const next = writeChosen(before, { ...readChosen(before), ...changes })
        next.delete('pick')
        return next
      }),
    setLabel: (key: string | null) =>
      setQuery(before => {
        const next = new URLSearchParams(before)
        if (key === null) next.delete('label')
        else next.set('label', key)
        return next
      }),
    closePicker: () =>
      setQuery(
        before => {
          const next = new URLSearchParams(before)
          next.delete('pick')
          return next
        },
        { replace: true },
      ),
  }
}

export const useView = () => useUrlState(viewDefaults)
export type View = ReturnType<typeof useView>[0]
export type ChangeView = ReturnType<typeof useView>[1]
