/** Columns of the list of alert rules. */
import type { RuleWithoutValues, StoredAlertRule } from '@pone/contract/entities/alert.ts'
import { formatNumber, noValue } from '@pone/metrics/figures.ts'
import { useQuery } from '@tanstack/react-query'
import { Switch, Tooltip } from 'antd'
import { useCallback, useMemo } from 'react'
import { Link } from 'react-router'
import { type Translate, useT } from '../../../../lib/i18n.ts'
import { links } from '../../../../lib/navigation/links.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { useSession } from '../../../../lib/session/session.ts'
import type { DataColumn } from '../../../../ui/data-table/data-column.ts'
import { type RowAction, RowActions } from '../../../../ui/data-table/row-actions.tsx'
import { TimeText } from '../../../../ui/time-text.tsx'
import { LevelTag } from '../../shared/alert-level-tag.tsx'
import { groupsQuery } from '../../shared/monitor-queries.ts'
import { useMonitorTypes } from '../../shared/use-monitor-types.ts'
import { channelsQuery } from '../shared/alert-queries.ts'
import { indicatorText, thresholdsText } from '../shared/threshold-text.ts'
import { type ruleListOptions, rulesWithoutValuesQuery } from './rule-list-options.ts'
import type { RuleActions } from './use-rule-actions.ts'

type Column = DataColumn<StoredAlertRule, (typeof ruleListOptions)['sort']>

const usual = 1_500
const narrow = 1_000

interface ColumnUse {
  readonly canEdit: boolean
  readonly actions: RuleActions
  readonly onEdit: (rule: StoredAlertRule) => void
  readonly onCopy: (rule: StoredAlertRule) => void
}

export function useRuleColumns({ canEdit, actions, onEdit, onCopy }: ColumnUse): readonly Column[] {
  const t = useT()
  const content = useContentColumns()
  return useMemo(() => {
    const use = { canEdit, actions, onEdit, onCopy }
    return [
      ...identityColumns(use, t),
      ...content,
      {
        key: 'actions',
        title: '',
        visibility: 'always',
        fixed: 'right',
        align: 'right',
        width: 110,
        render: rule => <RowActions of={rule.name} actions={actionsOf(rule, use, t)} shown={1} />,
      },
    ]
  }, [t, content, canEdit, actions, onEdit, onCopy])
}

function actionsOf(rule: StoredAlertRule, use: ColumnUse, t: Translate): RowAction[] {
  const { canEdit, actions, onEdit, onCopy } = use
  if (!canEdit) return [{ key: 'open', label: t('action.open'), onClick: () => onEdit(rule) }]
  return [
    { key: 'edit', label: t('action.edit'), onClick: () => onEdit(rule) },
    { key: 'copy', label: t('action.copy'), onClick: () => onCopy(rule) },
    { key: 'delete', label: t('action.delete'), isDangerous: true, onClick: () => actions.remove([rule]) },
  ]
}

/** Name, level, whether it is enabled, and its open alerts. */
const identityColumns = ({ canEdit, actions, onEdit }: ColumnUse, t: Translate): readonly Column[] => [
  {
    key: 'name',
    title: t('alert.name'),
    sort: 'name',
    visibility: 'always',
    render: rule => (
      <button type="button" className="link-button" onClick={() => onEdit(rule)}>
        {rule.name}
      </button>
    ),
  },
  {
    key: 'isEnabled',
    title: t('alert.isEnabled'),
    width: 80,
    render: rule => (
      <Switch
        size="small"
        checked={rule.isEnabled}
        disabled={!canEdit}
        aria-label={t('action.of', { action: t('alert.isEnabled'), name: rule.name })}
        onChange={(isEnabled, event) => {
          event.stopPropagation()
          actions[isEnabled ? 'enable' : 'disable']([rule])
        }}
      />
    ),
  },
  {
    key: 'level',
    title: t('alert.level'),
    sort: 'level',
    width: 100,
    render: rule => <LevelTag level={rule.level} />,
  },
  {
    key: 'open',
    title: t('alert.open'),
    sort: 'open',
    align: 'right',
    joins: { to: 'level', below: narrow },
    render: ({ id, open }) =>
      open === 0 ? noValue : <Link to={links.incidents({ rule: id })}>{formatNumber(open)}</Link>,
  },
]

