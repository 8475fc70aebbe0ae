/** Moves load machines into one of the administrator's clusters. */
import { machineCalls } from '@pone/contract/calls/cluster.ts'
import type { AdminMachine } from '@pone/contract/entities/cluster.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { ContractForm } from '../../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../../ui/form/field.tsx'
import { FormDialog } from '../../../ui/form/form-layer.tsx'
import { clustersKey, useChoices } from '../cluster-queries.ts'
import { machineNames } from './machine-actions.tsx'

const schema = machineCalls.move.input.omit({ ids: true })

export function MoveDialog(props: {
  readonly machines: readonly AdminMachine[]
  readonly onDone: () => void
  readonly onClose: () => void
}) {
  const t = useT()
  const client = useQueryClient()
  const { data: choices } = useChoices()
  const { machines, onDone, onClose } = props
  return (
    <FormDialog
      title={t('machine.moveTitle', { names: machineNames(t, machines) })}
      footer={null}
      width={480}
      isAction
      onClose={onClose}
    >
      <ContractForm
        schema={schema}
        onSubmit={async ({ clusterId }) => {
          await api.loadMachine.move({ ids: machines.map(machine => machine.id), clusterId })
          notify({ kind: 'success', text: t('machine.moved') })
          onDone()
          await client.invalidateQueries({ queryKey: clustersKey })
        }}
      >
        <Field name="clusterId" label={t('machine.target')} help={t('machine.moveHelp')}>
          <Select
            showSearch
            optionFilterProp="label"
            loading={choices === undefined}
            options={(choices?.clusters ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <SubmitButton>{t('machine.move')}</SubmitButton>
        </div>
      </ContractForm>
    </FormDialog>
  )
}
