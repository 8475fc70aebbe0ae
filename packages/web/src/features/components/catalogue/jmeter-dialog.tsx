/** Converts a component into a JMeter component; parts that cannot be converted are listed before anything is created. */
import type { Component, ComponentNode } from '@pone/contract/entities/component.ts'
import { toPlan } from '@pone/jmeter/convert/to-plan.ts'
import { encodePlan } from '@pone/jmeter/jmx/bytes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Modal } from 'antd'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../lib/api.ts'
import { errorMessage } from '../../../lib/api-error.ts'
import { catalogueTrees } from '../../../lib/catalogue-trees.ts'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useSession } from '../../../lib/session/session.ts'
import { LeftList } from '../../../ui/left-list.tsx'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { useParameterFiles } from '../parameters/parameter-queries.ts'
import { useComponent } from './component-queries.ts'

interface JmeterDialogProps {
  readonly node: ComponentNode
  readonly onClose: () => void
}

export function JmeterDialog({ node, onClose }: JmeterDialogProps) {
  const t = useT()
  const component = useComponent(node.id)
  const files = useParameterFiles({ enabled: true })
  const failed = component.isError ? component : files.isError ? files : null
  const fileNames = useMemo(
    () => files.data && new Map(files.data.map(file => [file.id, file.name])),
    [files.data],
  )
  return (
    <Modal open width={680} footer={null} title={t('component.toJmeter.title')} onCancel={onClose}>
      {failed !== null ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : component.data && fileNames ? (
        <Conversion component={component.data} fileNames={fileNames} onClose={onClose} />
      ) : (
        <LoadingState rows={4} />
      )}
    </Modal>
  )
}

interface ConversionProps {
  readonly component: Component
  readonly fileNames: ReadonlyMap<string, string>
  readonly onClose: () => void
}

function Conversion({ component, fileNames, onClose }: ConversionProps) {
  const t = useT()
  const projectId = useSession('projectId')
  const client = useQueryClient()
  const { name, document } = component
  const { text, left } = useMemo(() => toPlan(name, document, { fileNames }), [name, document, fileNames])
  const [made, setMade] = useState<{ id: string; name: string } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const make = async () => {
    setBusy(true)
    setFault(null)
    try {
      const tree = await api.jmeterComponent.tree({ projectId })
      const parentId = tree.find(each => each.parentId === null)?.id ?? ''
      const file = new File([new Uint8Array(encodePlan(text))], `${name}.jmx`)
      setMade(await api.jmeterComponent.import({ projectId, parentId }, { file }))
      void client.invalidateQueries(catalogueTrees.jmeter(projectId))
    } catch (error) {
      setFault(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  const label = t('component.toJmeter.left', { count: left.length })
  return (
    <div className="cd-form">
      <span className="cd-help">{t('component.toJmeter.hint', { name })}</span>
      {document.variables.some(({ secret }) => secret) && (
        <Alert type="info" showIcon title={t('component.toJmeter.secrets')} />
      )}
      {made !== null && (
        <Alert
          type="success"
          showIcon
          title={t('component.toJmeter.done')}
          description={<Link to={links.jmeterComponent(made.id)}>{made.name}</Link>}
        />
      )}
      {fault !== null && <Alert type="error" showIcon title={fault} />}
      <LeftList label={label} items={left} />
      <div className="cd-row-end">
        <Button onClick={onClose}>{t(made === null ? 'action.cancel' : 'action.close')}</Button>
        {made === null && (
          <Button type="primary" loading={isBusy} onClick={() => void make()}>
            {t('component.toJmeter.make')}
          </Button>
        )}
      </div>
    </div>
  )
}
