/** Creating or editing a cluster that a project builds from machines it may use. */
import { type Cluster, projectClusterFieldsSchema } from '@pone/contract/entities/cluster.ts'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notices.ts'
import { useProjectId } from '../../../lib/project.ts'
import { ContractForm } from '../../../ui/form/contract-form.tsx'
import { clustersKey, scenarioClustersKey, useAllottedMachines } from '../cluster-queries.ts'
import { ChoicesDrawer, DrawerButtons } from '../fields/choices-drawer.tsx'
import { nameOfError } from '../fields/name-of-error.ts'
import { ClusterHead, MachinesField } from '../fields/shared-fields.tsx'

export function ProjectClusterDialog({
  cluster,
  onClose,
}: {
  /** null: create a new one. */
  readonly cluster: Cluster | null
  readonly onClose: () => void
}) {
  const t = useT()
  const projectId = useProjectId()
  const client = useQueryClient()
  return (
    <ChoicesDrawer
      title={t(cluster ? 'cluster.edit' : 'cluster.new')}
      choices={useAllottedMachines()}
      onClose={onClose}
    >
      {machines => (
        <ContractForm
          schema={projectClusterFieldsSchema}
          fieldOfError={nameOfError}
          initialValues={
            cluster === null
              ? {}
              : {
                  name: cluster.name,
                  engine: cluster.engine,
                  machineIds: cluster.machines.map(machine => machine.id),
                }
          }
          onSubmit={async value => {
            if (cluster === null) await api.projectCluster.create({ ...value, projectId })
            else
              await api.projectCluster.edit({
                ...value,
                projectId,
                id: cluster.id,
                seenMachineIds: cluster.machines.map(machine => machine.id),
              })
            notify({ kind: 'success', text: t(cluster ? 'notice.saved' : 'notice.created') })
            onClose()
            await client.invalidateQueries({ queryKey: clustersKey })
            await client.invalidateQueries({ queryKey: scenarioClustersKey })
          }}
        >
          <ClusterHead isNew={cluster === null} />
          <MachinesField
            machines={machines}
            help={t(machines.length === 0 ? 'projectCluster.noneAllotted' : 'cluster.machinesHelp')}
          />
          <DrawerButtons onClose={onClose} />
        </ContractForm>
      )}
    </ChoicesDrawer>
  )
}
