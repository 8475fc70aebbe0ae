/** Progress of a performance task as a bar in the colour of its state, the figures, and the state as a word if it ended without success. */
import { Progress } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { type ProgressFacts, progressOf } from './progress-of.ts'

export function TaskProgress({ task }: { readonly task: ProgressFacts }) {
  const t = useT()
  const { percent, isActive, tone, hasWord } = progressOf(task)
  const word = t(`executionState.${task.state}`)
  return (
    <span className="task-progress">
      <Progress
        size="small"
        showInfo={false}
        percent={percent}
        status={isActive ? 'active' : 'normal'}
        strokeColor={`var(--${tone})`}
        aria-label={`${t('task.centre.progress')}: ${word}`}
      />
      <span className="tabular">
        {task.doneTasks}/{task.allTasks}
        {hasWord && <span className={`status-${tone}`}> {word}</span>}
      </span>
    </span>
  )
}
