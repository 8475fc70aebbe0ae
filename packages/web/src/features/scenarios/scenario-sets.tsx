/** The tree of scenario sets and the editor of the selected scenario: one half of the page testset. */
import { FolderOutlined, ThunderboltOutlined } from '@ant-design/icons'
import type { ScenarioNode } from '@pone/contract/entities/scenario.ts'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { newScenarioDocument } from '../../lib/scenarios/new-scenario.ts'
import { useSession } from '../../lib/session/session.ts'
import { ErrorState, LoadingState } from '../../ui/page/page-states.tsx'
import { SetTree } from '../../ui/tree/set-tree.tsx'
import { ScenarioEditor } from './editor/scenario-editor.tsx'
import { scenarioKeys, useScenario, useScenarioTree } from './scenario-queries.ts'
import { SetOverview } from './set-overview.tsx'

/** `head` is rendered above the tree. */
export function ScenarioSets({ head }: { readonly head: ReactNode }) {
  const t = useT()
  const projectId = useSession('projectId')
  const [params, setParams] = useSearchParams()
  const open = (id: string) => setParams(id === '' ? {} : { id })
  return (
    <SetTree<ScenarioNode>
      title={t('scenario.treeTitle')}
      storageKey="scenarios"
      head={head}
      tree={useScenarioTree()}
      queryKey={scenarioKeys.tree(projectId)}
      calls={{
        rename: input => api.scenario.rename({ projectId, ...input }),
        move: input => api.scenario.move({ projectId, ...input }),
        copy: input => api.scenario.copy({ projectId, ...input }),
        remove: ids => api.scenario.delete({ projectId, ids }),
      }}
      newSet={{
        label: t('scenario.newSet'),
        baseName: t('scenario.set'),
        create: name => api.scenario.createSet({ projectId, name }),
      }}
      newLeaf={{
        label: t('scenario.newScenario'),
        baseName: t('scenario.scenario'),
        create: async input =>
          api.scenario.create({ projectId, ...input, document: await newScenarioDocument(projectId, null) }),
      }}
      icons={{ set: <FolderOutlined />, leaf: <ThunderboltOutlined /> }}
      selectedId={params.get('id')}
      onOpen={open}
      deleteText={names => t('scenario.deleteConfirm', { names })}
      empty={{ title: t('scenario.emptyTitle'), text: t('scenario.emptyText') }}
      landing={creation => <SetOverview set={null} onOpen={open} onCreate={() => creation.leaf(null)} />}
    >
      {(node, _nodes, creation) =>
        node.kind === 'scenario' ? (
          <ChosenScenario key={node.id} node={node} />
        ) : (
          <SetOverview key={node.id} set={node} onOpen={open} onCreate={() => creation.leaf(node.id)} />
        )
      }
    </SetTree>
  )
}

function ChosenScenario({ node }: { readonly node: ScenarioNode }) {
  const scenario = useScenario(node.id)
  if (!scenario.data)
    return scenario.error ? (
      <ErrorState error={scenario.error} onRetry={() => void scenario.refetch()} />
    ) : (
      <LoadingState />
    )
  return <ScenarioEditor scenario={{ ...scenario.data, name: node.name }} />
}
