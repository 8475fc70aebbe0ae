/** Filters of the log (minimum level, machine and text), and whether the view follows its end. */
import { Checkbox, Input, Select } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import type { LogFilter } from './log-queries.ts'

/** The levels shown for a minimum level; empty = all, including lines without a level. */
export const levelsFrom = {
  all: [],
  info: ['info', 'warn', 'error'],
  warn: ['warn', 'error'],
  error: ['error'],
} as const satisfies Record<string, readonly NonNullable<LogFilter['levels']>[number][]>
export type Least = keyof typeof levelsFrom

interface LogToolsProps {
  readonly level: Least
  /** null = all machines. */
  readonly machine: string | null
  readonly machines: readonly { readonly id: string; readonly name: string }[]
  /** Number of matching lines. */
  readonly total: number
  readonly isFollowing: boolean
  readonly onLevel: (level: Least) => void
  readonly onMachine: (machine: string | null) => void
  readonly onSearch: (text: string) => void
  readonly onFollowing: (isFollowing: boolean) => void
}

export function LogTools({
  level,
  machine,
  machines,
  total,
  isFollowing,
  onLevel,
  onMachine,
  onSearch,
  onFollowing,
}: LogToolsProps) {
  const t = useT()
  return (
    <div className="jr-log-tools">
      <Select<Least>
        aria-label={t('jmeterLog.level')}
        value={level}
        style={{ width: 150 }}
        options={(Object.keys(levelsFrom) as Least[]).map(value => ({
          value,
          label: t(`jmeterLog.level.${value}`),
        }))}
        onChange={onLevel}
      />
      {machines.length > 1 && (
        <Select
          aria-label={t('jmeterLog.machine')}
          value={machine ?? ''}
          style={{ width: 200 }}
          options={[
            { value: '', label: t('jmeterLog.machine.all') },
            ...machines.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={value => onMachine(value === '' ? null : value)}
        />
      )}
      <Input.Search
        allowClear
        maxLength={200}
        placeholder={t('jmeterLog.search')}
        aria-label={t('jmeterLog.search')}
        style={{ width: 280 }}
        onChange={event => onSearch(event.target.value)}
      />
      <Checkbox checked={isFollowing} onChange={event => onFollowing(event.target.checked)}>
        {t('jmeterLog.follow')}
      </Checkbox>
      <span className="jr-log-count">{t('jmeterLog.total', { count: total })}</span>
    </div>
  )
}
