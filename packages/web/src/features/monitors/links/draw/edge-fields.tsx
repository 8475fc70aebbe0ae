/** Properties of an edge: alias, protocol, topics, further properties, and the counters that it shows. */
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import {
  type LinkEdge,
  type LinkNode,
  type LinkProtocol,
  linkProtocols,
  messageProtocols,
} from '@pone/contract/entities/monitor-link.ts'
import { maxNameLength } from '@pone/schema/limits.ts'
import { Button, Form, Input, Select } from 'antd'
import { useT } from '../../../../lib/i18n.ts'
import { protocolName } from '../protocol-name.ts'
import { CounterSelect } from './counter-select.tsx'

interface EdgeFieldsProps {
  readonly edge: LinkEdge
  readonly from: LinkNode | undefined
  readonly to: LinkNode | undefined
  /** `field` names what was changed, so that changes in a row are undone at once. */
  readonly onChange: (change: Partial<LinkEdge>, field: string) => void
}

export function EdgeFields({ edge, from, to, onChange }: EdgeFieldsProps) {
  const t = useT()
  const isMessage = edge.protocol !== null && messageProtocols.includes(edge.protocol)
  const sources = [from, to].flatMap(node =>
    typeof node?.monitorId === 'string' && node.targetType !== ''
      ? [{ ...node, monitorId: node.monitorId }]
      : [],
  )
  return (
    <>
      <p className="secondary">
        {t('monitorLink.fromTo', { from: from?.alias ?? '', to: to?.alias ?? '' })}{' '}
        <Button size="small" onClick={() => onChange({ from: edge.to, to: edge.from }, 'ends')}>
          {t('monitorLink.turn')}
        </Button>
      </p>
      <Form.Item
        label={t('monitorLink.alias')}
        extra={t('monitorLink.edgeAliasHelp')}
        required
        htmlFor="link-alias"
      >
        <Input
          id="link-alias"
          maxLength={maxNameLength}
          value={edge.alias}
          onChange={event => onChange({ alias: event.target.value }, 'alias')}
        />
      </Form.Item>
      <ProtocolField edge={edge} onChange={onChange} />
      {isMessage && (
        <Pairs
          label={t('monitorLink.topics')}
          help={t('monitorLink.topicsHelp')}
          columns={[t('monitorLink.topic'), t('monitorLink.queue')]}
          rows={edge.topics.map(({ name, queue }) => [name, queue])}
          onChange={rows => onChange({ topics: rows.map(([name, queue]) => ({ name, queue })) }, 'topics')}
        />
      )}
      <Pairs
        label={t('monitorLink.extra')}
        help={t('monitorLink.extraHelp')}
        columns={[t('monitorLink.extraName'), t('monitorLink.extraValue')]}
        rows={edge.properties.map(({ name, value }) => [name, value])}
        onChange={rows =>
          onChange({ properties: rows.map(([name, value]) => ({ name, value })) }, 'properties')
        }
      />
      {sources.length > 0 && (
        <Form.Item
          label={t('monitorLink.counters')}
          extra={t('monitorLink.edgeCountersHelp')}
          htmlFor="link-counters"
        >
          <CounterSelect
            id="link-counters"
            sources={sources}
            value={edge.counters}
            onChange={counters => onChange({ counters }, 'counters')}
          />
        </Form.Item>
      )}
    </>
  )
}

function ProtocolField({ edge, onChange }: Pick<EdgeFieldsProps, 'edge' | 'onChange'>) {
  const t = useT()
  return (
    <Form.Item
      label={t('monitorLink.protocol')}
      extra={t('monitorLink.protocolHelp')}
      required
      htmlFor="link-protocol"
    >
      <Select<LinkProtocol>
        id="link-protocol"
        showSearch={{ optionFilterProp: 'label' }}
        {...(edge.protocol !== null && { value: edge.protocol })}
        options={linkProtocols.map(value => ({ value, label: protocolName(value, t) }))}
        onChange={protocol =>
          onChange(
            {
              protocol,
              ...(messageProtocols.includes(protocol) &&
                edge.topics.length === 0 && { topics: [{ name: '', queue: '' }] }),
            },
            'protocol',
          )
        }
      />
    </Form.Item>
  )
}

type Pair = readonly [string, string]

/** Rows of two texts each. */
function Pairs(props: {
  readonly label: string
  readonly help: string
  readonly columns: Pair
  readonly rows: readonly Pair[]
  readonly onChange: (rows: readonly Pair[]) => void
}) {
  const { label, help, columns, rows, onChange } = props
  const t = useT()
  const set = (at: number, pair: Pair) => onChange(rows.map((row, index) => (index === at ? pair : row)))
  return (
    <Form.Item label={label} extra={help}>
      <div className="link-pairs" role="group" aria-label={label}>
        {rows.map(([first, second], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name of its own while it is written
          <div key={index}>
            <Input
              aria-label={`${columns[0]} ${index + 1}`}
              placeholder={columns[0]}
              value={first}
              onChange={event => set(index, [event.target.value, second])}
            />
            <Input
              aria-label={`${columns[1]} ${index + 1}`}
              placeholder={columns[1]}
              value={second}
              onChange={event => set(index, [first, event.target.value])}
            />
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={t('monitorLink.removeRow', { name: first === '' ? String(index + 1) : first })}
              title={t('action.delete')}
              onClick={() => onChange(rows.filter((_, at) => at !== index))}
            />
          </div>
        ))}
        <Button size="small" icon={<PlusOutlined />} onClick={() => onChange([...rows, ['', '']])}>
          {t('monitorLink.addRow')}
        </Button>
      </div>
    </Form.Item>
  )
}
