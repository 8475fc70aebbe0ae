/** Creating or editing a cluster as an administrator: type, who may use it, its machines, its controller. */
import { type AdminCluster, clusterFieldsSchema, engines } from '@pone/contract/entities/cluster.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Drawer, Input, Segmented, Switch } from 'antd'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { notify } from '../../lib/notices.ts'
import { ContractForm } from '../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../ui/form/field.tsx'
import { ErrorState, LoadingState } from '../../ui/page-states.tsx'
import { clustersKey, useChoices } from './cluster-queries.ts'
import { nameOfError } from './name-of-error.ts'
import { OptionalSelect } from './optional-select.tsx'
import { TransferField } from './transfer-field.tsx'

export interface ClusterDialogProps {
  /** null = a new one. */
  readonly cluster: AdminCluster | null
  readonly onClose: () => void
}

const drawerWidth = 720

export function ClusterDialog({ cluster, onClose }: ClusterDialogProps) {
  const t = useT()
  const choices = useChoices()
  return (
    <Drawer
      open
      size={drawerWidth}
      title={t(cluster ? 'cluster.edit' : 'cluster.new')}
      mask={{ closable: false }}
      onClose={onClose}
    >
      {choices.data ? (
        <ClusterForm cluster={cluster} onClose={onClose} choices={choices.data} />
      ) : choices.error ? (
        <ErrorState error={choices.error} onRetry={() => void choices.refetch()} />
      ) : (
        <LoadingState />
      )}
    </Drawer>
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
      guardsUnsaved={false}
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
      <div className="form-grid">
        <Field name="name" label={t('cluster.name')}>
          <Input autoFocus={cluster === null} autoComplete="off" maxLength={64} />
        </Field>
        <Field name="engine" label={t('cluster.engine')} help={t('cluster.engineHelp')}>
          <Segmented options={[...engines]} />
        </Field>
      </div>
      <Field name="controllerId" label={t('cluster.controller')} help={t('cluster.controllerHelp')}>
        <OptionalSelect
          none={t('cluster.controller.any')}
          options={choices.controllers.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      <Field name="machineIds" label={t('cluster.machines')} help={t('cluster.machinesHelp')}>
        <TransferField
          titles={[t('cluster.machinesFree'), t('cluster.machinesChosen')]}
          items={choices.machines.map(({ id, name, isOnline }) => ({
            id,
            name,
            note: isOnline ? '' : t('cluster.state.offline'),
          }))}
        />
      </Field>
      <Field name="isPublic" label={t('cluster.assignment')} valueProp="checked" isRequired={false}>
        <SwitchWithText text={t('cluster.isPublic')} />
      </Field>
      {!isPublic && (
        <Field name="projectIds" label={t('cluster.projects')}>
          <TransferField
            titles={[t('cluster.projectsFree'), t('cluster.projectsChosen')]}
            items={choices.projects.map(({ id, name, code }) => ({ id, name, note: code }))}
          />
        </Field>
      )}
      <div className="form-actions">
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <SubmitButton />
      </div>
    </ContractForm>
  )
}

/** A switch with a sentence beside it; `id`, `checked` and `onChange` are handed in by the field. */
export function SwitchWithText(props: {
  readonly text: string
  readonly id?: string
  readonly checked?: boolean
  readonly onChange?: (isOn: boolean) => void
}) {
  const { text, id, checked, onChange } = props
  return (
    <label style={{ display: 'inline-flex', gap: 8, alignItems: 'center' }}>
      <Switch
        size="small"
        {...(id === undefined ? {} : { id })}
        checked={checked ?? false}
        onChange={isOn => onChange?.(isOn)}
      />
      {text}
    </label>
  )
}
