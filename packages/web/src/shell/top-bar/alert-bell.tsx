/** The number of open incidents of the project by level, updated live, and of rules that get no values, with links to them and to a new alert rule. */
import { BellOutlined } from '@ant-design/icons'
import type { OpenAlerts } from '@pone/contract/entities/alert.ts'
import { useQuery } from '@tanstack/react-query'
import { Badge, Dropdown, type MenuProps } from 'antd'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { useLive } from '../../lib/live.ts'
import { links } from '../../lib/navigation/links.ts'
import { useProjectId } from '../../lib/project.ts'
import { useCan } from '../../lib/session/session.ts'

/** The gravest first. */
const levels = ['critical', 'warning', 'notice'] as const

/** By the live stream, which tells the present numbers first; asked for while the menu is open, for where that stream is cut. */
function useOpenAlerts(isOpen: boolean): OpenAlerts | null {
  const projectId = useProjectId()
  const canSee = useCan('monitor.view') && projectId !== ''
  const [live, setLive] = useState<{ readonly projectId: string; readonly open: OpenAlerts } | null>(null)
  useLive('alerts', canSee ? { projectId } : null, message => {
    if (message.kind === 'alertNews') setLive({ projectId, open: message.open })
  })
  const { data } = useQuery({
    queryKey: ['alerts', projectId, 'openCounts'],
    queryFn: ({ signal }) => api.alert.openCounts({ projectId }, { signal }),
    enabled: canSee && isOpen && live?.projectId !== projectId,
  })
  if (!canSee) return null
  return live?.projectId === projectId ? live.open : (data ?? null)
}

const rulesPollMs = 60_000
/** Whether rules get values is no news of this second: the first page comes first. */
const firstAskMs = 3000

/** Rules that cannot trigger at present, since what they compare has no values. */
function useRulesWithoutValues(): number {
  const projectId = useProjectId()
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), firstAskMs)
    return () => clearTimeout(timer)
  }, [])
  const { data } = useQuery({
    queryKey: ['alerts', projectId, 'rulesWithoutValues'],
    queryFn: ({ signal }) => api.alert.rulesWithoutValues({ projectId }, { signal }),
    enabled: useCan('monitor.view') && projectId !== '' && isDue,
    refetchInterval: rulesPollMs,
  })
  return data?.length ?? 0
}

export function AlertBell() {
  const t = useT()
  const navigate = useNavigate()
  const canSee = useCan('monitor.view')
  const canEdit = useCan('monitor.edit')
  const [isOpen, setOpen] = useState(false)
  const open = useOpenAlerts(isOpen)
  const withoutValues = useRulesWithoutValues()
  if (!canSee) return null
  const count = open === null ? 0 : levels.reduce((sum, level) => sum + open[level], 0)
  const silentText = withoutValues > 0 ? t('shell.rulesWithoutValues', { count: withoutValues }) : ''
  const label = [t('shell.openAlerts', { count }), silentText].filter(text => text !== '').join(' · ')
  const color = open !== null && open.critical > 0 ? 'var(--failed)' : 'var(--warning)'
  const go = (to: string) => () => void navigate(to)
  const items: NonNullable<MenuProps['items']> = [
    ...levels.flatMap(level =>
      open === null || open[level] === 0
        ? []
        : [
            {
              key: level,
              label: t(`shell.alerts.${level}`, { count: open[level] }),
              onClick: go(links.incidents({ level })),
            },
          ],
    ),
    ...(count === 0 ? [{ key: 'none', disabled: true, label: t('shell.noAlerts') }] : []),
    ...(silentText === ''
      ? []
      : [{ key: 'withoutValues', label: silentText, onClick: go(links.alertRules) }]),
    { type: 'divider' },
    { key: 'all', label: t('shell.allAlerts'), onClick: go(links.incidents()) },
    ...(canEdit ? [{ key: 'new', label: t('shell.createAlarm'), onClick: go(links.createAlertRule) }] : []),
  ]
  return (
    <Dropdown trigger={['click']} onOpenChange={setOpen} menu={{ items }}>
      <button type="button" className="icon-button" aria-label={label} title={label}>
        <Badge
          count={count}
          dot={count === 0 && withoutValues > 0}
          size="small"
          color={color}
          offset={[4, -2]}
        >
          <BellOutlined style={{ fontSize: 16, color: count > 0 ? color : 'var(--text-secondary)' }} />
        </Badge>
      </button>
    </Dropdown>
  )
}
