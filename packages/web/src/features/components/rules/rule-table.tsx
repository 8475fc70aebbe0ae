/** The project's own correlation rules: which are on, where they find the value, and which requests send it. */
import type { CorrelationRule, CorrelationRules } from '@pone/schema/correlation-rules.ts'
import { Switch, Table } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { RowActions } from '../../../ui/data-table/row-actions.tsx'
import { useRowPages } from '../../../ui/data-table/use-row-pages.ts'
import { useConfirm } from '../../../ui/page/confirm.tsx'
import { EmptyState } from '../../../ui/page/page-states.tsx'

interface RuleTableProps {
  readonly stored: CorrelationRules
  readonly canEdit: boolean
  readonly isBusy: boolean
  readonly onChange: (rules: CorrelationRules) => Promise<void>
  readonly onEdit: (rule: CorrelationRule) => void
}

export function RuleTable(props: RuleTableProps) {
  const t = useT()
  const { rules } = props.stored
  const pages = useRowPages(rules.length)
  const columns = [...useColumns(), ...useActions(props)]
  const enabled = useEnabled(props)
  if (rules.length === 0)
    return <EmptyState title={t('component.rules.none')} text={t('component.rules.noneText')} />
  return (
    <Table
      size="small"
      tableLayout="fixed"
      rowKey="name"
      aria-label={t('component.rules.own')}
      dataSource={rules}
      pagination={pages}
      columns={[enabled, ...columns]}
    />
  )
}

function useEnabled({ stored, canEdit, isBusy, onChange }: RuleTableProps) {
  const t = useT()
  const switchTo = (rule: CorrelationRule, enabled: boolean) => {
    const rules = stored.rules.map(each => (each === rule ? { ...rule, enabled } : each))
    // What is refused was shown.
    onChange({ ...stored, rules }).catch(() => undefined)
  }
  return {
    title: t('component.rules.enabled'),
    dataIndex: 'enabled',
    width: 64,
    render: (enabled: boolean, rule: CorrelationRule) => (
      <Switch
        size="small"
        checked={enabled}
        disabled={!canEdit || isBusy}
        aria-label={rule.name}
        onChange={checked => switchTo(rule, checked)}
      />
    ),
  }
}

function useColumns() {
  const t = useT()
  return [
    { title: t('component.rules.name'), dataIndex: 'name', className: 'cd-rule-expression' },
    {
      title: t('component.rules.variable'),
      dataIndex: 'variable',
      width: 130,
      className: 'cd-rule-expression',
      render: (variable: string) => <code>{variable}</code>,
    },
    {
      title: t('component.rules.source'),
      dataIndex: 'expression',
      width: 230,
      render: (_: string, rule: CorrelationRule) => <Place rule={rule} />,
    },
    {
      title: t('component.rules.use'),
      dataIndex: 'use',
      width: 140,
      render: (use: CorrelationRule['use'], { field }: CorrelationRule) =>
        use === 'field' ? <code>{field}</code> : t(`component.rules.use.${use}`),
    },
  ]
}

/** None for who may only look. */
function useActions({ stored, canEdit, onChange, onEdit }: RuleTableProps) {
  const t = useT()
  const confirm = useConfirm()
  if (!canEdit) return []
  const remove = ({ name }: CorrelationRule) =>
    confirm({
      title: t('component.rules.deleteTitle', { name }),
      text: t('component.rules.deleteText'),
      verb: t('action.delete'),
      onConfirm: () => onChange({ ...stored, rules: stored.rules.filter(rule => rule.name !== name) }),
    })
  const actionsOf = (rule: CorrelationRule) => [
    { key: 'edit', label: t('action.edit'), onClick: () => onEdit(rule) },
    { key: 'delete', label: t('action.delete'), isDangerous: true, onClick: () => remove(rule) },
  ]
  return [
    {
      title: t('table.actions'),
      key: 'actions',
      width: 110,
      render: (_: unknown, rule: CorrelationRule) => <RowActions of={rule.name} actions={actionsOf(rule)} />,
    },
  ]
}

function Place({ rule: { source, expression, rightBoundary } }: { readonly rule: CorrelationRule }) {
  const t = useT()
  return (
    <>
      {t(`component.rules.source.${source}`)}
      <div className="cd-help cd-rule-expression">
        <code>{expression}</code>
        {source === 'boundary' && (
          <>
            {' … '}
            <code>{rightBoundary}</code>
          </>
        )}
      </div>
    </>
  )
}
