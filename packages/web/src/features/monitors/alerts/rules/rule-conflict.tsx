/** The dialog when another person has saved the rule in between: the differing fields, and what can be done. */
import type { StoredAlertRule } from '@pone/contract/entities/alert.ts'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { showError } from '../../../../lib/api-error.ts'
import { type MessageKey, useT } from '../../../../lib/i18n.ts'
import { formatInstant } from '../../../../ui/format.ts'
import { differingFields, formOf, type RuleForm } from './rule-form-model.ts'

const labels: Readonly<Record<keyof RuleForm, MessageKey>> = {
  name: 'alert.name',
  isEnabled: 'alert.isEnabled',
  level: 'alert.level',
  scopeKind: 'alert.scope',
  monitorIds: 'alert.monitors',
  type: 'monitor.type',
  groupId: 'monitor.group',
  indicatorKind: 'alert.indicator',
  left: 'alert.counter',
  leftFn: 'alert.fn',
  operator: 'alert.operator',
  right: 'alert.right',
  rightFn: 'alert.fn',
  factor: 'alert.factor',
  onlyLabels: 'alert.onlyLabels',
  max: 'alert.max',
  min: 'alert.min',
  triggerCycleMinutes: 'alert.triggerCycle',
  times: 'alert.times',
  silentCycleMinutes: 'alert.silentCycle',
  labels: 'alert.labels',
  channelIds: 'alert.channels',
  timeZone: 'alert.timeZone',
  workingHours: 'alert.workingHours',
  maintenance: 'alert.maintenance',
  dependsOn: 'alert.dependsOn',
}

export function RuleConflict(props: {
  readonly mine: RuleForm
  readonly theirs: StoredAlertRule
  readonly onLoad: () => void
  readonly onOverwrite: () => Promise<void>
  readonly onClose: () => void
}) {
  const { mine, theirs, onLoad, onOverwrite, onClose } = props
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  const fields = [...new Set(differingFields(mine, formOf(theirs)).map(field => t(labels[field])))]
  const overwrite = () => {
    setBusy(true)
    onOverwrite()
      .catch(showError)
      .finally(() => setBusy(false))
  }
  return (
    <Modal
      open
      width={560}
      title={t('editor.conflict.title')}
      onCancel={onClose}
      footer={[
        <Button key="stay" onClick={onClose}>
          {t('editor.conflict.stay')}
        </Button>,
        <Button key="overwrite" danger loading={isBusy} onClick={overwrite}>
          {t('editor.conflict.overwrite')}
        </Button>,
        <Button key="theirs" type="primary" disabled={isBusy} onClick={onLoad}>
          {t('editor.conflict.load')}
        </Button>,
      ]}
    >
      <p>
        {t('editor.conflict.text', {
          editor: theirs.updatedBy,
          at: formatInstant(theirs.updatedAt),
        })}
      </p>
      <p>{fields.length === 0 ? t('editor.conflict.same') : fields.join(t('monitor.comma'))}</p>
    </Modal>
  )
}
