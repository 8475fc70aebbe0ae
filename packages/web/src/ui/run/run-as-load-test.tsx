/** The button on a component that creates a scenario with it, everything preset that has only one choice, and opens it. */
import { ThunderboltOutlined } from '@ant-design/icons'
import type { Engine } from '@pone/plan/engines/engine.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { api } from '../../lib/api.ts'
import { freeSiblingName } from '../../lib/free-sibling-name.ts'
import { useT } from '../../lib/i18n.ts'
import { links } from '../../lib/navigation/links.ts'
import { newScenarioDocument } from '../../lib/scenarios/new-scenario.ts'
import { useCan, useSession } from '../../lib/session/session.ts'

export interface RunAsLoadTestProps {
  readonly engine: Engine
  readonly component: { readonly id: string; readonly name: string }
  /** Saves the component first; false keeps the page. */
  readonly onBefore?: () => Promise<boolean>
}

/** Nothing without the permission to edit scenarios. */
export function RunAsLoadTest({ engine, component, onBefore }: RunAsLoadTestProps) {
  const t = useT()
  const projectId = useSession('projectId')
  const client = useQueryClient()
  const navigate = useNavigate()
  const creation = useMutation({
    mutationFn: async () => {
      if (onBefore !== undefined && !(await onBefore())) return null
      const [nodes, document] = await Promise.all([
        api.scenario.tree({ projectId }),
        newScenarioDocument(projectId, { engine, componentId: component.id }),
      ])
      const root = nodes.find(node => node.kind === 'root')?.id ?? ''
      const name = freeSiblingName(nodes, root, component.name)
      return api.scenario.create({ projectId, parentId: root, name, document })
    },
    onSuccess: async scenario => {
      if (scenario === null) return
      await client.invalidateQueries({ queryKey: ['scenario', 'tree', projectId] })
      void navigate(links.openScenario(scenario.id))
    },
  })
  if (!useCan('scenario.edit')) return null
  return (
    <Button
      icon={<ThunderboltOutlined aria-hidden />}
      title={t('run.asLoadTestHelp')}
      loading={creation.isPending}
      onClick={() => creation.mutate()}
    >
      {t('run.asLoadTest')}
    </Button>
  )
}
