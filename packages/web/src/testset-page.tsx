/** Page testset: scenario sets and task sets, each with its tree; combined here because features never import each other. */
import { Segmented } from 'antd'
import { useSearchParams } from 'react-router'
import { ScenarioSets } from './features/scenarios/scenario-sets.tsx'
import { TaskSets } from './features/tasks/sets/task-sets.tsx'
import { useT } from './lib/i18n.ts'

export function Page() {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const isTasks = params.get('tree') === 'tasks'
  const head = (
    <div className="sets-switch">
      <Segmented
        aria-label={t('action.view')}
        block
        value={isTasks ? 'tasks' : 'scenarios'}
        options={[
          { value: 'scenarios', label: t('scenario.treeTitle') },
          { value: 'tasks', label: t('task.treeTitle') },
        ]}
        onChange={value => setParams(value === 'tasks' ? { tree: 'tasks' } : {})}
      />
    </div>
  )
  return isTasks ? <TaskSets head={head} /> : <ScenarioSets head={head} />
}
