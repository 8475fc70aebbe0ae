/** Creating or editing a cluster that a project makes of machines it may use. */
import { type Cluster, engines, projectClusterFieldsSchema } from '@pone/contract/entities/cluster.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Drawer, Input, Segmented } from 'antd'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notices.ts'
import { useProjectId } from '../../lib/project.ts'
import { ContractForm } from '../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../ui/form/field.tsx'
import { ErrorState, LoadingState } from '../../ui/page-states.tsx'
import { clustersKey, scenarioClustersKey, useAllottedMachines } from './cluster-queries.ts'
import { nameOfError } from './name-of-error.ts'
import { TransferField } from './transfer-field.tsx'

const drawerWidth = 720

export function ProjectClusterDialog({
  cluster,
  onClose,
}: {
  /** null = a new one. */
  readonly cluster: Cluster | null
  readonly onClose: () => void
}) {
  const t = useT()
  const projectId = useProjectId()
  const client = useQueryClient()
  const machines = useAllottedMachines()
  return (
    <Drawer
      open
      size={drawerWidth}
      title={t(cluster ? 'cluster.edit' : 'cluster.new')}
      mask={{ closable: false }}
      onClose={onClose}
    >
      {machines.data ? (
        <ContractForm
          schema={projectClusterFieldsSchema}
          guardsUnsaved={false}
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
          <div className="form-grid">
            <Field name="name" label={t('cluster.name')}>
              <Input autoFocus={cluster === null} autoComplete="off" maxLength={64} />
            </Field>
            <Field name="engine" label={t('cluster.engine')} help={t('cluster.engineHelp')}>
              <Segmented options={[...engines]} />
            </Field>
          </div>
          <Field
            name="machineIds"
            label={t('cluster.machines')}
            help={t(machines.data.length === 0 ? 'projectCluster.noneAllotted' : 'cluster.machinesHelp')}
          >
            <TransferField
              titles={[t('cluster.machinesFree'), t('cluster.machinesChosen')]}
              items={machines.data.map(({ id, name, isOnline }) => ({
                id,
                name,
                note: isOnline ? '' : t('cluster.state.offline'),
              }))}
            />
          </Field>
          <div className="form-actions">
            <Button onClick={onClose}>{t('action.cancel')}</Button>
            <SubmitButton />
          </div>
        </ContractForm>
      ) : machines.error ? (
        <ErrorState error={machines.error} onRetry={() => void machines.refetch()} />
      ) : (
        <LoadingState />
      )}
    </Drawer>
  )
}
