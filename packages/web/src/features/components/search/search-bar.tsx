/** The field of the search over requests and responses, its options, and how much it found. */
import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { formatNumber } from '@pone/metrics/figures.ts'
import { Button, Input, Select } from 'antd'
import type { KeyboardEvent } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { maxWantedLength } from '../exchange/search-pattern.ts'
import { searchScopes } from '../exchange/search-places.ts'
import { maxListedHits } from './search-exchanges.ts'
import type { ExchangeSearch } from './use-exchange-search.ts'

/** Lets the dock focus the field. */
export const searchFieldClass = 'cd-search-field'

interface SearchBarProps {
  readonly search: ExchangeSearch
  /** Number of all exchanges. */
  readonly all: number
}

export function SearchBar({ search, all }: SearchBarProps) {
  const t = useT()
  const { query, change, step, state } = search
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape' && query.text !== '') change({ text: '' })
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const label = t('component.search.label')
  return (
    <div role="search" className="cd-search-bar">
      <Input
        allowClear
        size="small"
        autoFocus
        className={searchFieldClass}
        value={query.text}
        maxLength={maxWantedLength}
        spellCheck={false}
        placeholder={label}
        aria-label={label}
        {...(state === 'bad' ? { status: 'error' as const, 'aria-invalid': true } : {})}
        onChange={event => change({ text: event.target.value })}
        onKeyDown={onKeyDown}
      />
      <Toggle
        sign="Aa"
        label={t('component.search.case')}
        isOn={query.isCaseSensitive}
        onChange={isCaseSensitive => change({ isCaseSensitive })}
      />
      <Toggle
        sign=".*"
        label={t('component.search.regex')}
        isOn={query.isRegularExpression}
        onChange={isRegularExpression => change({ isRegularExpression })}
      />
      <Select
        size="small"
        value={query.scope}
        popupMatchSelectWidth={false}
        aria-label={t('component.search.scope')}
        options={searchScopes.map(value => ({ value, label: t(`component.search.${value}`) }))}
        onChange={scope => change({ scope })}
      />
      <SearchCount search={search} all={all} />
    </div>
  )
}

interface ToggleProps {
  readonly sign: string
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

function Toggle({ sign, label, isOn, onChange }: ToggleProps) {
  return (
    <Button
      size="small"
      type={isOn ? 'primary' : 'text'}
      className="cd-search-toggle"
      title={label}
      aria-label={label}
      aria-pressed={isOn}
      onClick={() => onChange(!isOn)}
    >
      {sign}
    </Button>
  )
}

function SearchCount({ search, all }: SearchBarProps) {
  const t = useT()
  const { query, state, current, step } = search
  const { count, exchangeCount, hits } = search.result
  if (state === 'empty') return null
  const side = query.scope === 'responses' ? 'responses' : 'requests'
  const isAt = current >= 0 && hits.length > 0
  const figures = t(`component.search.${isAt ? 'at' : 'count'}.${side}`, {
    at: current + 1,
    hits: formatNumber(count),
    found: formatNumber(exchangeCount),
    all: formatNumber(all),
  })
  const told = {
    bad: t('component.search.bad'),
    slow: t('component.search.slow'),
    searching: `${t('component.search.searching')} ${count > 0 ? figures : ''}`,
    done: count === 0 ? t('component.search.none') : figures,
  }[state]
  return (
    <div className="cd-search-count">
      <span role="status" className={state === 'bad' || state === 'slow' ? 'cd-failed' : 'cd-help'}>
        {told}
        {count > maxListedHits && ` · ${t('component.search.listed', { count: maxListedHits })}`}
      </span>
      {hits.length > 0 && (
        <span className="cd-search-steps">
          <Button
            size="small"
            type="text"
            icon={<ArrowUpOutlined aria-hidden />}
            aria-label={t('component.search.previous')}
            title={t('component.search.previous')}
            onClick={() => step(-1)}
          />
          <Button
            size="small"
            type="text"
            icon={<ArrowDownOutlined aria-hidden />}
            aria-label={t('component.search.next')}
            title={t('component.search.next')}
            onClick={() => step(1)}
          />
        </span>
      )}
    </div>
  )
}
