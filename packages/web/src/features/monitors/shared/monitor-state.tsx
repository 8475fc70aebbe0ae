/** The state of a monitor as icon and word, and below it why it is not up. */
import type { MonitorProblem, MonitorState } from '@pone/contract/entities/monitor.ts'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { StatusTag } from '../../../ui/status-tag.tsx'
import type { StatusTone } from '../../../ui/theme/palette.ts'
import { problemText } from './problem-text.ts'
import '../monitors.css'

const stateTones: Readonly<Record<MonitorState, StatusTone>> = {
  stopped: 'off',
  waiting: 'running',
  up: 'passed',
  partly: 'warning',
  down: 'failed',
  noAgent: 'warning',
}

/** `isPast`: the state is over, so that nothing is waited for. */
export function MonitorStateTag(props: { readonly state: MonitorState; readonly isPast?: boolean }) {
  const t = useT()
  const { state, isPast = false } = props
  const tone = isPast && state === 'waiting' ? 'off' : stateTones[state]
  return <StatusTag tone={tone}>{t(`monitor.state.${state}`)}</StatusTag>
}

/** State and cause, for rows and cards. */
export function MonitorStateLines(props: {
  readonly state: MonitorState
  readonly problem: MonitorProblem | null
}) {
  const { state, problem } = props
  const language = useSession('language')
  const isTold = problem !== null && state !== 'stopped' && state !== 'up'
  return (
    <span className="monitor-state">
      <MonitorStateTag state={state} />
      {isTold && (
        <span className="secondary monitor-cause" title={problem.detail}>
          {problemText(problem, language)}
        </span>
      )}
    </span>
  )
}
