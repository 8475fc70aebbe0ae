/** The search over all requests and responses of an execution: field and hits at the left, the exchange of the shown hit at the right. */
import { Button } from 'antd'
import { useMemo } from 'react'
import { useT } from '../../../lib/i18n.ts'
import type { DebugRun } from '../exchange/debug-model.ts'
import { ExchangeDetail } from '../exchange/exchange-detail.tsx'
import type { FoundInExchange } from '../exchange/message-parts.tsx'
import { HitList } from './hit-list.tsx'
import './search.css'
import type { Pattern } from '../exchange/search-pattern.ts'
import { SearchBar } from './search-bar.tsx'
import type { Hit } from './search-exchanges.ts'
import type { ExchangeSearch } from './use-exchange-search.ts'

interface SearchPanelProps {
  readonly run: DebugRun | null
  readonly search: ExchangeSearch
  /** Left out if there is no step to show. */
  readonly onReveal: ((path: string) => void) | undefined
}

export function SearchPanel({ run, search, onReveal }: SearchPanelProps) {
  const t = useT()
  const { shown, pattern, result, state, current, choose } = search
  const found = useMemo(() => (shown && pattern ? foundOf(shown, pattern) : null), [shown, pattern])
  const all = run?.exchanges.length ?? 0
  return (
    <div className={`cd-exchanges${shown ? ' has-detail' : ''}`}>
      <div className="cd-exchange-list">
        <SearchBar search={search} all={all} />
        {state === 'empty' && (
          <p className="cd-hint cd-dock-hint">
            {t(all === 0 ? 'component.search.noRun' : 'component.search.hint')}
          </p>
        )}
        {result.hits.length > 0 && <HitList hits={result.hits} current={current} onChoose={choose} />}
      </div>
      {shown && (
        <div className="cd-exchange-detail">
          <ExchangeDetail
            key={shown.row.number}
            row={shown.row}
            found={found}
            onReveal={onReveal}
            extra={
              onReveal && (
                <Button size="small" type="link" onClick={() => onReveal(`${shown.row.stepId}:`)}>
                  {t('component.debug.toStep')}
                </Button>
              )
            }
          />
        </div>
      )}
    </div>
  )
}

const foundOf = ({ place, range }: Hit, pattern: Pattern): FoundInExchange => ({
  place,
  range,
  pattern,
  cell: { ...range, row: place.row, cell: place.cell },
})
