/** Fields that the forms of clusters and load machines have in common. */
import type { Cluster } from '@pone/contract/entities/cluster.ts'
import { Input, Segmented, Switch } from 'antd'
import { engineOptions } from '../../../lib/engine-options.ts'
import { useT } from '../../../lib/i18n.ts'
import { Field } from '../../../ui/form/field.tsx'
import { TransferField } from './transfer-field.tsx'

/** Name and type of a cluster. */
export function ClusterHead({ isNew }: { readonly isNew: boolean }) {
  const t = useT()
  return (
    <div className="form-grid">
      <Field name="name" label={t('cluster.name')}>
        <Input autoFocus={isNew} autoComplete="off" maxLength={64} />
      </Field>
      <Field name="engine" label={t('cluster.engine')} help={t('cluster.engineHelp')}>
        <Segmented options={engineOptions} />
      </Field>
    </div>
  )
}

/** The machines of a cluster. */
export function MachinesField(props: {
  readonly machines: readonly Pick<Cluster['machines'][number], 'id' | 'name' | 'isOnline'>[]
  readonly help: string
}) {
  const t = useT()
  return (
    <Field name="machineIds" label={t('cluster.machines')} help={props.help}>
      <TransferField
        titles={[t('cluster.machinesFree'), t('cluster.machinesChosen')]}
        items={props.machines.map(({ id, name, isOnline }) => ({
          id,
          name,
          note: isOnline ? '' : t('cluster.state.offline'),
        }))}
      />
    </Field>
  )
}

/** Audience: everybody, or selected projects. */
export function AudienceFields(props: {
  readonly isPublic: boolean
  readonly projects: readonly { readonly id: string; readonly name: string; readonly code: string }[]
  readonly label: string
  readonly publicText: string
  readonly projectsLabel: string
  readonly projectsHelp?: string
}) {
  const { isPublic, projects, label, publicText, projectsLabel, projectsHelp } = props
  const t = useT()
  return (
    <>
      <Field name="isPublic" label={label} valueProp="checked">
        <SwitchWithText text={publicText} />
      </Field>
      {!isPublic && (
        <Field
          name="projectIds"
          label={projectsLabel}
          {...(projectsHelp === undefined ? {} : { help: projectsHelp })}
        >
          <TransferField
            titles={[t('cluster.projectsFree'), t('cluster.projectsChosen')]}
            items={projects.map(({ id, name, code }) => ({ id, name, note: code }))}
          />
        </Field>
      )}
    </>
  )
}

/** A switch with a sentence beside it; `id`, `checked` and `onChange` are set by the form field. */
function SwitchWithText(props: {
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
