/** Properties of a node: alias, what it stands for, its counters, address, colour and note. */
import { type LinkNode, linkColors } from '@pone/contract/entities/monitor-link.ts'
import { usualNodeSize } from '@pone/contract/entities/monitor-link-parts.ts'
import { maxNameLength } from '@pone/schema/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Form, Input, Select } from 'antd'
import { useT } from '../../../../lib/i18n.ts'
import { useProjectId } from '../../../../lib/project.ts'
import { agentsQuery } from '../../shared/monitor-queries.ts'
import { monitorTreeQuery } from '../link-queries.ts'
import { CounterSelect } from './counter-select.tsx'

interface NodeFieldsProps {
  readonly node: LinkNode
  /** That it may call. */
  readonly others: readonly LinkNode[]
  readonly onConnect: (to: string) => void
  /** `field` names what was changed, so that changes in a row are undone at once. */
  readonly onChange: (change: Partial<LinkNode>, field: string) => void
}

/** Height of a node that shows so many counters, px. */
const heightFor = (counters: number): number => usualNodeSize.height - 12 + counters * 18

export function NodeFields({ node, others, onConnect, onChange }: NodeFieldsProps) {
  const t = useT()
  const hasMonitor = node.kind === 'monitor' || node.kind === 'host'
  return (
    <>
      <Form.Item
        label={t('monitorLink.alias')}
        extra={t('monitorLink.aliasHelp')}
        required
        htmlFor="link-alias"
      >
        <Input
          id="link-alias"
          maxLength={maxNameLength}
          value={node.alias}
          onChange={event => onChange({ alias: event.target.value }, 'alias')}
        />
      </Form.Item>
      {hasMonitor && <MonitorField node={node} onChange={onChange} />}
      {node.kind === 'machine' && <MachineField node={node} onChange={onChange} />}
      {node.monitorId !== null && (
        <Form.Item
          label={t('monitorLink.counters')}
          extra={t('monitorLink.countersHelp')}
          htmlFor="link-counters"
        >
          <CounterSelect
            id="link-counters"
            sources={[{ ...node, monitorId: node.monitorId }]}
            value={node.counters.map(counter => ({ ...counter, nodeId: node.id }))}
            onChange={chosen =>
              onChange(
                {
                  counters: chosen.map(({ section, counter }) => ({ section, counter })),
                  height: Math.max(usualNodeSize.height, heightFor(chosen.length)),
                },
                'counters',
              )
            }
          />
        </Form.Item>
      )}
      {(node.kind === 'external' || node.kind === 'host') && (
        <Form.Item
          label={t('monitorLink.address')}
          extra={t('monitorLink.addressHelp')}
          htmlFor="link-address"
        >
          <Input
            id="link-address"
            maxLength={500}
            value={node.address}
            onChange={event => onChange({ address: event.target.value }, 'address')}
          />
        </Form.Item>
      )}
      <ConnectField others={others} onConnect={onConnect} />
      <Form.Item label={t('monitorLink.color')} extra={t('monitorLink.colorHelp')} htmlFor="link-color">
        <Select
          id="link-color"
          value={node.color}
          options={linkColors.map(value => ({ value, label: t(`monitorLink.color.${value}`) }))}
          onChange={color => onChange({ color }, 'color')}
        />
      </Form.Item>
      <Form.Item label={t('monitorLink.note')} extra={t('monitorLink.noteHelp')} htmlFor="link-note">
        <Input.TextArea
          id="link-note"
          maxLength={500}
          autoSize={{ minRows: 2, maxRows: 5 }}
          value={node.note}
          onChange={event => onChange({ note: event.target.value }, 'note')}
        />
      </Form.Item>
    </>
  )
}

/** Connects by keyboard what else takes dragging. */
function ConnectField({ others, onConnect }: Pick<NodeFieldsProps, 'others' | 'onConnect'>) {
  const t = useT()
  return (
    <Form.Item
      label={t('monitorLink.connectTo')}
      extra={t('monitorLink.connectToHelp')}
      htmlFor="link-connect"
    >
      <Select
        id="link-connect"
        showSearch={{ optionFilterProp: 'label' }}
        value={null}
        {...(others.length === 0 && { disabled: true })}
        placeholder={t('monitorLink.connectToNone')}
        options={others.map(({ id, alias }) => ({ value: id, label: alias }))}
        onChange={(id: string | null) => id !== null && onConnect(id)}
      />
    </Form.Item>
  )
}

type FieldProps = Pick<NodeFieldsProps, 'node' | 'onChange'>

function MonitorField({ node, onChange }: FieldProps) {
  const t = useT()
  const { data } = useQuery(monitorTreeQuery(useProjectId()))
  const monitors = (data ?? []).flatMap(group => group.monitors)
  const isLost =
    node.monitorId !== null && data !== undefined && !monitors.some(each => each.id === node.monitorId)
  return (
    <>
      {isLost && (
        <Alert
          className="link-part-problem"
          type="warning"
          showIcon
          title={t('monitorLink.lostMonitor', { name: node.targetName })}
          description={t('monitorLink.lostText')}
        />
      )}
      <Form.Item
        label={t('monitorLink.kind.monitor')}
        extra={t('monitorLink.monitorHelp')}
        required={node.kind === 'monitor'}
        htmlFor="link-monitor"
      >
        <Select
          id="link-monitor"
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          value={isLost ? null : node.monitorId}
          options={monitors.map(({ id, alias }) => ({ value: id, label: alias }))}
          onChange={(id: string | null | undefined) => {
            const chosen = monitors.find(each => each.id === id)
            const isOtherType = chosen?.type !== node.targetType
            onChange(
              {
                monitorId: id ?? null,
                targetName: chosen?.alias ?? '',
                targetType: chosen?.type ?? '',
                ...(isOtherType && { counters: [] }),
              },
              'monitor',
            )
          }}
        />
      </Form.Item>
    </>
  )
}

function MachineField({ node, onChange }: FieldProps) {
  const t = useT()
  const { data } = useQuery(agentsQuery(useProjectId()))
  return (
    <Form.Item
      label={t('monitorLink.kind.machine')}
      extra={t('monitorLink.machineHelp')}
      required
      htmlFor="link-machine"
    >
      <Select
        id="link-machine"
        showSearch={{ optionFilterProp: 'label' }}
        value={node.machineId}
        options={(data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id: string) =>
          onChange({ machineId: id, targetName: data?.find(each => each.id === id)?.name ?? '' }, 'machine')
        }
      />
    </Form.Item>
  )
}
