/** Converts the plan into PR components; the resulting components and the parts that cannot be converted are shown before anything is created. */
import type { JmeterComponentNode } from '@pone/contract/entities/jmeter-component.ts'
import type { KnownFile } from '@pone/jmeter/convert/parameters-of.ts'
import { toComponents } from '@pone/jmeter/convert/to-components.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Modal } from 'antd'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../lib/api.ts'
import { errorMessage } from '../../../lib/api-error.ts'
import { catalogueTrees } from '../../../lib/catalogue-trees.ts'
import { freeSiblingName } from '../../../lib/free-sibling-name.ts'
import { useT } from '../../../lib/i18n.ts'
import { links } from '../../../lib/navigation/links.ts'
import { useSession } from '../../../lib/session/session.ts'
import { LeftList } from '../../../ui/left-list.tsx'
import { ErrorState, LoadingState } from '../../../ui/page/page-states.tsx'
import { usePlan } from '../plan/plan-context.ts'

interface ConvertDialogProps {
  readonly node: JmeterComponentNode
  readonly onClose: () => void
}

/** Parameter files of the project that the plan refers to, with their first lines. */
function useKnownFiles() {
  const projectId = useSession('projectId')
  const { uses } = usePlan()
  const names = [...new Set(uses.map(use => use.name))].toSorted()
  return useQuery({
    queryKey: ['jmeterConvertFiles', projectId, names],
    queryFn: async ({ signal }) => {
      const files = names.length === 0 ? [] : await api.parameterFile.list({ projectId }, { signal })
      const known = new Map<string, KnownFile>()
      for (const file of files.filter(each => names.includes(each.name))) {
        const { rows } = await api.parameterFile.preview({ projectId, id: file.id, rows: 1 }, { signal })
        known.set(file.name, { id: file.id, header: rows[0] ?? [] })
      }
      return known
    },
    gcTime: 0,
  })
}

export function ConvertDialog({ node, onClose }: ConvertDialogProps) {
  const t = useT()
  const known = useKnownFiles()
  return (
    <Modal open width={680} footer={null} title={t('jmeterPlan.convert.title')} onCancel={onClose}>
      {known.isPending && <LoadingState rows={4} />}
      {known.isError && <ErrorState error={known.error} onRetry={() => void known.refetch()} />}
      {known.data && <Conversion node={node} known={known.data} onClose={onClose} />}
    </Modal>
  )
}

function Conversion({
  node,
  known,
  onClose,
}: ConvertDialogProps & { readonly known: ReadonlyMap<string, KnownFile> }) {
  const t = useT()
  const projectId = useSession('projectId')
  const client = useQueryClient()
  const { state } = usePlan()
  const { components, left } = useMemo(() => toComponents(state.plan, known), [state.plan, known])
  const [made, setMade] = useState<readonly { id: string; name: string }[]>([])
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const make = async () => {
    setBusy(true)
    setFault(null)
    try {
      const tree = [...(await api.component.tree({ projectId }))]
      const parentId = tree.find(each => each.parentId === null)?.id ?? ''
      for (const component of components.slice(made.length)) {
        const base = components.length === 1 ? node.name : `${node.name} · ${component.name}`
        const name = freeSiblingName(tree, parentId, base.slice(0, 60))
        const { document } = component
        const created = await api.component.create({ projectId, parentId, name, document })
        tree.push(created)
        setMade(before => [...before, { id: created.id, name: created.name }])
      }
    } catch (error) {
      setFault(errorMessage(error))
    } finally {
      setBusy(false)
      void client.invalidateQueries(catalogueTrees.component(projectId))
    }
  }
  const isDone = components.length > 0 && made.length === components.length
  return (
    <div className="jm-convert">
      {components.length === 0 ? (
        <Alert type="warning" showIcon title={t('jmeterPlan.convert.none')} />
      ) : (
        <p className="cd-hint">{t('jmeterPlan.convert.hint', { count: components.length })}</p>
      )}
      {made.length > 0 && (
        <Alert
          type="success"
          showIcon
          title={t('jmeterPlan.convert.done', { count: made.length })}
          description={
            <ul>
              {made.map(({ id, name }) => (
                <li key={id}>
                  <Link to={links.component(id)}>{name}</Link>
                </li>
              ))}
            </ul>
          }
        />
      )}
      {fault !== null && <Alert type="error" showIcon title={fault} />}
      <LeftList label={t('jmeterPlan.convert.left', { count: left.length })} items={left} />
      <div className="cd-row-end">
        <Button onClick={onClose}>{t(isDone ? 'action.close' : 'action.cancel')}</Button>
        {!isDone && (
          <Button
            type="primary"
            disabled={components.length === 0}
            loading={isBusy}
            onClick={() => void make()}
          >
            {t('jmeterPlan.convert.make', { count: components.length - made.length })}
          </Button>
        )}
      </div>
    </div>
  )
}
