/** Where the proxy of a recording runs: on the server, or on a load machine that the project may use. */
import { Form, Select } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { useRecordingMachines } from '../../../lib/recording-machines.ts'
import { useCan } from '../../../lib/session/session.ts'

interface PlaceFieldProps {
  /** '' = the server. */
  readonly agentId: string
  readonly onChange: (agentId: string) => void
}

/** Only who may operate machines has a choice. */
export function PlaceField(props: PlaceFieldProps) {
  return useCan('machine.operate') ? <Field {...props} /> : null
}

function Field({ agentId, onChange }: PlaceFieldProps) {
  const t = useT()
  const { machines, options: others } = useRecordingMachines()
  const options = [{ value: '', label: t('component.record.onServer'), disabled: false }, ...others]
  return (
    <Form.Item
      label={t('component.record.place')}
      htmlFor="record-place"
      extra={<span className="cd-help">{machines.error?.message ?? t('component.record.placeHelp')}</span>}
    >
      <Select
        id="record-place"
        loading={machines.isPending}
        // A machine that was chosen before may not be there any more.
        value={options.some(({ value }) => value === agentId) ? agentId : ''}
        options={options}
        onChange={onChange}
      />
    </Form.Item>
  )
}