/** What is compared, when it triggers, and who is told. */
function useContentColumns(): readonly Column[] {
  const t = useT()
  const language = useSession('language')
  const types = useMonitorTypes()
  const projectId = useProjectId()
  const { data: channels } = useQuery(channelsQuery(projectId))
  const { data: withoutValues } = useQuery(rulesWithoutValuesQuery(projectId))
  const scopeText = useScopeText()
  return useMemo(() => {
    const reading = { t, language, types: types.offered }
    const silent = new Map((withoutValues ?? []).map(rule => [rule.id, rule]))
    const channelName = new Map((channels ?? []).map(({ id, name }) => [id, name]))
    return [
      {
        key: 'scope',
        title: t('alert.scope'),
        joins: { to: 'name', below: usual },
        render: rule => scopeText(rule),
      },
      {
        key: 'indicator',
        title: t('alert.indicator'),
        render: ({ id, content, indicatorNames: named }) => (
          <>
            {indicatorText(content.indicator, { ...reading, named })}
            <WithoutValues rule={silent.get(id)} />
          </>
        ),
      },
      {
        key: 'thresholds',
        title: t('alert.thresholds'),
        joins: { to: 'indicator', below: usual },
        render: ({ content, indicatorNames: named }) =>
          thresholdsText(content.indicator, content, { ...reading, named }),
      },
      {
        key: 'cycles',
        title: t('alert.cycles'),
        joins: { to: 'thresholds', below: narrow },
        render: ({ content }) =>
          t('alert.cyclesText', {
            times: content.times,
            trigger: content.triggerCycleMinutes,
            silent: content.silentCycleMinutes,
          }),
      },
      {
        key: 'channels',
        title: t('alert.channels'),
        visibility: 'optional',
        render: ({ channelIds }) =>
          channelIds.map(id => channelName.get(id) ?? t('alert.gone')).join(t('monitor.comma')) || noValue,
      },
      {
        key: 'updatedAt',
        title: t('monitor.updatedAt'),
        sort: 'updatedAt',
        visibility: 'optional',
        render: ({ updatedAt }) => <TimeText at={updatedAt} />,
      },
    ]
  }, [t, language, types, channels, withoutValues, scopeText])
}

/** That a rule compares nothing at present on some of its monitors; nothing for one that gets values. */
function WithoutValues({ rule }: { readonly rule: RuleWithoutValues | undefined }) {
  const t = useT()
  if (rule === undefined) return null
  const { monitors: count, of, names } = rule
  const help = t('alert.withoutValuesHelp', { names: names.join(t('monitor.comma')) })
  return (
    <Tooltip title={help}>
      <div style={{ color: 'var(--warning)' }}>{t('alert.withoutValues', { count, of })}</div>
    </Tooltip>
  )
}

function useScopeText(): (rule: StoredAlertRule) => string {
  const t = useT()
  const language = useSession('language')
  const types = useMonitorTypes()
  const { data: groups } = useQuery(groupsQuery(useProjectId()))
  return useCallback(
    ({ content: { scope } }) => {
      if (scope.kind === 'monitors') return t('alert.scopeMonitors', { count: scope.monitorIds.length })
      if (scope.kind === 'type')
        return t('alert.scopeType', { type: types.nameOf({ type: scope.type }, language) })
      return t('alert.scopeGroup', {
        group: groups?.find(({ id }) => id === scope.groupId)?.name ?? t('alert.gone'),
      })
    },
    [t, language, types, groups],
  )
}
