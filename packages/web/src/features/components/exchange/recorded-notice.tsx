/** What tells that a response differs from the recorded one, and what the tester does about it. */
import { WarningFilled } from '@ant-design/icons'
import { recordedAnswerOf } from '@pone/plan/answers/recorded-answer.ts'
import { Button } from 'antd'
import { useContext } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { EditorContext } from '../context/editor-context.ts'
import { findStep } from '../model/step-tree.ts'
import { comparedAnswer, recordedDifferences, textOf } from '../trial/recorded-faults.ts'
import type { ExchangeRow } from './debug-model.ts'

export function RecordedNotice({ row: { stepId, exchange } }: { readonly row: ExchangeRow }) {
  const t = useT()
  const language = useSession('language')
  const editor = useContext(EditorContext)
  const step = editor && findStep(editor.state.document.steps, stepId)
  if (!editor || step?.kind !== 'request') return null
  const differences = recordedDifferences(step, exchange)
  const answer = comparedAnswer(exchange)
  if (differences.length === 0 || answer === null) return null
  const keep = (recorded: typeof step.recorded) => {
    const { recorded: _before, ...others } = step
    const changed = recorded === undefined ? others : { ...others, recorded }
    editor.dispatch({ kind: 'updateStep', id: stepId, step: changed, at: Date.now() })
  }
  return (
    <div className="cd-recorded" role="status">
      <span>
        <WarningFilled aria-hidden />{' '}
        {t('component.recorded.differs', {
          texts: differences.map(each => textOf(each)[language]).join(t('component.recorded.separator')),
        })}
      </span>
      {!editor.isReadOnly && (
        <span className="cd-recorded-actions">
          <Button size="small" onClick={() => keep(recordedAnswerOf(answer))}>
            {t('component.recorded.accept')}
          </Button>
          <Button size="small" type="text" onClick={() => keep(undefined)}>
            {t('component.recorded.forget')}
          </Button>
        </span>
      )}
    </div>
  )
}
