/** The plan's text, to read or edit; an error is marked at its line until it is corrected. */
import { jmxProblemText } from '@pone/jmeter/jmx/problem.ts'
import { Alert, Button } from 'antd'
import { useMemo, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { CodeField } from '../../../ui/editor/code-field.tsx'
import type { CodeMark } from '../../../ui/editor/code-marks.ts'
import { usePlan } from '../plan/plan-context.ts'
import { textOf } from '../plan/plan-model.ts'
import { useTyped } from '../properties/use-typed.ts'
import { shownText, withTyped } from './source-text.ts'

export function SourcePane({ canEdit }: { readonly canEdit: boolean }) {
  const t = useT()
  const language = useSession('language')
  const { state, dispatch } = usePlan()
  const text = textOf(state)
  const shown = useMemo(() => shownText(text), [text])
  const problem = state.broken?.problem ?? null
  const { type, settle } = useTyped(shown, typed =>
    dispatch({ kind: 'source', text: withTyped(text, typed), at: Date.now() }),
  )
  const [goTo, setGoTo] = useState<{ line: number; column: number } | null>(null)
  const marks = useMemo<readonly CodeMark[]>(
    () =>
      problem === null
        ? []
        : [
            {
              line: problem.line,
              column: problem.column,
              severity: 'error',
              message: jmxProblemText(problem)[language],
            },
          ],
    [problem, language],
  )
  return (
    <div className="jm-source" onBlur={settle}>
      {problem !== null && (
        <Alert
          type="error"
          showIcon
          banner
          title={t('jmeterPlan.atLine', { line: problem.line, text: jmxProblemText(problem)[language] })}
          action={
            <Button size="small" onClick={() => setGoTo({ line: problem.line, column: problem.column })}>
              {t('jmeterPlan.source.goTo')}
            </Button>
          }
        />
      )}
      <CodeField
        value={shown}
        language="xml"
        label={t('jmeterPlan.tab.source')}
        isReadOnly={!canEdit}
        isFilling
        marks={marks}
        goTo={goTo}
        onChange={type}
      />
    </div>
  )
}
