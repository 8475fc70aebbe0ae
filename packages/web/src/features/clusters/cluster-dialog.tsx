/** Creating or editing a cluster as an administrator: type, who may use it, its machines, its controller. */
import { type AdminCluster, clusterFieldsSchema } from '@pone/contract/entities/cluster.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notices.ts'
import { ContractForm } from '../../ui/form/contract-form.tsx'
import { Field } from '../../ui/form/field.tsx'
import { clustersKey, useChoices } from './cluster-queries.ts'
import { ChoicesDrawer, DrawerButtons } from './fields/choices-drawer.tsx'
import { nameOfError } from './fields/name-of-error.ts'
import { OptionalSelect } from './fields/optional-select.tsx'
import { AudienceFields, ClusterHead, MachinesField } from './fields/shared-fields.tsx'

export interface ClusterDialogProps {
  /** null: create a new one. */
  readonly cluster: AdminCluster | null
  readonly onClose: () => void
}

export function ClusterDialog({ cluster, onClose }: ClusterDialogProps) {
  const t = useT()
  return (
    <ChoicesDrawer
      title={t(cluster ? 'cluster.edit' : 'cluster.new')}
      choices={useChoices()}
      onClose={onClose}
    >
      {choices => <ClusterForm cluster={cluster} onClose={onClose} choices={choices} />}
    </ChoicesDrawer>
  )
}

type Choices = NonNullable<ReturnType<typeof useChoices>['data']>

function ClusterForm({ cluster, onClose, choices }: ClusterDialogProps & { readonly choices: Choices }) {
  const t = useT()
  const client = useQueryClient()
  const [isPublic, setPublic] = useState(cluster?.isPublic ?? false)
  return (
    <ContractForm
      schema={clusterFieldsSchema}
      fieldOfError={nameOfError}
      onValuesChange={all => setPublic(all.isPublic ?? false)}
      initialValues={
        cluster === null
          ? {}
          : {
              name: cluster.name,
              engine: cluster.engine,
              isPublic: cluster.isPublic,
              projectIds: cluster.projects.map(project => project.id),
              machineIds: cluster.machines.map(machine => machine.id),
              controllerId: cluster.controller?.id ?? null,
            }
      }
      onSubmit={async value => {
        if (cluster === null) await api.cluster.create(value)
        else
          await api.cluster.edit({
            ...value,
            id: cluster.id,
            seenMachineIds: cluster.machines.map(machine => machine.id),
          })
        notify({ kind: 'success', text: t(cluster ? 'notice.saved' : 'notice.created') })
        onClose()
        await client.invalidateQueries({ queryKey: clustersKey })
      }}
    >
      <ClusterHead isNew={cluster === null} />
      <Field name="controllerId" label={t('cluster.controller')} help={t('cluster.controllerHelp')}>
        <OptionalSelect
          none={t('cluster.controller.any')}
          options={choices.controllers.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      <MachinesField machines={choices.machines} help={t('cluster.machinesHelp')} />
      <AudienceFields
        isPublic={isPublic}
        projects={choices.projects}
        label={t('cluster.assignment')}
        publicText={t('cluster.isPublic')}
        projectsLabel={t('cluster.projects')}
      />
      <DrawerButtons onClose={onClose} />
    </ContractForm>
  )
}
