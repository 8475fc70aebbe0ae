/** The form for creating load machines as pods: connection, image, size, limits. */
import type { PodPool } from '@pone/contract/entities/pod-pool.ts'
import { maxKubeconfigLength, podPoolSettingsSchema } from '@pone/contract/entities/pod-pool.ts'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Form, Input, InputNumber, Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { ContractForm } from '../../../ui/form/contract-form.tsx'
import { Field, SubmitButton } from '../../../ui/form/field.tsx'
import { NodeSelectorInput } from './node-selector-input.tsx'

const schema = podPoolSettingsSchema.extend({ kubeconfig: z.string().max(maxKubeconfigLength).default('') })
type Settings = z.output<typeof schema>

/** Initial values for a cluster that does not create pods yet. */
const initialPool = (): Partial<z.input<typeof schema>> => ({
  connection: 'inCluster',
  usersPerPod: 2_000,
  maxPods: 10,
  cpuRequest: '1',
  memoryRequest: '1Gi',
  idleMinutes: 10,
  startMinutes: 5,
  nodeSelector: [],
  namespace: 'default',
  serverUrl: window.location.origin,
})

export function KubernetesForm(props: {
  readonly clusterId: string
  /** null: the cluster does not create pods yet. */
  readonly pool: PodPool | null
  readonly onSave: (settings: Settings) => Promise<unknown>
  /** Additional buttons before the save button. */
  readonly actions: ReactNode
}) {
  const { clusterId, pool } = props
  const t = useT()
  const [form] = Form.useForm<Record<string, unknown>>()
  const [connection, setConnection] = useState(pool?.connection ?? 'inCluster')
  const check = useMutation({
    mutationFn: ({ kubeconfig, ...settings }: Settings) =>
      api.podPool.check({ clusterId, settings, kubeconfig }),
  })
  const attempt = () => {
    const given = schema.safeParse(form.getFieldsValue())
    if (given.success) {
      check.mutate(given.data)
      return
    }
    check.reset()
    void form.validateFields().catch(() => undefined)
  }
  return (
    <ContractForm
      schema={schema}
      form={form}
      initialValues={pool ?? initialPool()}
      onValuesChange={all => setConnection(all.connection ?? 'inCluster')}
      onSubmit={props.onSave}
    >
      <ConnectionFields connection={connection} isStored={pool !== null && pool.hasKubeconfig} />
      <PodFields />
      {check.data && <CheckOutcome outcome={check.data} />}
      <div className="form-actions">
        {props.actions}
        <Button loading={check.isPending} onClick={attempt}>
          {t('kubernetes.check')}
        </Button>
        <SubmitButton />
      </div>
    </ContractForm>
  )
}

/** `isStored`: a kubeconfig is stored already and need not be entered again. */
function ConnectionFields(props: { readonly connection: PodPool['connection']; readonly isStored: boolean }) {
  const { connection, isStored } = props
  const t = useT()
  return (
    <>
      <Field
        name="connection"
        label={t('kubernetes.connection')}
        help={connection === 'inCluster' && t('kubernetes.connectionHelp.inCluster')}
      >
        <Segmented
          options={(['inCluster', 'kubeconfig'] as const).map(value => ({
            value,
            label: t(`kubernetes.connection.${value}`),
          }))}
        />
      </Field>
      {connection === 'kubeconfig' && (
        <Field
          name="kubeconfig"
          label={t('kubernetes.kubeconfig')}
          help={t('kubernetes.kubeconfigHelp')}
          isRequired={!isStored}
        >
          <Input.TextArea
            rows={5}
            spellCheck={false}
            autoComplete="off"
            className="kubernetes-config"
            placeholder={isStored ? t('kubernetes.kubeconfigKept') : 'apiVersion: v1'}
          />
        </Field>
      )}
    </>
  )
}

/** Image, address, size and limits of the pods. */
function PodFields() {
  const t = useT()
  return (
    <>
      <Field name="image" label={t('kubernetes.image')} help={t('kubernetes.imageHelp')}>
        <Input placeholder="registry.example.com/tools/pone-agent:0.2.0" />
      </Field>
      <Field name="serverUrl" label={t('kubernetes.serverUrl')} help={t('kubernetes.serverUrlHelp')}>
        <Input placeholder="http://pone.load:8600" />
      </Field>
      <div className="form-grid">
        <Field name="namespace" label={t('kubernetes.namespace')} help={t('kubernetes.namespaceHelp')}>
          <Input />
        </Field>
        <Field name="pullSecret" label={t('kubernetes.pullSecret')} help={t('kubernetes.pullSecretHelp')}>
          <Input />
        </Field>
        <Field name="usersPerPod" label={t('kubernetes.usersPerPod')} help={t('kubernetes.usersPerPodHelp')}>
          <InputNumber min={1} max={100_000} precision={0} style={{ width: '100%' }} />
        </Field>
        <Field name="maxPods" label={t('kubernetes.maxPods')} help={t('kubernetes.maxPodsHelp')}>
          <InputNumber min={1} max={500} precision={0} style={{ width: '100%' }} />
        </Field>
        <Field name="cpuRequest" label={t('kubernetes.cpuRequest')} help={t('kubernetes.cpuRequestHelp')}>
          <Input placeholder="500m" />
        </Field>
        <Field name="memoryRequest" label={t('kubernetes.memoryRequest')} help={t('kubernetes.memoryHelp')}>
          <Input placeholder="1Gi" />
        </Field>
        <Field name="idleMinutes" label={t('kubernetes.idleMinutes')} help={t('kubernetes.idleMinutesHelp')}>
          <InputNumber
            min={0}
            max={1_440}
            precision={0}
            suffix={t('kubernetes.minutes')}
            style={{ width: '100%' }}
          />
        </Field>
        <Field
          name="startMinutes"
          label={t('kubernetes.startMinutes')}
          help={t('kubernetes.startMinutesHelp')}
        >
          <InputNumber
            min={1}
            max={60}
            precision={0}
            suffix={t('kubernetes.minutes')}
            style={{ width: '100%' }}
          />
        </Field>
      </div>
      <Field
        name="nodeSelector"
        label={t('kubernetes.nodeSelector')}
        help={t('kubernetes.nodeSelectorHelp')}
        isRequired={false}
      >
        <NodeSelectorInput />
      </Field>
    </>
  )
}

function CheckOutcome({
  outcome,
}: {
  readonly outcome: { readonly problem: string; readonly version: string }
}) {
  const t = useT()
  const { problem, version } = outcome
  return problem === '' ? (
    <Alert showIcon type="success" title={t('kubernetes.checkOk', { version })} />
  ) : (
    <Alert showIcon type="error" title={problem} />
  )
}
