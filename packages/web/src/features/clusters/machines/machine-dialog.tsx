/** Editing a load machine: name, limits, clusters, and which projects may add it to their own clusters. */
import { type AdminMachine, machineFieldsSchema } from '@pone/contract/entities/cluster.ts'
import { maxScriptsPerMachine, maxUsersPerMachine } from '@pone/schema/limits.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { ContractForm } from '../../../ui/form/contract-form.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { clustersKey, useChoices } from '../cluster-queries.ts'
import { ChoicesDrawer, DrawerButtons } from '../fields/choices-drawer.tsx'
import { nameOfError } from '../fields/name-of-error.ts'
import { AudienceFields } from '../fields/shared-fields.tsx'
import { calibrationText } from './calibration.tsx'

export interface MachineDialogProps {
  readonly machine: AdminMachine
  readonly onClose: () => void
}

export function MachineDialog({ machine, onClose }: MachineDialogProps) {
  const t = useT()
  return (
    <ChoicesDrawer title={t('machine.edit')} choices={useChoices()} onClose={onClose}>
      {choices => <MachineForm machine={machine} onClose={onClose} choices={choices} />}
    </ChoicesDrawer>
  )
}

type Choices = NonNullable<ReturnType<typeof useChoices>['data']>

function MachineForm({ machine, onClose, choices }: MachineDialogProps & { readonly choices: Choices }) {
  const t = useT()
  const client = useQueryClient()
  const [isPublic, setPublic] = useState(machine.isPublic)
  const administrated = new Set(choices.clusters.map(cluster => cluster.id))
  return (
    <ContractForm
      schema={machineFieldsSchema}
      fieldOfError={nameOfError}
      onValuesChange={all => setPublic(all.isPublic ?? false)}
      initialValues={{
        name: machine.name,
        maxUsers: machine.maxUsers,
        maxScripts: machine.maxScripts,
        clusterIds: machine.clusters.map(cluster => cluster.id).filter(id => administrated.has(id)),
        isPublic: machine.isPublic,
        projectIds: machine.projects.map(project => project.id),
      }}
      onSubmit={async value => {
        await api.loadMachine.edit({ ...value, id: machine.id })
        notify({ kind: 'success', text: t('notice.saved') })
        onClose()
        await client.invalidateQueries({ queryKey: clustersKey })
      }}
    >
      <div className="form-grid">
        <Field name="name" label={t('machine.name')} className="form-grid-wide">
          <Input autoComplete="off" maxLength={64} />
        </Field>
        <Field
          name="maxUsers"
          label={t('machine.maxUsers')}
          help={
            machine.calibration === null
              ? t('machine.calibration.unmeasured')
              : calibrationText(t, machine.calibration)
          }
        >
          <InputNumber min={1} max={maxUsersPerMachine} precision={0} style={{ width: '100%' }} />
        </Field>
        <Field name="maxScripts" label={t('machine.maxScripts')} help={t('machine.maxScriptsHelp')}>
          <InputNumber min={1} max={maxScriptsPerMachine} precision={0} style={{ width: '100%' }} />
        </Field>
      </div>
      <Field name="clusterIds" label={t('machine.clusters')} help={t('machine.clustersHelp')}>
        <Select
          mode="multiple"
          optionFilterProp="label"
          options={choices.clusters.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      <AudienceFields
        isPublic={isPublic}
        projects={choices.projects}
        label={t('machine.allotment')}
        publicText={t('machine.isPublic')}
        projectsLabel={t('machine.projects')}
        projectsHelp={t('machine.withdrawHelp')}
      />
      <DrawerButtons onClose={onClose} />
    </ContractForm>
  )
}
