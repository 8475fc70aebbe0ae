/** Adds the default charts of a monitor type to a group. */
import type { MonitorType } from '@pone/monitors/type.ts'
import { Form, Modal, Select } from 'antd'
import { useState } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { useSession } from '../../../../lib/session/session.ts'
import { typeLabel } from '../../shared/monitor-types.ts'
import { useMonitorTypes } from '../../shared/use-monitor-types.ts'

export function TemplateDialog(props: {
  readonly onChosen: (type: MonitorType) => void
  readonly onClose: () => void
}) {
  const { onChosen, onClose } = props
  const t = useT()
  const language = useSession('language')
  const offered = useMonitorTypes().offered.filter(({ charts }) => charts.length > 0)
  const [name, setName] = useState<string | null>(null)
  const type = offered.find(each => each.name === name)
  return (
    <Modal
      open
      title={t('chartGroup.addTemplate')}
      okText={t('action.add')}
      cancelText={t('action.cancel')}
      okButtonProps={{ disabled: type === undefined }}
      onOk={() => type && onChosen(type)}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item
          label={t('chartGroup.template')}
          extra={t('chartGroup.templateHelp')}
          htmlFor="template-type"
        >
          <Select
            id="template-type"
            showSearch={{ optionFilterProp: 'label' }}
            value={name}
            options={offered.map(each => ({
              value: each.name,
              label: `${typeLabel(each, offered, language)} (${each.charts.length})`,
            }))}
            onChange={setName}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
